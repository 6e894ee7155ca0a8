import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Termination signals at random moments.
  @Suite(.needsDisplay)
  struct SignalTests {
    private static let signals = [SIGTERM, SIGINT, SIGHUP]
    /// The range of milliseconds after the first output line in which a signal is sent.
    private static let moments = 0..<700

    private static func album() throws -> ScratchFolder {
      let album = try ScratchFolder()
      for number in 0..<6 {
        try album.write(
          Pictures.bmp(.init(number: number, width: 600, height: 400)),
          to: "picture \(number).bmp")
      }
      var gif = GIFWriter(width: 300, height: 200, palette: (0..<12).map { UInt32($0 * 20) << 16 })
      gif.repetitions = 0
      for index in 0..<12 {
        var image = GIFWriter.Image(width: 300, height: 200, color: UInt8(index))
        image.delay = 4
        gif.images.append(image)
      }
      try album.write(gif.bytes, to: "moving.gif")
      return album
    }

    /// Runs a picture, a grid, a slideshow and an animation at the same time, and ends each at a
    /// random moment: 15 × 4 = 60 terminations.
    @Test(arguments: 0..<15)
    func `a termination signal ends the program with code 0 after its cleanup`(seed: Int) throws {
      let album = try Self.album()
      let scenes: [[RawName]] = [
        [album.path / "picture 0.bmp"], ["--grid", RawName(album.path)],
        ["--slideshow", "1", album.path / "picture 1.bmp", album.path / "picture 2.bmp"],
        [album.path / "moving.gif"],
      ]
      var dice = SeededGenerator(seed: UInt64(seed))
      let display = try Displays.plain().name
      let viewers = try scenes.map {
        try ViewerProcess(["--geometry", "400x300+10+10"] + $0, display: display)
      }
      var waits: [(viewer: Int, signal: Int32, milliseconds: Int)] = []
      for (number, viewer) in viewers.enumerated() {
        try viewer.wait(for: "start")
        let signal = Self.signals[(seed + number) % 3]
        waits.append((number, signal, Int.random(in: Self.moments, using: &dice)))
      }
      let start = Pace.milliseconds
      for wait in waits.sorted(by: { $0.milliseconds < $1.milliseconds }) {
        Pace.hold(milliseconds: max(0, Double(wait.milliseconds) - (Pace.milliseconds - start)))
        viewers[wait.viewer].process.send(signal: wait.signal)
      }
      for wait in waits {
        let viewer = viewers[wait.viewer]
        let code = viewer.process.exitCode(within: 20)
        #expect(code == 0, "scene \(wait.viewer), signal \(wait.signal), \(wait.milliseconds) ms")
        // Without a window there is no cleanup.
        let names = viewer.traces().map(\.name)
        #expect(names.contains("exit") || !names.contains("mapped"), "scene \(wait.viewer)")
      }
    }

    @Test(.enabled(if: Programs.hasLibarchive, "libarchive13 is not installed"))
    func `SIGTERM closes the window of a book, whose page is remembered`() throws {
      let album = try ScratchFolder()
      let state = try ScratchFolder()
      let pages = (0..<4).map { ZipWriter.Entry("\($0).bmp", Pictures.bmp(.init(number: $0))) }
      let book = try album.write(ZipWriter.archive(pages), to: "book.cbz")
      func session() throws -> Session {
        let session = try Session(
          starting: [book], on: try Displays.plain(), album: album,
          environment: ["XDG_STATE_HOME": state.path])
        try session.viewer.wait(for: "list count=4")
        return session
      }
      let first = try session()
      first.takeKeys()
      _ = try first.rest(onPage: 3) { try first.x.key("End") }
      first.viewer.process.send(signal: SIGTERM)
      #expect(first.viewer.process.exitCode() == 0)
      #expect(try session().shows(picture: 3))
    }

    @Test func `under nohup SIGHUP is ignored and SIGTERM ends the program`() throws {
      let album = try Self.album()
      let viewer = try ViewerProcess(
        [RawName(Programs.viewer), "--log", "trace", album.path / "picture 0.bmp"],
        program: "/usr/bin/nohup", display: try Displays.plain().name, traced: false)
      try viewer.wait(for: "exact page=0")
      viewer.process.send(signal: SIGHUP)
      #expect(viewer.process.exitCode(within: 0.5) == nil)
      viewer.process.send(signal: SIGTERM)
      #expect(viewer.process.exitCode() == 0)
    }

    @Test func `waiting for a list on standard input can be interrupted`() throws {
      let viewer = try ChildProcess(
        Programs.viewer, ["--log", "trace", "-"],
        environment: ["DISPLAY": try Displays.plain().name, "HOME": "/nonexistent"],
        keepsInputOpen: true)
      defer { viewer.end() }
      _ = viewer.errors.first(from: 0, within: 10) { $0.contains("start") ? $0 : nil }
      viewer.send(signal: SIGINT)
      #expect(viewer.exitCode() == 0)
    }

    @Test func `a no-store picture is removed from the disk on SIGTERM`() throws {
      let bytes = Pictures.png(.init(number: 3, width: 600, height: 400))
      let server = try WebServer { _ in
        WebAnswer(bytes, [("Cache-Control", "no-store")]).steps
      }
      defer { server.stop() }
      let cache = try ScratchFolder()
      let viewer = try ViewerProcess(
        [RawName(server.address + "/a.png")], display: try Displays.plain().name,
        environment: ["no_proxy": "127.0.0.1", "XDG_CACHE_HOME": cache.path])
      try viewer.wait(for: "exact page=0")
      let web = "\(cache.path)/pbview/web"
      #expect(try !FileManager.default.contentsOfDirectory(atPath: web).isEmpty)
      viewer.process.send(signal: SIGTERM)
      #expect(viewer.process.exitCode() == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: web).isEmpty)
    }
  }
}
