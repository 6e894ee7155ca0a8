import Foundation
import Testing

extension EndToEnd {
  /// The program in a desktop session that is saved and restored (XSMP), with a session manager of
  /// the test.
  @Suite(.needsDisplay, .enabled(if: Programs.has("python3"), "python3 is missing"))
  struct SessionRestoreTests {
    private static let script = RawName(
      URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "scripts/session-manager").path)
    /// The exit code of the script when libSM is not installed.
    private static let isMissing: Int32 = 77

    @Test func `the session manager gets the command that shows the photo again`() throws {
      let manager = try ChildProcess(
        "/usr/bin/python3", [Self.script], environment: ["PATH": "/usr/bin:/bin"])
      func line(_ start: String) throws -> String {
        let found = manager.output.first(from: 0, within: ViewerProcess.timeout) {
          $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : nil
        }
        return try #require(found, "\(start): \(manager.errors.lines)")
      }
      let address = manager.output.first(from: 0, within: ViewerProcess.timeout) {
        $0.hasPrefix("address ") ? String($0.dropFirst("address ".count)) : nil
      }
      guard let address else {
        #expect(manager.exitCode(within: 0) == Self.isMissing, "\(manager.errors.lines)")
        return
      }
      let album = try ScratchFolder()
      try album.writePictures(2)
      let session = try Session(
        starting: ["--sm-client-id", "older", album.path / RawName(ScratchFolder.name(0))],
        on: try Displays.plain(), album: album, environment: ["SESSION_MANAGER": address])
      try session.viewer.wait(for: "session joined")
      #expect(try line("registered ") == "older")
      let command = try line("property RestartCommand ")
      #expect(command.contains("\"--sm-client-id\", \"test-client-1\""))
      #expect(command.hasSuffix("\"--\", \"\(session.album.path)/\(ScratchFolder.name(0))\"]"))
      _ = try line("saved")
      // The end of the session ends the program.
      manager.send(signal: SIGUSR1)
      #expect(session.viewer.process.exitCode(within: ViewerProcess.timeout) == 0)
      _ = try line("left")
    }
  }
}
