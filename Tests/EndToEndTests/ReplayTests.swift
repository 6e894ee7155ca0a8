import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Recordings and their replays.
  @Suite
  struct ReplayTests {
    /// The recordings of the project.
    private static let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Replays")

    private static let recordings: [String] = {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return files.filter { $0.hasSuffix(".recording") }.sorted()
    }()

    /// The number of replays of each recording: `PBVIEW_REPLAYS`, or 2.
    private static let count =
      ProcessInfo.processInfo.environment["PBVIEW_REPLAYS"].flatMap { Int($0) } ?? 2

    /// A clip of two seconds.
    private static let clip = SyntheticClip.movie(
      width: 160, height: 120, rate: 10, colors: Array(repeating: 0xFF8000, count: 20))

    private struct Outcome {
      let code: Int32?
      let lines: [String]
    }

    /// Begins to play a recording without a display.
    private static func beginReplay(_ path: String) throws -> ViewerProcess {
      try ViewerProcess(["--headless", "--replay", RawName(path)], display: nil, traced: false)
    }

    /// Plays a recording without a display.
    private static func replay(_ path: String) throws -> Outcome {
      try outcome(of: beginReplay(path))
    }

    private static func outcome(of viewer: ViewerProcess) -> Outcome {
      let code = viewer.process.exitCode(within: 60)
      viewer.process.end()
      let output = viewer.process.output.wholeOutput(within: 5) ?? []
      let text = String(decoding: output, as: UTF8.self)
      return Outcome(code: code, lines: text.split(separator: "\n").map(String.init))
    }

    /// Records the use of an album: the grid, a photo, two page turns and a zoom.
    private static func record(_ names: [String] = []) throws -> (ScratchFolder, String) {
      let album = try ScratchFolder()
      for number in 0..<9 {
        try album.write(Pictures.thumbnailed(number), to: RawName("holiday \(number).bmp"))
      }
      let file = album.path + "/out.recording"
      let options = ["--record", file] + names
      let session = try Session(
        starting: options.map { RawName($0) } + [RawName(album.path)], on: try Displays.plain(),
        album: album)
      try session.viewer.wait(for: "thumbs visible=9 ready=9")
      session.takeKeys()
      for key in ["Right", "Right", "Return"] { try session.x.key(key) }
      try session.viewer.wait(for: "rest page=1")
      try session.x.key("Right")
      try session.viewer.wait(for: "rest page=2")
      let mark = session.viewer.mark
      try session.x.key("plus")
      try session.viewer.wait(for: "rest page=2", since: mark)
      try session.x.key("q")
      #expect(session.viewer.process.exitCode() == 0)
      return (album, file)
    }

    @Test(arguments: recordings)
    func `a recording of the project is replayed to the same states`(name: String) throws {
      let path = Self.folder.appending(path: name).path
      for first in stride(from: 0, to: Self.count, by: 2) {
        // A second replay at the same time changes the times at which threads run.
        let viewers = try (first..<min(first + 2, Self.count)).map { _ in
          try Self.beginReplay(path)
        }
        for outcome in viewers.map(Self.outcome(of:)) {
          #expect(outcome.code == 0, "\(name): \(outcome.lines)")
        }
      }
    }

    @Test(.needsDisplay) func `the use of a viewer is recorded and replayed without a display`()
      throws
    {
      let (album, file) = try Self.record()
      for _ in 0..<2 {
        let outcome = try Self.replay(file)
        #expect(outcome.code == 0, "\(outcome.lines)")
      }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(!text.contains("holiday") && !text.contains(album.path))
    }

    @Test(.needsDisplay, .needsPlayer)
    func `a grid with a clip is recorded, and replayed without its player`() throws {
      let album = try ScratchFolder()
      for number in 0..<3 {
        try album.write(Pictures.thumbnailed(number), to: RawName("holiday \(number).bmp"))
      }
      try album.write(Self.clip, to: "holiday 3.mov")
      let file = album.path + "/out.recording"
      let session = try Session(
        starting: ["--record", RawName(file), RawName(album.path)], on: try Displays.plain(),
        album: album)
      try session.viewer.wait(for: "thumbs visible=4 ready=4")
      session.takeKeys()
      let mark = session.viewer.mark
      for key in ["Home", "Return"] { try session.x.key(key) }
      try session.viewer.wait(for: "rest page=0", since: mark)
      try session.x.key("q", holding: ["Control_L"])
      #expect(session.viewer.process.exitCode() == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("\nplayer number=1 message=") && text.contains(" frame="))
      #expect(text.contains("thumbs=4/4"))
      for _ in 0..<2 {
        let outcome = try Self.replay(file)
        #expect(outcome.code == 0, "\(outcome.lines)")
      }
    }

    @Test(.needsDisplay, .needsPlayer)
    func `the page of a clip is recorded, and replayed without its player`() throws {
      let album = try ScratchFolder()
      let file = album.path + "/out.recording"
      let names = [
        try album.write(Pictures.bmp(.init(number: 0)), to: "a.bmp"),
        try album.write(Self.clip, to: "b.mov"),
        try album.write(Array(Self.clip.prefix(300)), to: "c.mov"),
      ]
      let session = try Session(
        starting: ["--record", RawName(file)] + names, on: try Displays.plain(), album: album)
      try session.viewer.wait(for: "rest page=0")
      session.takeKeys()
      for (state, key) in [("playing", "Right"), ("paused", "space"), ("playing", "space")] {
        try session.viewer.wait(for: "clip state=\(state) page=1") { try session.x.key(key) }
        // The next frame has the state.
        Pace.hold(milliseconds: 200)
      }
      // Without Ctrl+Shift+L, the clip begins again at its end.
      try session.viewer.wait(for: "clip state=ended page=1") {
        try session.x.key("L", holding: ["Control_L"])
      }
      Pace.hold(milliseconds: 200)
      try session.viewer.wait(for: "page index=2") { try session.x.key("Right") }
      try session.viewer.wait(for: "failed page=2")
      Pace.hold(milliseconds: 800)
      try session.x.key("q", holding: ["Control_L"])
      #expect(session.viewer.process.exitCode() == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      for state in ["playing", "paused", "ended", "failed"] {
        #expect(text.contains("clip=\(state),"), "\(state)")
      }
      for _ in 0..<2 {
        let outcome = try Self.replay(file)
        #expect(outcome.code == 0, "\(outcome.lines)")
      }
    }

    @Test(
      .needsDisplay, .enabled(if: Programs.hasLibarchive, "libarchive13 is not installed"),
      arguments: ["book.cbz", "book.tar.gz"])
    func `the use of an archive is recorded and replayed without the archive`(name: String) throws {
      let pages = (1...4).map { number in
        (name: "holiday \(number).bmp", contents: Pictures.bmp(.init(number: number)))
      }
      let album = try ScratchFolder()
      let contents =
        name == "book.cbz"
        ? ZipWriter.archive(pages.map { ZipWriter.Entry($0.name, $0.contents) })
        : GzipWriter.stored(TarWriter.archive(pages))
      let book = try album.write(contents, to: RawName(name))
      let file = album.path + "/out.recording"
      let session = try Session(
        starting: ["--record", RawName(file), book], on: try Displays.plain(), album: album)
      try session.viewer.wait(for: "list count=4")
      session.takeKeys()
      for page in 1...2 {
        try session.x.key("Right")
        try session.viewer.wait(for: "rest page=\(page)")
      }
      try session.x.key("BackSpace")
      try session.viewer.wait(for: "grid items=4")
      try session.x.key("q", holding: ["Control_L"])
      #expect(session.viewer.process.exitCode() == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("\narchive path=") && text.contains("\nmember name="))
      #expect(!text.contains("holiday") && !text.contains(album.path))
      try FileManager.default.removeItem(atPath: "\(album.path)/\(name)")
      for _ in 0..<2 {
        let outcome = try Self.replay(file)
        #expect(outcome.code == 0, "\(outcome.lines)")
      }
    }

    @Test(.needsDisplay)
    func `pictures on an image server are recorded, and replayed without the server`() throws {
      let pyramid = ServedPyramid(width: 20_000, height: 12_000)
      let server = try WebServer { request in
        pyramid.answer(to: request.path, host: "http://\(request.headers["host"] ?? "")").steps
      }
      defer { server.stop() }
      let album = try ScratchFolder()
      let file = album.path + "/out.recording"
      let session = try Session(
        starting: [
          "--record", RawName(file), "--record-names", RawName(server.address + "/manifest.json"),
        ], on: try Displays.plain(), album: album, environment: ["no_proxy": "127.0.0.1"])
      try session.viewer.wait(for: "thumbs visible=2 ready=2")
      session.takeKeys()
      for key in ["Home", "Return"] { try session.x.key(key) }
      try session.viewer.wait(for: "sharp page=0")
      let mark = session.viewer.mark
      try session.x.key("1")
      try session.viewer.wait(for: "sharp page=0", since: mark)
      try session.x.key("q", holding: ["Control_L"])
      #expect(session.viewer.process.exitCode() == 0)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("\naddress is=http") && text.contains("\ncontent path="))
      #expect(text.contains("\nweb number=1 is=finished"))
      server.stop()
      for _ in 0..<2 {
        let outcome = try Self.replay(file)
        #expect(outcome.code == 0, "\(outcome.lines)")
      }
    }

    @Test(.needsDisplay) func `another state is reported with its frame and fields`() throws {
      let (album, file) = try Self.record()
      defer { withExtendedLifetime(album) {} }
      var lines = try String(contentsOfFile: file, encoding: .utf8)
        .components(separatedBy: "\n")
      let index = try #require(
        lines.lastIndex { $0.hasPrefix("state ") && $0.contains("page=2/9") })
      lines[index] = lines[index].replacingOccurrences(of: "page=2/9", with: "page=7/9")
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      let outcome = try Self.replay(file)
      #expect(outcome.code == 1)
      #expect(outcome.lines.contains { $0.hasPrefix("frame ") })
      #expect(outcome.lines.contains { $0.contains("recorded: page=7/9") }, "\(outcome.lines)")
      #expect(outcome.lines.contains { $0.contains("replayed: page=2/9") }, "\(outcome.lines)")
    }

    @Test(.enabled(if: Programs.has("python3"), "python3 is missing"))
    func `scripts/recording-states restores missing and other states of a recording`() throws {
      let recording = Self.folder.appending(path: "fullscreen.recording")
      let original = try String(contentsOf: recording, encoding: .utf8)
      var lines = original.components(separatedBy: "\n")
      let states = lines.indices.filter { lines[$0].hasPrefix("state ") }
      try #require(states.count > 3)
      lines[states[3]] = lines[states[3]].replacing(/scale=[0-9.]+/, with: "scale=9.876")
      lines.remove(at: states[1])
      let changed = lines.joined(separator: "\n")
      // Both changes were made, so that there is something to restore.
      try #require(changed.contains("scale=9.876"))
      let folder = try ScratchFolder()
      let file = try folder.write(Array(changed.utf8), to: "changed.recording")
      let script = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "scripts/recording-states").path
      let run = try ChildProcess(
        "/usr/bin/python3", [RawName(script), file, RawName(Programs.viewer)],
        environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
      let code = run.exitCode(within: 60)
      run.end()
      #expect(code == 0, "\(run.errors.lines)")
      let output = run.output.wholeOutput(within: 5) ?? []
      #expect(String(decoding: output, as: UTF8.self) == original)
    }

    @Test func `a replay starts no helper for an archive that is not recorded`() throws {
      let folder = try ScratchFolder()
      let mark = folder.path + "/started"
      try folder.write(Array("#!/bin/sh\necho > '\(mark)'\n".utf8), to: "helper")
      chmod(folder.path + "/helper", 0o755)
      let lines = [
        "pbview-recording 1", "start version=1 wall=1 at=1 width=200 height=100 names=0",
        "path name=/1.zip", "file path=/1.zip size=9 modified=1",
        "file path=/1.zip/2.jpg size=9 modified=1", "",
      ]
      try folder.write(Array(lines.joined(separator: "\n").utf8), to: "zip.recording")
      let viewer = try ViewerProcess(
        ["--headless", "--replay", folder.path / "zip.recording"], display: nil, traced: false,
        environment: ["PBVIEW_DECODER": folder.path + "/helper"])
      let code = viewer.process.exitCode(within: 60)
      viewer.process.end()
      // Code 2 would mean that the recording was refused before its files were made.
      #expect(code != nil && code != 2, "\(viewer.process.errors.lines)")
      #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `a file that is no recording is refused with its line`() throws {
      let folder = try ScratchFolder()
      for (text, line) in [("hello\n", 1), ("pbview-recording 1\ntimers at=x\n", 2)] {
        try folder.write(Array(text.utf8), to: "bad")
        let viewer = try ViewerProcess(
          ["--headless", "--replay", folder.path / "bad"], display: nil, traced: false)
        #expect(viewer.process.exitCode(within: 20) == 2)
        viewer.process.end()
        _ = viewer.process.errors.wholeOutput(within: 5)
        #expect(viewer.process.errors.lines.count == 1)
        #expect(viewer.process.errors.lines.first?.contains("line \(line)") == true)
      }
    }
  }
}
