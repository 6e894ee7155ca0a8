import Foundation
import Geometry
import TestSupport
import Testing

extension EndToEnd {
  /// Animated pictures in the running program.
  @Suite(.needsDisplay)
  struct AnimationTests {
    /// The delay of each frame, in 1/100 s as in GIF: fast for an animation, slower than a display.
    private static let delay = 8
    private static let count = 12

    /// A GIF of `count` frames, each of a single colour and as large as the other pictures.
    private static let gif: [UInt8] = {
      var writer = GIFWriter(
        width: 600, height: 400, palette: (0..<count).map { UInt32($0 * 20) << 16 | 0x40 })
      writer.repetitions = 0
      for index in 0..<count {
        var image = GIFWriter.Image(width: 600, height: 400, color: UInt8(index))
        image.delay = delay
        writer.images.append(image)
      }
      return writer.bytes
    }()

    /// Opens an album of two still pictures with an animation between them, on the animation.
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

    @Test func `an animation plays all its frames in order and repeats`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=\(Self.count - 1)")
      let start = session.viewer.mark
      try session.viewer.wait(for: "frames page=1 shown=0", since: start)
      try session.viewer.wait(for: "frames page=1 shown=5", since: start)
      let numbers = session.viewer.traces(since: start).filter { $0.name == "frames" }
        .map { Int($0["shown"]) }
      for (a, b) in zip(numbers, numbers.dropFirst()) {
        // A loaded machine may skip up to two frames; no frame appears twice in a row.
        let step = (b - a + Self.count) % Self.count
        #expect((1...3).contains(step), "\(numbers)")
      }
    }

    /// 400 frames of 260 KB each: together larger than the memory for frames, and each so large
    /// that a batch may hold a single frame.
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
    func `an animation of many large frames keeps few file descriptors open`() throws {
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

    @Test func `Ctrl+Space pauses and resumes an animation, comma and full stop step by one frame`()
      throws
    {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=3")
      try session.x.key("space", holding: ["Control_L"])
      #expect(session.x.wait { session.x.title(of: session.window).contains("(frame ") })
      Pace.hold(milliseconds: 300)
      let mark = session.viewer.mark
      Pace.hold(milliseconds: 700)
      #expect(!session.viewer.traces(since: mark).contains { $0.name == "frames" }, "paused")
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
      // The screen shows the frame that the title names.
      let screen = try session.x.steadyScreenshot(of: session.window)
      let center = try #require(session.rest).frame.center
      #expect(screen[center].map { $0 >> 16 & 255 } == UInt32(before * 20))
      try session.viewer.wait(for: "frames page=1") {
        try session.x.key("space", holding: ["Control_L"])
      }
      #expect(session.x.wait { !session.x.title(of: session.window).contains("frame") })
    }

    @Test func `an animation stops on another page and restarts from the first frame on return`()
      throws
    {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=6")
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      let mark = session.viewer.mark
      Pace.hold(milliseconds: 600)
      #expect(!session.viewer.traces(since: mark).contains { $0.name == "frames" })
      let first = try session.viewer.wait(for: "frames page=1") { try session.x.key("Left") }
      #expect(Int(first["shown"]) <= 3, "restarts near the first frame")
    }

    @Test func `with reduced motion an animation starts only on request`() throws {
      let session = try Self.session(options: ["--motion", "reduced"])
      Pace.hold(milliseconds: 600)
      #expect(!session.viewer.traces().contains { $0.name == "frames" })
      try session.viewer.wait(for: "frames page=1 shown=1") {
        try session.x.key("space", holding: ["Control_L"])
      }
    }

    @Test func `an animation resumes after its decoder process is killed`() throws {
      let session = try Self.session()
      try session.viewer.wait(for: "frames page=1 shown=2")
      for helper in session.viewer.helpers { kill(helper, SIGKILL) }
      _ = try session.rest(onPage: 2) { try session.x.key("Right") }
      #expect(try session.shows(picture: 2))
      try session.viewer.wait(for: "frames page=1 shown=4") { try session.x.key("Left") }
    }
  }
}
