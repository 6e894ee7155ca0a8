import Foundation
import Geometry
import Testing

extension EndToEnd {
  /// Slow and unresponsive file systems: only the affected page waits.
  @Suite(.needsDisplay, .enabled(if: SlowFiles.isAvailable, "there is no compiler for C"))
  struct SlowDiskTests {
    private let album: ScratchFolder

    init() throws { album = try ScratchFolder() }

    private func start(_ names: [RawName], _ slow: SlowFiles) throws -> Session {
      let session = try Session(
        starting: names, on: try Displays.plain(), album: album, environment: slow.environment)
      // Key events go to the window under the pointer.
      session.x.move(to: Session.middle)
      return session
    }

    @Test func `a file on an unresponsive disk opens a window that can be closed`() throws {
      let file = try album.write(Pictures.bmp(.init(number: 1)), to: "a.bmp")
      let slow = try SlowFiles(below: album.path)
      slow.die()
      let session = try start([file], slow)
      try session.viewer.wait(for: "frame")
      try session.x.key("Escape")
      #expect(session.viewer.process.exitCode() == 0)
    }

    @Test func `a disk that responds again shows the picture`() throws {
      let file = try album.write(Pictures.bmp(.init(number: 2)), to: "a.bmp")
      let slow = try SlowFiles(below: album.path)
      slow.die()
      let session = try start([file], slow)
      try session.viewer.wait(for: "frame")
      slow.revive()
      #expect(try session.shows(picture: 2))
    }

    @Test func `an unresponsive disk does not block paging and zooming`() throws {
      let names = try (0..<8).map { number in
        try album.write(Pictures.bmp(.init(number: number)), to: RawName("\(number).bmp"))
      }
      let slow = try SlowFiles(below: album.path)
      let session = try start(names, slow)
      try session.viewer.wait(for: "exact page=0")
      slow.die()
      let start = session.viewer.mark
      _ = try session.viewer.wait(for: "page index=7") { try session.x.key("End") }
      _ = try session.viewer.wait(for: "page index=0") { try session.x.key("Home") }
      #expect(try session.shows(picture: 0))
      let slowest =
        session.viewer.traces(since: start).filter { $0.name == "frame" }
        .map { $0["work"] }.max() ?? 0
      #expect(slowest < 100, "a frame took \(slowest) ms")
      slow.revive()
      try session.x.key("End")
      #expect(try session.shows(picture: 7))
    }

    @Test func `the first picture does not wait for the folder list, which needs few stat calls`()
      throws
    {
      let count = 2000
      for number in 0..<count { try album.write([1], to: RawName("other \(number).jpg")) }
      let file = try album.write(Pictures.bmp(.init(number: 3)), to: "first.bmp")
      let slow = try SlowFiles(below: album.path, milliseconds: 5)
      let session = try start([file], slow)
      try session.viewer.wait(for: "exact")
      let before = slow.calls.prefix { !$0.hasPrefix("open") }
      #expect(before.count < 6 && before.allSatisfy { $0.hasPrefix("stat") }, "\(before)")
      try session.viewer.wait(for: "list count=\(count + 1)", within: 20)
      let looks = slow.calls.count { $0.hasPrefix("stat") }
      // The stat calls of the page, its neighbours and the folder.
      #expect(looks < 40, "\(looks) stat calls for \(count) files")
    }

    @Test func `a grid of a slow folder lists it without a stat of every file`() throws {
      let count = 2000
      for number in 0..<count { try album.write([1], to: RawName("other \(number).jpg")) }
      let slow = try SlowFiles(below: album.path, milliseconds: 5)
      let session = try start([RawName(album.path)], slow)
      try session.viewer.wait(for: "grid items=\(count)", within: 20)
      let looks = slow.calls.count { $0.hasPrefix("stat") }
      #expect(looks < 200, "\(looks) stat calls for \(count) files")
    }
  }
}
