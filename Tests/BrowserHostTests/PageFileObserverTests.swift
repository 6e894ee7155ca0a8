import Glibc
import Imaging
import ImagingTestSupport
import Motion
import TestSupport
import Testing
import Windowing

@testable import BrowserHost

/// The folders that a observer of files watches.
@MainActor @Suite struct PageFileObserverTests {
  @Test func `files in a folder are followed after the folder around it was left`() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("sub"), 0o755)
    let outer = FilePath(try folder.write([1], named: "a.jpg"))
    let inner = FilePath(try folder.write([1], named: "sub/b.jpg"))
    let loop = TestLoop()
    let pipeline = ImagePipeline.silent()
    let observer = PageFileObserver(pipeline: pipeline, loop: loop) { Timestamp.now.seconds }
    var due: [FilePath] = []
    observer.onReadingDue = { due.append($0) }
    // A change before the watch is registered is not reported: the files are written until it is.
    observer.observe([outer, inner])
    #expect(
      loop.run {
        if observer.hasUnknownAge(outer) { _ = try? folder.write([1, 2], named: "a.jpg") }
        return !observer.hasUnknownAge(outer)
      })
    observer.observe([inner])
    due = []
    #expect(
      loop.run {
        if observer.hasUnknownAge(inner) { _ = try? folder.write([1, 2], named: "sub/b.jpg") }
        return !due.isEmpty
      })
    #expect(due == [inner])
  }
}
