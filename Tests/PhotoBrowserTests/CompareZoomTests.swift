import Drawing
import Motion
import TestSupport
import Testing
import Views

@testable import PhotoBrowser

/// The wheel over the panes of a comparison.
@MainActor @Suite struct CompareZoomTests {
  private let rig = StageRig(480, 320)
  private let sources = (0..<2).map { _ in PageSource(.album(4)) }
  private let compare: CompareView

  init() {
    let panes = sources.enumerated().map { number, source in
      let browser = Browser(options: BrowserOptions())
      browser.initialIndex = number
      browser.dataSource = source
      return ComparePane(number, browser: browser, caption: View())
    }
    compare = CompareView(panes, background: .black)
    rig.stage.root.add(compare)
    compare.open(at: rig.now)
    rig.settle()
  }

  /// The scale of the photo in a pane, relative to fit.
  private func ratio(_ pane: ComparePane) -> Double {
    let zoom = pane.browser.state.zoom(of: pane.browser.pageIndex)
    return zoom.targetScale / zoom.levels.fit
  }

  /// Turns the wheel by one notch forward, with Ctrl, at a point that is relative to a corner or
  /// the middle of the second pane's browser; returns the rectangle of its photo, which is as wide
  /// as the browser at fit.
  private func zoom(at place: (Rect) -> Point) -> Rect {
    let pane = compare.panes[1]
    let frame = pane.browser.frame.offset(by: pane.frame.origin - .zero)
    rig.scroll(.wheel, Vector(dx: 0, dy: -1), at: place(frame), .control)
    rig.settle()
    #expect(abs(ratio(pane) - 1.25) < 1e-3)
    #expect(abs(ratio(pane) - ratio(compare.panes[0])) < 1e-3, "linked panes follow")
    return pane.browser.state.zoom(of: pane.browser.pageIndex).targetRect
  }

  @Test func `Ctrl+wheel below the photo, over its caption, zooms the panes`() {
    let rect = zoom { Point(x: $0.midX, y: $0.maxY + 10) }
    #expect(abs(rect.midX - compare.panes[1].browser.bounds.midX) < 1)
  }

  @Test func `Ctrl+wheel beside the photo zooms about its nearest point`() {
    #expect(abs(zoom { Point(x: $0.minX - 2, y: $0.midY) }.minX) < 1)
    #expect(compare.focusedPane.number == 0, "the wheel does not move the focus")
  }

  @Test func `a wheel without Ctrl below the photo does nothing`() {
    let pane = compare.panes[1]
    rig.scroll(
      .wheel, Vector(dx: 0, dy: 1), at: Point(x: pane.frame.midX, y: pane.frame.maxY - 10))
    rig.settle()
    #expect(pane.browser.pageIndex == 1 && abs(ratio(pane) - 1) < 1e-3)
  }
}
