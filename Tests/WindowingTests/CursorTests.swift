import CX11
import Geometry
import TestSupport
import Testing
import WindowingTestSupport

@testable import Windowing

struct CursorSizeTests {
  @Test func `a cursor is as much larger as the scale of the window`() {
    #expect(CursorSize.scaled(24, by: 1) == 24)
    #expect(CursorSize.scaled(24, by: 2) == 48 && CursorSize.scaled(48, by: 0.5) == 24)
    #expect(CursorSize.scaled(24, by: 1.25) == 30)
    #expect(CursorSize.scaled(25, by: 1.25) == 31, "rounded to whole pixels")
  }

  @Test func `no factor leads to a size that themes do not have`() {
    #expect(CursorSize.scaled(400, by: 8) == 512 && CursorSize.scaled(1, by: 0.125) == 1)
    for factor in [0, -1, Double.nan, .infinity] {
      #expect(CursorSize.scaled(24, by: factor) == 24, "\(factor)")
    }
    #expect(CursorSize.scaled(600, by: 1) == 600, "the size of the X resources is kept")
  }
}

/// The cursors that an X server shows over a window.
@Suite(
  .serialized, .tags(.display),
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

  /// The nominal size in which the cursors of the connection were loaded last.
  private func loadedSize(_ stage: Stage) -> Int {
    Int(XcursorGetDefaultSize(stage.display.server.xDisplay))
  }

  @Test func `a window on a monitor with another scale has cursors of another size`() throws {
    let halves = [0.0, 400].map { Rect(x: $0, y: 0, width: 400, height: 600) }
    let stage = try Stage(monitors: halves, screenFactors: "part1=3")
    #expect(stage.run { stage.recorder.ticks > 0 && stage.window.isVisible })
    stage.display.finishSetup()
    let usual = loadedSize(stage)
    let large = CursorSize.scaled(usual, by: 3 / stage.display.uiScale)
    stage.window.setCursor(.arrow)
    #expect(loadedSize(stage) == usual && large != usual)
    stage.onlooker.move(stage.window.id, x: 500, y: 0)
    #expect(stage.run { stage.window.uiScale == 3 })
    #expect(loadedSize(stage) == large)
    let placed = try Stage(
      monitors: halves, screenFactors: "part1=3", position: Point(x: 500, y: 0))
    placed.window.setCursor(.hand)
    #expect(loadedSize(placed) == large)
  }

  @Test func `the scale that the user has chosen changes the size of the cursor`() throws {
    let stage = try Stage()
    let usual = loadedSize(stage)
    stage.window.setCursor(.arrow)
    stage.window.chosenScale = 2 * stage.display.uiScale
    #expect(loadedSize(stage) == 2 * usual)
    stage.display.cursors.setTheme(nil, size: usual + 9)
    #expect(loadedSize(stage) == 2 * (usual + 9), "relative to the theme's size")
    stage.window.chosenScale = nil
    #expect(loadedSize(stage) == usual + 9)
    stage.display.cursors.setTheme(nil, size: nil)
    #expect(loadedSize(stage) == usual, "that of the X resources again")
  }

  @Test func `the size of the X resources is known although the desktop sets another`() throws {
    let stage = try Stage()
    let usual = loadedSize(stage)
    stage.display.cursors.setTheme(nil, size: usual + 9)
    stage.window.setCursor(.hand)
    #expect(loadedSize(stage) == usual + 9)
    stage.display.cursors.setTheme(nil, size: nil)
    #expect(loadedSize(stage) == usual)
  }

  @Test func `a new theme is not loaded for a window that is closed`() throws {
    let stage = try Stage()
    stage.window.setCursor(.arrow)
    stage.pump()
    stage.window.close()
    stage.display.cursors.setTheme(nil, size: 33)
    stage.pump()
    #expect(stage.recorder.errors == [])
  }
}
