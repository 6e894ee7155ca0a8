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
}
