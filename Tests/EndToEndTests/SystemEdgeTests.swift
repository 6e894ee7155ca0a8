import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Unusable preferences, environment variables and resource limits.
  @Suite(.needsDisplay)
  struct SystemEdgeTests {
    private static func album() throws -> ScratchFolder {
      let album = try ScratchFolder()
      try album.write(Pictures.bmp(.init(number: 1, width: 600, height: 400)), to: "a.bmp")
      return album
    }

    private static func complaints(of viewer: ViewerProcess) -> [String] {
      viewer.process.errors.lines.filter { Trace(line: $0) == nil }
    }

    @Test(arguments: ["--config", "~/.config"])
    func `a FIFO as preferences file prints one line and does not block the start`(
      place: String
    ) throws {
      let album = try Self.album()
      let folder = try album.subfolder("config/pbview")
      #expect(mkfifo("\(folder)/preferences", 0o600) == 0)
      let options: [RawName] = place == "--config" ? ["--config", folder / "preferences"] : []
      let environment = place == "--config" ? [:] : ["XDG_CONFIG_HOME": "\(album.path)/config"]
      let viewer = try ViewerProcess(
        options + [album.path / "a.bmp"], display: try Displays.plain().name,
        environment: environment)
      try viewer.wait(for: "exact page=0")
      #expect(
        Self.complaints(of: viewer)
          == ["pbview: \(folder)/preferences: this is not a regular file"])
    }

    @Test func `a binary preferences file prints one short line without control characters`() throws
    {
      let album = try Self.album()
      let bytes = (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }.filter { $0 != 10 }
      let file = try album.write(bytes, to: "binary")
      let viewer = try ViewerProcess(
        ["--config", file, album.path / "a.bmp"], display: try Displays.plain().name)
      try viewer.wait(for: "exact page=0")
      let lines = Self.complaints(of: viewer)
      #expect(lines.count == 1)
      let line = try #require(lines.first)
      #expect(line.hasPrefix("pbview: \(album.path)/binary: "))
      #expect(line.count < 300)
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
    }

    @Test func `relative base directories are ignored, and no files are written below them`() throws
    {
      let album = try Self.album()
      let work = try ScratchFolder()
      // The shell only changes the working directory.
      let environment = [
        "PATH": "/usr/bin:/bin", "DISPLAY": try Displays.plain().name, "HOME": "rel",
        "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data",
        "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "runtime",
      ]
      let viewer = try ChildProcess(
        "/bin/sh",
        [
          "-c", "cd \"$1\" && exec \"$2\" --log trace --geometry 400x300 --grid \"$3\"", "sh",
          RawName(work.path), RawName(Programs.viewer), RawName(album.path),
        ], environment: environment)
      defer { viewer.end() }
      let isShown = viewer.errors.first(from: 0, within: 20) { $0.contains(" thumbs") ? $0 : nil }
      #expect(isShown != nil)
      viewer.send(signal: SIGTERM)
      #expect(viewer.exitCode() == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: work.path).isEmpty)
    }

    @Test func `a file size limit makes --render fail with one line`() throws {
      let album = try Self.album()
      let target = album.path / "out.png"
      let viewer = try ChildProcess(
        "/bin/sh",
        [
          "-c", "ulimit -f 1; exec \"$1\" --render \"$2\" --size 900x900 \"$3\"", "sh",
          RawName(Programs.viewer), target, album.path / "a.bmp",
        ], environment: ["PATH": "/usr/bin:/bin", "HOME": album.path])
      defer { viewer.end() }
      #expect(viewer.exitCode(within: 20) == 1)
      _ = viewer.errors.wholeOutput(within: 5)
      // RLIMIT_FSIZE also limits the helper's shared memory, so two messages are possible.
      #expect(viewer.errors.lines.count == 1, "\(viewer.errors.lines)")
      #expect(viewer.errors.lines.first?.contains("too large") == true)
    }
  }
}
