import BrowserCore
import Geometry
import Motion
import Views

/// What is laid over the pages: one indicator, and anything else.
extension Browser {
  /// How overlays come and go: within 0.3 s, about as long as the picture's way back.
  private static let overlaySpring = Spring.settling(in: 0.3, damping: 1)
  /// A difference of opacity that cannot be seen.
  private static let overlayTolerance = 0.01
  /// Overlays are hidden while the picture in the hand is smaller than this.
  private static let overlayScale = 0.99

  /// Lays `overlay` over the pages, in front of those that are there; it is taken from any other
  /// browser. One that is there already stays where it is.
  public func addOverlay(_ overlay: any BrowserOverlay) {
    guard !overlays.contains(where: { $0 === overlay }) else { return }
    (overlay.parent as? OverlayLayer)?.browser?.removeOverlay(overlay)
    overlays.append(overlay)
    begin(overlay)
  }

  /// Takes `overlay` away, if it is there.
  public func removeOverlay(_ overlay: any BrowserOverlay) {
    if overlay === indicator { indicator = nil }
    guard overlays.contains(where: { $0 === overlay }) else { return }
    overlays.removeAll { $0 === overlay }
    overlay.removeFromParent()
    placeOverlays()
  }

  /// Puts every overlay in its place; an overlay whose size changed by itself calls it.
  public func placeOverlays() {
    var room = OverlayRoom(
      area: bounds.inset(by: barInsets), scale: uiScale, isRightToLeft: state.layout.direction < 0)
    guard !room.area.isEmpty else { return }
    for overlay in allOverlays {
      overlay.place(in: room)
      guard !overlay.isHidden else { continue }
      room.taken = room.taken.union(overlay.reach)
    }
    overlayBottom = room.taken.bottom + barInsets.bottom
  }

  /// The indicator first: it stays where it is, whatever else there is to read.
  private var allOverlays: [any BrowserOverlay] { (indicator.map { [$0] } ?? []) + overlays }

  private func begin(_ overlay: any BrowserOverlay) {
    overlayLayer.add(overlay)
    if let indicator, indicator !== overlay { overlayLayer.add(indicator) }
    // One that joins the others, or takes another's place, takes their fade, too.
    overlay.alpha = overlayOpacity(lastFrame) * ownOpacity(of: overlay)
    overlay.attached(to: self)
    overlay.reload(count: state.layout.count, index: state.index)
    placeOverlays()
    requestFrame()
  }

  func indicatorDidChange(from old: (any PageIndicator)?) {
    guard old !== indicator else { return }
    old?.removeFromParent()
    if let indicator { begin(indicator) } else { placeOverlays() }
  }

  func indicatorOpacityDidChange() {
    indicator?.alpha = overlayOpacity(lastFrame) * indicatorOpacity
    requestFrame()
  }

  private func ownOpacity(of overlay: any BrowserOverlay) -> Double {
    overlay === indicator ? min(max(indicatorOpacity, 0), 1) : 1
  }

  func reloadOverlays() {
    for overlay in allOverlays { overlay.reload(count: state.layout.count, index: state.index) }
    placeOverlays()
  }

  func tellOverlays(index: Int) {
    for overlay in allOverlays { overlay.indexDidChange(to: index) }
    placeOverlays()
  }

  /// Hides overlays while a picture is in the hand, and shows them once it is back.
  func fadeOverlays(_ frame: BrowserFrame) {
    // The first one fades in.
    guard indicator != nil || !overlays.isEmpty else { return }
    let goal = frame.pull < Self.overlayScale || frame.backdrop < 1 ? 0.0 : 1.0
    if overlayAlpha.target != goal {
      if options.tuning.reducesMotion {
        overlayAlpha.set(goal)
      } else {
        overlayAlpha.animate(
          to: goal, with: Self.overlaySpring, at: lastTime, tolerance: Self.overlayTolerance)
      }
    }
    if state.flight?.flight.goal == .page { overlayAlpha.set(frame.chrome) }
    let alpha = overlayOpacity(frame)
    for overlay in allOverlays { overlay.alpha = alpha * ownOpacity(of: overlay) }
    // What fades away is not meant any more.
    overlayLayer.isInteractive = goal > 0 && !state.isLeaving && !state.isDismissed
  }

  private func overlayOpacity(_ frame: BrowserFrame?) -> Double {
    let limit = frame.map { state.pull == nil || !$0.flying.isEmpty ? $0.chrome : 1 } ?? 1
    return min(limit, 1, max(0, overlayAlpha.value(at: lastTime)))
  }
}

/// Holds the overlays over the pages; nothing itself.
final class OverlayLayer: View {
  /// Whose pages they are over.
  private(set) weak var browser: Browser?

  /// Comes to lie over the pages of `browser`.
  func join(_ browser: Browser) {
    self.browser = browser
    fillsParent = true
    browser.add(self)
  }

  override func contains(_ point: Point) -> Bool { false }
}

extension Insets {
  /// On each side the larger distance of the two.
  fileprivate func union(_ other: Insets) -> Insets {
    Insets(
      top: max(top, other.top), left: max(left, other.left), bottom: max(bottom, other.bottom),
      right: max(right, other.right))
  }
}
