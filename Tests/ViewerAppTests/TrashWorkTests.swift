import BrowserHost
import TestSupport
import Testing

@testable import ViewerApp

/// The file operations by which photos and their companions are moved to the trash.
@Suite struct TrashWorkTests {
  @Test func `a sidecar of two photos that are removed together is moved once`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "a.nef", "a.xmp", "a.nef.xmp"] { try folder.write([1], named: name) }
    func path(_ name: String) -> FilePath { FilePath(folder.file(name)) }
    func operations(_ names: String...) -> [FileOperation] { names.map { .trash(path($0)) } }
    let photos = [[path("a.jpg")], [path("a.nef")]]
    let work = TrashWork.groups(of: photos, in: FilePath("/"))
    #expect(work.map(\.files) == photos)
    let expected = [operations("a.jpg", "a.xmp"), operations("a.nef", "a.nef.xmp")]
    #expect(work.map(\.group.operations) == expected)
    // A photo that stays keeps the sidecar.
    let alone = TrashWork.groups(of: [photos[0]], in: FilePath("/"))
    #expect(alone.map(\.group.operations) == [operations("a.jpg")])
  }

  @Test func `a clip that is listed beside its photo is moved with it, once`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "a.mov"] { try folder.write([1], named: name) }
    let photos = ["a.jpg", "a.mov"].map { [FilePath(folder.file($0))] }
    let work = TrashWork.groups(of: photos, in: FilePath("/"))
    #expect(work.map(\.files) == [photos[0] + photos[1]])
    let expected = (photos[0] + photos[1]).map { FileOperation.trash($0) }
    #expect(work.map(\.group.operations) == [expected])
  }

  @Test func `photos after a cancellation stay, and are no failures`() throws {
    let folder = try TemporaryFolder()
    let photos = ["a.jpg", "b.jpg", "c.jpg"].map { [FilePath(folder.file($0))] }
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try folder.write([1], named: name) }
    // The first photo fails, as another operation uses it: nothing gets into the user's trash.
    let lock = try FileLock(photos[0])
    defer { withExtendedLifetime(lock) {} }
    var shares: [Double] = []
    let outcome = TrashWork.perform(photos, in: FilePath("/"), journal: nil) {
      shares.append($0)
      return shares.count < 2
    }
    #expect(shares == [0, 1.0 / 3])
    #expect(outcome.failed == photos[0] && outcome.cancelled == photos[1] + photos[2])
    #expect(outcome.made.isEmpty && photos.joined().allSatisfy(\.exists))
  }
}
