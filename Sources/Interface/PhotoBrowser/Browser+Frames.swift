import BrowserCore
import Geometry
import Motion
import Pixels
import Views

extension Browser {
  /// How the indicator comes and goes: within 0.3 s, about as long as the picture's way back.
  private static let indicatorSpring = Spring.settling(in: 0.3, damping: 1)
  /// A difference of opacity that cannot be seen.
  private static let indicatorTolerance = 0.01
  /// The indicator is hidden while the picture in the hand is smaller than this.
  private static let indicatorScale = 0.99

  /// True while a hand has hold of something.
  public var isHeld: Bool {
    state.scroll.isHeld || state.pull?.phase == .held || state.zoom(of: state.index).isHeld
  }

  /// Makes the frame of `time`: lets time pass, then puts everything where it belongs.
  func advance(to time: Timestamp) {
    let before = lastTime
    lastTime = max(lastTime, time)
    // Layout comes after update: a new size must not be seen one frame late.
    if state.layout.viewport != frame.size { layout() }
    interpret(arena.advance(to: time))
    handle(state.advance(to: lastTime))
    let frame = state.frame(at: lastTime)
    isStill = !hasActed && lastTime > before && frame == lastFrame
    hasActed = false
    if frame.backdrop != lastFrame?.backdrop { setNeedsDisplay() }
    if isOverScene { isOpaque = !state.isDismissed && frame.backdrop >= 1 }
    place(turned(frame))
    play(frame)
    fadeIndicator(frame)
    if let old = lastFrame, old.pull != frame.pull || old.backdrop != frame.backdrop {
      delegate?.browser(self, isPulledTo: frame.pull, backdrop: frame.backdrop)
    }
    lastFrame = frame
    delegate?.browser(self, didLayOut: frame)
    appear()
  }

  private func place(_ frame: BrowserFrame) {
    for page in frame.pages {
      guard let cell = cell(at: page.index) else { continue }
      cell.isHidden = page.placement == .flying
      cell.frame = page.frame
      cell.place(page)
      tellSize(of: page)
    }
    for (index, live) in cells where !frame.pages.contains(where: { $0.index == index }) {
      live.cell.isHidden = true
    }
    if let cell = visibleCell, pageLayer.children.last !== cell { pageLayer.add(cell) }
  }

  /// The first page settles without having moved.
  private func appear() {
    guard !hasAppeared, state.layout.count > 0, !state.layout.viewport.isEmpty else { return }
    hasAppeared = true
    if state.scroll.isSettled(at: lastTime) {
      delegate?.browser(self, didSettleOn: state.index)
    }
  }

  /// Tells the data source how large a page's picture is going to be, so that it can fetch enough.
  private func tellSize(of page: BrowserFrame.Page) {
    guard state.hasContent(page.index) else { return }
    let rest = state.zoom(of: page.index).targetRect.size
    dataSource?.browser(
      self, page: page.index,
      isShownAt: PixelSize(width: Int(rest.width.rounded()), height: Int(rest.height.rounded())))
  }

  private func fadeIndicator(_ frame: BrowserFrame) {
    guard let indicator else { return }
    let goal = frame.pull < Self.indicatorScale || frame.backdrop < 1 ? 0.0 : 1.0
    if indicatorAlpha.target != goal {
      if options.tuning.reducesMotion {
        indicatorAlpha.set(goal)
      } else {
        indicatorAlpha.animate(
          to: goal, with: Self.indicatorSpring, at: lastTime, tolerance: Self.indicatorTolerance)
      }
    }
    if state.flight?.flight.goal == .page { indicatorAlpha.set(frame.chrome) }
    let limit = state.pull == nil || !frame.flying.isEmpty ? frame.chrome : 1
    indicator.alpha = min(limit, 1, max(0, indicatorAlpha.value(at: lastTime)))
  }

  func indicatorDidChange(from old: (any PageIndicator)?) {
    guard old !== indicator else { return }
    old?.removeFromParent()
    guard let indicator else { return }
    add(indicator)
    // One that takes another's place takes its fade, too.
    indicator.alpha = min(1, max(0, indicatorAlpha.value(at: lastTime)))
    indicator.show(index: state.index, count: state.layout.count)
    indicator.place(in: bounds.inset(by: barInsets), scale: uiScale)
    requestFrame()
  }
}
