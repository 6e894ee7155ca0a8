import BrowserHost
import Foundation
import Testing

extension EndToEnd {
  /// The exit status of a program that is one call of `BrowserWindow.run`.
  @Suite(.needsDisplay)
  struct HostExitTests {
    private struct NoContent: Error {}

    /// Runs a program without content.
    @MainActor private static func start() {
      BrowserWindow.run("Test") { _ in throw NoContent() }
    }

    @Test func `content that throws ends the program with status 1`() async throws {
      let display = try Displays.plain().name
      await #expect(processExitsWith: .exitCode(1)) { [display = display as String] in
        setenv("DISPLAY", display, 1)
        await Self.start()
      }
    }

    @Test func `a missing display ends the program with status 3`() async {
      await #expect(processExitsWith: .exitCode(3)) {
        unsetenv("DISPLAY")
        await Self.start()
      }
    }
  }
}
