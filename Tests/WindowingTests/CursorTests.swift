import CX11
import Testing
import WindowingTestSupport

@testable import Windowing

/// The cursors that an X server shows over a window.
@Suite(
  .serialized,
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed: no windows are tested"))
@MainActor
struct CursorTests {
  /// Whether every pixel of the cursor on the screen is transparent; nil if it is unknown.
  private func isBlank(_ stage: Stage) -> Bool? {
    guard let image = XFixesGetCursorImage(stage.display.server.xDisplay) else { return nil }
    defer { XFree(image) }
    guard let pixels = image.pointee.pixels else { return nil }
    let count = Int(image.pointee.width) * Int(image.pointee.height)
    return UnsafeBufferPointer(start: pixels, count: count).allSatisfy { $0 == 0 }
  }

  @Test func `a new theme keeps the cursor that is shown instead of the normal one`() throws {
    let stage = try Stage()
    stage.focus()
    stage.onlooker.move(x: 30, y: 40)
    #expect(stage.run { !stage.recorder.pointers.isEmpty })
    let (cursors, window) = (stage.display.cursors, stage.window.id)
    cursors.define(.arrow, of: window)
    cursors.override(.hidden, of: window)
    #expect(isBlank(stage) == true)
    cursors.setTheme(nil, size: 33)
    #expect(isBlank(stage) == true)
    cursors.override(nil, of: window)
    #expect(isBlank(stage) == false)
  }
}
