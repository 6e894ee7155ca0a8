import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Pictures that move, in the real program: real frames, real keys.
  @Suite(.needsDisplay)
  struct AnimationTests {
    /// A hundredth of a second is the unit of a GIF; this is quick, and slower than a screen.
    private static let delay = 8
    private static let count = 12

    /// Frames of one colour each, as large as the other pictures of an album.
    private static var gif: [UInt8] {
      var writer = GIFWriter(
        width: 600, height: 400, palette: (0..<count).map { UInt32($0 * 20) << 16 | 0x40 })
      writer.repetitions = 0
      for index in 0..<count {
        var image = GIFWriter.Image(width: 600, height: 400, color: UInt8(index))
        image.delay = delay
        writer.images.append(image)
      }
      return writer.bytes
    }

    /// A picture that moves between two that do not.
    private static func session(options: [RawName] = []) throws -> Session {
      let album = try ScratchFolder()
      let names = try [
        album.write(Pictures.bmp(.init(number: 0, width: 600, height: 400)), to: "a.bmp"),
        album.write(gif, to: "b.gif"),
        album.write(Pictures.bmp(.init(number: 2, width: 600, height: 400)), to: "c.bmp"),
      ]
      return try Session(
        on: try Displays.plain(), album: album, names: names, options: ["--start", "2"] + options,
        page: 1)
    }

    @Test func `it plays, round after round, in its own time`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=\(Self.count - 1)")
      let start = session.viewer.mark
      try session.viewer.wait(for: "frames page=1 shown=0", since: start)
      try session.viewer.wait(for: "frames page=1 shown=5", since: start)
      let numbers = session.viewer.traces(since: start).filter { $0.name == "frames" }
        .map { Int($0["shown"]) }
      for (a, b) in zip(numbers, numbers.dropFirst()) {
        // On a loaded machine a frame may be left out, never two, and none is shown twice.
        let step = (b - a + Self.count) % Self.count
        #expect((1...3).contains(step), "\(numbers)")
      }
    }

    /// Four hundred frames of 260 KB: more than fit into the memory for frames, and each so large that
    /// a batch may be a single one.
    private static var heavyGIF: [UInt8] {
      let head = GIFWriter(width: 256, height: 260, palette: [0x204060, 0x604020])
      var one = head
      var image = GIFWriter.Image(width: 256, height: 260, color: 1)
      image.delay = 2
      one.images = [image]
      let start = Array(head.bytes.dropLast())
      let block = Array(one.bytes.dropFirst(start.count).dropLast())
      return start + (0..<400).flatMap { _ in block } + [0x3B]
    }

    @Test(.enabled(if: Programs.has("prlimit"), "prlimit is not installed"))
    func `an animation of many large frames leaves descriptors to the program`() throws {
      let album = try ScratchFolder()
      let names = try [
        album.write(Pictures.bmp(.init(number: 0, width: 600, height: 400)), to: "a.bmp"),
        album.write(Self.heavyGIF, to: "b.gif"),
      ]
      let session = try Session(on: try Displays.plain(), album: album, names: names)
      let process = session.viewer.process.id
      let limiter = try ChildProcess(
        "/usr/bin/prlimit", ["--pid", RawName("\(process)"), "--nofile=256:256"], environment: [:])
      #expect(limiter.exitCode() == 0)
      try session.x.key("Right")
      try session.viewer.wait(for: "frames page=1") { $0["shown"] >= 20 }
      try session.viewer.wait(for: "frames page=1") { $0["shown"] >= 300 }
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
      #expect(descriptors.count < 120, "\(descriptors.count)")
      #expect(session.viewer.process.isRunning)
    }

    @Test func `Ctrl and Space pause it, comma and full stop step, and it goes on`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=3")
      try session.x.key("space", holding: ["Control_L"])
      #expect(session.x.wait { session.x.title(of: session.window).contains("(frame ") })
      Pace.hold(milliseconds: 300)
      let mark = session.viewer.mark
      Pace.hold(milliseconds: 700)
      #expect(!session.viewer.traces(since: mark).contains { $0.name == "frames" }, "it stands")
      let before = try #require(
        session.viewer.traces().last { $0.name == "frames" }.map { Int($0["shown"]) })
      let on = (before + 1) % Self.count
      try session.viewer.wait(for: "frames page=1 shown=\(on)") {
        try session.x.key("period")
      }
      let text = "(frame \(on + 1) / \(Self.count))"
      #expect(session.x.wait { session.x.title(of: session.window).contains(text) })
      try session.viewer.wait(for: "frames page=1 shown=\(before)") {
        try session.x.key("comma")
      }
      // What is on the screen is that frame.
      let screen = try session.x.steadyScreenshot(of: session.window)
      let place = try #require(session.rest).frame.center
      #expect(screen[place].map { $0 >> 16 & 255 } == UInt32(before * 20))
      try session.viewer.wait(for: "frames page=1") {
        try session.x.key("space", holding: ["Control_L"])
      }
      #expect(session.x.wait { !session.x.title(of: session.window).contains("frame") })
    }

    @Test func `it stops when its page has left and begins anew when it comes back`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=6")
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      let mark = session.viewer.mark
      Pace.hold(milliseconds: 600)
      #expect(!session.viewer.traces(since: mark).contains { $0.name == "frames" })
      let first = try session.viewer.wait(for: "frames page=1") { try session.x.key("Left") }
      #expect(Int(first["shown"]) <= 3, "not where it was left")
    }

    @Test func `where less is to move it waits for the person`() throws {
      let session = try Self.session(options: ["--motion", "reduced"])
      Pace.hold(milliseconds: 600)
      #expect(!session.viewer.traces().contains { $0.name == "frames" })
      try session.viewer.wait(for: "frames page=1 shown=1") {
        try session.x.key("space", holding: ["Control_L"])
      }
    }

    @Test func `the helper that plays may die: it goes on, and pages never notice`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=2")
      for helper in session.viewer.helpers { kill(helper, SIGKILL) }
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
      try session.viewer.wait(for: "frames page=1 shown=4") { try session.x.key("Left") }
    }
  }
}
