import BrowserCore
import Geometry
import Motion
import Views

/// The overlays on top of the pages: one indicator, and any number of others.
extension Browser {
  /// The spring of the overlays' fade: 0.3 s, about as long as the return of a pulled picture.
  private static let overlaySpring = Spring.settling(in: 0.3, damping: 1)
  /// The largest invisible difference of opacity.
  private static let overlayTolerance = 0.01
  /// Overlays are hidden while a pulled picture has a scale below this.
  private static let overlayScale = 0.99

  /// Lays `overlay` over the pages, in front of the existing overlays, and removes it from any
  /// other browser. An overlay that this browser has already keeps its order.
  public func addOverlay(_ overlay: any BrowserOverlay) {
    guard !overlays.contains(where: { $0 === overlay }) else { return }
    (overlay.parent as? OverlayLayer)?.browser?.removeOverlay(overlay)
    overlays.append(overlay)
    begin(overlay)
  }

  /// Removes `overlay`, if this browser has it.
  public func removeOverlay(_ overlay: any BrowserOverlay) {
    if overlay === indicator { indicator = nil }
    guard overlays.contains(where: { $0 === overlay }) else { return }
    overlays.removeAll { $0 === overlay }
    overlay.removeFromParent()
    layoutOverlays()
  }

  /// Lays out all overlays. An overlay calls this when its own size has changed.
  public func layoutOverlays() {
    var room = OverlayRoom(
      area: bounds.inset(by: barInsets), scale: uiScale, isRightToLeft: state.layout.direction < 0)
    guard !room.area.isEmpty else { return }
    for overlay in allOverlays {
      overlay.place(in: room)
      guard !overlay.isHidden else { continue }
      room.taken = room.taken.union(overlay.reach)
      if let frame = overlay.occupiedFrame { room.occupied.append(frame) }
    }
    overlayArea = room.free
    overlayBottom = room.taken.bottom + barInsets.bottom
  }

  /// All overlays in layout order. The indicator comes first, so that other overlays do not move
  /// it.
  private var allOverlays: [any BrowserOverlay] { (indicator.map { [$0] } ?? []) + overlays }

  private func begin(_ overlay: any BrowserOverlay) {
    overlayLayer.add(overlay)
    if let indicator, indicator !== overlay { overlayLayer.add(indicator) }
    // A new overlay, also one that replaces another, joins the fade in progress.
    overlay.alpha = overlayOpacity(lastFrame) * ownOpacity(of: overlay)
    overlay.attached(to: self)
    overlay.reload(count: state.layout.count, index: state.index)
    layoutOverlays()
    requestFrame()
  }

  func indicatorDidChange(from old: (any PageIndicator)?) {
    guard old !== indicator else { return }
    old?.removeFromParent()
    if let indicator { begin(indicator) } else { layoutOverlays() }
  }

  func indicatorOpacityDidChange() {
    indicator?.alpha = overlayOpacity(lastFrame) * indicatorOpacity
    requestFrame()
  }

  private func ownOpacity(of overlay: any BrowserOverlay) -> Double {
    let own = overlay === indicator ? min(max(indicatorOpacity, 0), 1) : 1
    return overlay.hidesWithControls ? own * controlsOpacity : own
  }

  // MARK: Controls

  func showsControlsDidChange() {
    requestFrame()
    onControlsChange?(showsControls)
  }

  /// True when a fade of the controls begins with the next frame.
  var wantsControlsFade: Bool { controlsAlpha.target != (showsControls ? 1 : 0) }

  private var controlsOpacity: Double { min(1, max(0, controlsAlpha.value(at: lastTime))) }

  private func fadeControls() {
    guard wantsControlsFade else { return }
    let goal = showsControls ? 1.0 : 0
    if options.tuning.reducesMotion {
      controlsAlpha.set(goal)
    } else {
      controlsAlpha.animate(
        to: goal, with: Self.overlaySpring, at: lastTime, tolerance: Self.overlayTolerance)
    }
  }

  func reloadOverlays() {
    for overlay in allOverlays { overlay.reload(count: state.layout.count, index: state.index) }
    layoutOverlays()
  }

  func notifyOverlays(index: Int) {
    for overlay in allOverlays { overlay.indexDidChange(to: index) }
    layoutOverlays()
  }

  /// Fades overlays out while a picture is pulled down, and in again when it is back.
  func fadeOverlays(_ frame: BrowserFrame) {
    fadeControls()
    // A first overlay that is added later fades in as well: the fade starts at 0.
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
    // Overlays that fade out take no input.
    overlayLayer.isInteractive = goal > 0 && !state.isLeaving && !state.isDismissed
  }

  private func overlayOpacity(_ frame: BrowserFrame?) -> Double {
    let limit = frame.map { state.pull == nil || !$0.flying.isEmpty ? $0.chrome : 1 } ?? 1
    return min(limit, 1, max(0, overlayAlpha.value(at: lastTime)))
  }
}

/// The container of the overlays over the pages; not a target of input itself.
final class OverlayLayer: View {
  /// The browser that contains the layer.
  private(set) weak var browser: Browser?

  /// Adds the layer to `browser`, above its pages.
  func join(_ browser: Browser) {
    self.browser = browser
    fillsParent = true
    browser.add(self)
  }

  override func contains(_ point: Point) -> Bool { false }
}

extension Insets {
  /// The larger inset of the two on each side.
  fileprivate func union(_ other: Insets) -> Insets {
    Insets(
      top: max(top, other.top), left: max(left, other.left), bottom: max(bottom, other.bottom),
      right: max(right, other.right))
  }
}
