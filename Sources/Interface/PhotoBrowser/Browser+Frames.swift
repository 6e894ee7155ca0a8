import BrowserCore
import Geometry
import Motion
import Pixels
import Views

extension Browser {
  /// True while a drag or pinch holds the pages or the picture.
  public var isHeld: Bool {
    state.scroll.isHeld || state.pull?.phase == .held || state.zoom(of: state.index).isHeld
  }

  /// True when a drag would pan the picture.
  package var isPannable: Bool {
    guard !state.isDismissed else { return false }
    let zoom = state.zoom(of: state.index)
    let bounds = PanBounds(shown: zoom.targetRect.size, viewport: zoom.viewport)
    return Axis.allCases.contains(where: bounds.canMove)
  }

  /// Advances the browser to `time` and lays out the frame.
  func advance(to time: Timestamp) {
    let before = lastTime
    reach(time)
    // The stage updates views before their layout: a new size has to be applied here to affect this
    // frame.
    if state.layout.viewport != frame.size, !state.isDismissed { layout() }
    jump()
    interpret(arena.advance(to: time))
    holdSlideshow()
    handle(state.advance(to: lastTime))
    let frame = state.frame(at: lastTime)
    isStill = !hasActed && lastTime > before && frame == lastFrame
    hasActed = false
    if frame.backdrop != lastFrame?.backdrop { setNeedsDisplay() }
    if isOverScene { isOpaque = !state.isDismissed && frame.backdrop >= 1 }
    lift.follow(pull: state.pull == nil ? nil : frame.pull, at: lastTime)
    place(turned(frame))
    fade(frame.departing)
    play(frame)
    fadeOverlays(frame)
    reportPull(frame)
    lastFrame = frame
    tell { $0.browser(self, didLayOut: frame) }
    followVisits(frame)
    appear()
    requestMorePages()
  }

  /// Begins to report a pull-down. A pull-down that begins and ends in the same action is a command
  /// to close, which no hand has pulled.
  func followPull(_ effects: [BrowserEffect]) {
    guard effects.contains(.pullBegan) else { return }
    reportsPull = !effects.contains(.pullEnded(closes: true))
  }

  private func reportPull(_ frame: BrowserFrame) {
    guard reportsPull else { return }
    if let old = lastFrame, old.pull != frame.pull || old.backdrop != frame.backdrop {
      tell { $0.browser(self, isPulledTo: frame.pull, backdrop: frame.backdrop) }
    }
    if state.pull == nil, frame.pull == 1, frame.backdrop == 1 { reportsPull = false }
  }

  private func place(_ frame: BrowserFrame) {
    for page in frame.pages {
      guard let cell = cell(at: page.index) else { continue }
      cell.isHidden = page.placement == .flying
      cell.frame = page.frame
      (cell as? PhotoCell)?.focus = pointer.map { $0 - (page.frame.origin - .zero) }
      let height = page.index == frame.index ? lift.value(at: lastTime) : 0
      (cell as? PhotoCell)?.height = height
      cell.place(page)
      reportSize(of: page)
    }
    for (index, live) in cells where !frame.pages.contains(where: { $0.index == index }) {
      live.cell.isHidden = true
    }
    if let cell = visibleCell, pageLayer.children.last !== cell { pageLayer.add(cell) }
  }

  /// Announces the first page as settled; it did not have to move.
  private func appear() {
    guard !hasAppeared, state.layout.count > 0, !state.layout.viewport.isEmpty else { return }
    hasAppeared = true
    if state.scroll.isSettled(at: lastTime) {
      tell { $0.browser(self, didSettleOn: state.index) }
    }
  }

  /// Reports the target size of a page's picture to the data source, so that enough detail is
  /// loaded.
  private func reportSize(of page: BrowserFrame.Page) {
    guard state.hasContent(page.index) else { return }
    let rest = state.zoom(of: page.index).targetRect.size
    dataSource?.browser(
      self, page: page.index,
      isShownAt: PixelSize(width: Int(rest.width.rounded()), height: Int(rest.height.rounded())))
  }
}
