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
      guard let manager = try Manager() else { return }
      let session = try Self.session(of: manager, ["--sm-client-id", "older"])
      #expect(try manager.line("registered ") == "older")
      let command = try manager.line("property RestartCommand ")
      #expect(command.contains("\"--sm-client-id\", \"test-client-1\""))
      #expect(command.hasSuffix("\"--\", \"\(session.album.path)/\(ScratchFolder.name(0))\"]"))
      #expect(try manager.line("property RestartStyleHint ") == #"["\u0000"]"#)
      try manager.end(session)
    }

    @Test func `a private program is not restored, and its session manager gets no names`() throws {
      guard let manager = try Manager() else { return }
      let session = try Self.session(of: manager, ["--private"])
      // SmRestartNever
      #expect(try manager.line("property RestartStyleHint ") == #"["\u0003"]"#)
      for property in ["CloneCommand", "RestartCommand"] {
        let command = try manager.line("property \(property) ")
        #expect(command.hasSuffix("\"--private\"]") && !command.contains(ScratchFolder.name(0)))
      }
      try manager.end(session)
    }

    @Test func `pages are filtered again, although there is no grid`() throws {
      guard let manager = try Manager() else { return }
      let session = try Self.session(of: manager, ["--filter", "name:picture"])
      try session.viewer.wait(for: "filter text=name:picture")
      #expect(try manager.commandOfNextSaving().contains("\"--filter=name:picture\""))
    }

    @Test func `a comparison over a grid is shown again as the page of its first photo`() throws {
      guard let manager = try Manager() else { return }
      let (album, home) = (try ScratchFolder(), try ScratchFolder())
      try album.writePictures(3)
      let session = try Session(
        gridOf: album, on: try Displays.plain(), items: 3,
        environment: ["HOME": home.path, "SESSION_MANAGER": manager.address])
      try session.viewer.wait(for: "session joined")
      try session.focus(1)
      try session.reporting {
        try session.x.key("Right", holding: ["Shift_L"])
        try session.x.key("c", holding: ["Alt_L"])
        try session.viewer.wait(for: "scene name=compare")
      }
      let command = try manager.commandOfNextSaving()
      #expect(command.hasSuffix("\"--\", \"\(session.album.path)/\(ScratchFolder.name(1))\"]"))
    }

    private static func session(of manager: Manager, _ options: [RawName]) throws -> Session {
      let album = try ScratchFolder()
      try album.writePictures(2)
      let session = try Session(
        starting: options + [album.path / RawName(ScratchFolder.name(0))],
        on: try Displays.plain(), album: album, environment: ["SESSION_MANAGER": manager.address])
      try session.viewer.wait(for: "session joined")
      return session
    }

    /// The running session manager of a test.
    private struct Manager {
      let address: String
      private let process: ChildProcess

      /// Starts the session manager. Nil when libSM is not installed.
      init?() throws {
        let process = try ChildProcess(
          "/usr/bin/python3", [SessionRestoreTests.script], environment: ["PATH": "/usr/bin:/bin"])
        guard let address = Self.line("address ", of: process, from: 0) else {
          #expect(
            process.exitCode() == SessionRestoreTests.isMissing, "\(process.errors.lines)")
          return nil
        }
        self.address = address
        self.process = process
      }

      private static func line(
        _ start: String, of process: ChildProcess, from first: Int
      ) -> String? {
        process.output.first(from: first, within: ViewerProcess.timeout) {
          $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : nil
        }
      }

      /// Waits for the first line from index `first` on that begins with `start`, and returns the
      /// rest of it.
      func line(_ start: String, from first: Int = 0) throws -> String {
        let rest = Self.line(start, of: process, from: first)
        return try #require(rest, "\(start): \(process.errors.lines)")
      }

      /// Has the program saved once more, and returns the value of its new `RestartCommand`. The
      /// first saving may have come before the list of pages.
      func commandOfNextSaving() throws -> String {
        _ = try line("saved")
        let start = process.output.lines.count
        process.send(signal: SIGUSR2)
        return try line("property RestartCommand ", from: start)
      }

      /// Ends the desktop session after it is saved, and expects that this ends the program.
      func end(_ session: Session) throws {
        _ = try line("saved")
        process.send(signal: SIGUSR1)
        #expect(session.viewer.process.exitCode(within: ViewerProcess.timeout) == 0)
        _ = try line("left")
      }
    }
  }
}
