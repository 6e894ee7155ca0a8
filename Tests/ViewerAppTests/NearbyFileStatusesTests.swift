import BrowserHost
import Imaging
import Testing

@testable import ViewerApp

/// The choice of the files whose size and date are read.
struct NearbyFileStatusesTests {
  private let a = FilePath("/p/a.jpg")
  private let b = FilePath("/p/b.jpg")

  private func identity(_ path: FilePath, _ size: Int64) -> FileIdentity {
    FileIdentity(path: path.key, device: 1, inode: 1, modifiedNanoseconds: 1, size: size)
  }

  @Test func `a file that is current is read again, others only once`() {
    var statuses = NearbyFileStatuses()
    func begin(_ near: [FilePath]) -> [FilePath] { statuses.beginReading(near) { _ in nil } }
    #expect(begin([a, b]) == [a, b])
    #expect(begin([a, b]).isEmpty, "they are being read")
    statuses.finishReading([a, b], [.missing(reason: "1"), .missing(reason: "2")])
    #expect(statuses[a] == .missing(reason: "1") && statuses[b] == .missing(reason: "2"))
    #expect(begin([a, b]).isEmpty)
    #expect(begin([b, a]) == [b])
  }

  @Test func `a file whose picture was read again after a change is read again, once`() {
    var statuses = NearbyFileStatuses()
    func begin(_ size: Int64?) -> [FilePath] {
      let wanted = statuses.beginReading([a]) { path in size.map { identity(path, $0) } }
      statuses.finishReading(wanted, wanted.map { _ in .missing(reason: "") })
      return wanted
    }
    #expect(begin(nil) == [a])
    #expect(begin(1).isEmpty, "its picture has arrived")
    #expect(begin(nil).isEmpty, "its picture is not cached any more")
    #expect(begin(2) == [a])
    #expect(begin(2).isEmpty)
  }
}
