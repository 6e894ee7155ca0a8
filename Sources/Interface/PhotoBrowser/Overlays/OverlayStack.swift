import BrowserCore
import Geometry
import Motion
import Views

/// The overlays of a browser: their order, their layout, and their fades.
final class OverlayStack {
  /// The spring of the overlays' fade. It settles in 0.3 s, about as long as the return of a pulled
  /// picture takes.
  private static let fadeSpring = Spring.settling(in: 0.3, damping: 1)
  /// The difference of opacity below which a fade has settled, because it is invisible.
  private static let fadeTolerance = 0.01
  /// The scale of a pulled picture below which the overlays fade out.
  private static let maxPullScaleOfFadeOut = 0.99

  private unowned let browser: Browser
  private let layer = OverlayLayer()
  /// The overlays except the indicator, the frontmost last.
  private(set) var overlays: [any BrowserOverlay] = []
  /// The page indicator, in front of all other overlays; nil for none.
  private(set) var indicator: (any PageIndicator)?
  /// The maximum opacity of the indicator, 0…1.
  private(set) var indicatorOpacity = 1.0
  /// The area in the browser's coordinates that neither the host's bars nor overlays cover, after
  /// the last layout.
  private(set) var freeArea = Rect.zero
  /// The height that the host's bars, indicator and overlays take at the bottom of the pages, in
  /// device pixels.
  private(set) var takenBottomHeight = 0.0
  /// The opacity of all overlays, which fades out during a pull-down.
  private var overlayFade = AnimatedValue(0)
  /// The additional factor for the opacity of overlays that hide with the controls.
  private var controlsFade = AnimatedValue(1)

  init(for browser: Browser) {
    self.browser = browser
    layer.attach(to: browser)
  }

  /// Whether a fade is in progress at `time`, or begins with the next frame.
  func isFading(at time: Timestamp) -> Bool {
    !overlayFade.isSettled(at: time) || !controlsFade.isSettled(at: time) || wantsControlsFade
  }

  // MARK: Overlays

  /// Adds `overlay` in front of the others, and removes it from any other browser; no effect if the
  /// overlay is here already.
  ///
  /// - Parameter front: the overlay directly behind which the new one is put, in the order of
  ///   drawing and of layout; nil, the default, puts it in front of all.
  func add(_ overlay: any BrowserOverlay, behind front: (any BrowserOverlay)? = nil) {
    guard !overlays.contains(where: { $0 === overlay }) else { return }
    (overlay.parent as? OverlayLayer)?.browser?.removeOverlay(overlay)
    let index = overlays.firstIndex { $0 === front } ?? overlays.count
    overlays.insert(overlay, at: index)
    attach(overlay, behind: index + 1 < overlays.count ? overlays[index + 1] : nil)
  }

  func remove(_ overlay: any BrowserOverlay) {
    if overlay === indicator { replaceIndicator(by: nil) }
    guard overlays.contains(where: { $0 === overlay }) else { return }
    overlays.removeAll { $0 === overlay }
    overlay.removeFromParent()
    layout()
  }

  func replaceIndicator(by new: (any PageIndicator)?) {
    let old = indicator
    indicator = new
    guard old !== new else { return }
    old?.removeFromParent()
    if let new { attach(new) } else { layout() }
  }

  func setIndicatorOpacity(_ opacity: Double) {
    guard opacity != indicatorOpacity else { return }
    indicatorOpacity = opacity
    indicator?.alpha = self.opacity(in: browser.shownFrame) * opacity
    browser.requestFrame()
  }

  private func attach(_ overlay: any BrowserOverlay, behind front: (any BrowserOverlay)? = nil) {
    let place = front.flatMap { front in layer.children.firstIndex { $0 === front } }
    layer.insert(overlay, at: place ?? layer.children.count)
    if let indicator, indicator !== overlay { layer.add(indicator) }
    // A new overlay, also one that replaces another, takes part in the fade in progress.
    overlay.alpha = opacity(in: browser.shownFrame) * ownOpacity(of: overlay)
    overlay.attached(to: browser)
    overlay.reload(count: browser.state.layout.count, index: browser.state.index)
    layout()
    browser.requestFrame()
  }

  /// All overlays in the order of layout. The indicator is laid out first, so that no other overlay
  /// moves it.
  private var layoutOrder: [any BrowserOverlay] { (indicator.map { [$0] } ?? []) + overlays }

  // MARK: Layout

  func layout() {
    var room = BrowserOverlays.Room(
      area: Rect(origin: .zero, size: browser.pageSize).inset(by: browser.barInsets),
      scale: browser.uiScale,
      isRightToLeft: browser.state.layout.axisSign < 0)
    guard !room.area.isEmpty else { return }
    for case let side as any SideOverlay in layoutOrder where !side.isHidden {
      room.sideInsets = room.sideInsets.union(side.sideInsets(in: room.area, scale: room.scale))
    }
    for overlay in layoutOrder {
      overlay.layout(in: room)
      guard !overlay.isHidden else { continue }
      room.taken = room.taken.union(overlay.reach)
      if let frame = overlay.occupiedFrame { room.occupied.append(frame) }
    }
    freeArea = room.free
    // The pages end above the host's footer, so its height does not count here.
    let height = room.taken.bottom + browser.barInsets.bottom
    guard height != takenBottomHeight else { return }
    takenBottomHeight = height
    for cell in browser.cells.photoCells { cell.bottomInset = height }
  }

  /// Passes the number of pages and the index of the current page to all overlays.
  func reload() {
    for overlay in layoutOrder {
      overlay.reload(count: browser.state.layout.count, index: browser.state.index)
    }
    layout()
  }

  /// Passes the index of the new current page to all overlays.
  func pageDidChange(to index: Int) {
    for overlay in layoutOrder { overlay.indexDidChange(to: index) }
    layout()
  }

  // MARK: Fades

  /// The minimum opacity of an overlay with the keyboard focus, because a view without opacity
  /// takes no keys; it is too low to be visible.
  private static let minFocusAlpha = 0.01

  /// Fades the overlays out while a picture is pulled down, and in again when the picture is back
  /// on its page.
  func updateFades(for frame: BrowserFrame, at time: Timestamp) {
    if wantsControlsFade { animate(&controlsFade, to: browser.showsControls ? 1 : 0, at: time) }
    // Without an overlay the opacity stays 0, so that the first one fades in even if it is added
    // later.
    guard indicator != nil || !overlays.isEmpty else { return }
    let goal = frame.pullScale < Self.maxPullScaleOfFadeOut || frame.backdrop < 1 ? 0.0 : 1.0
    if overlayFade.target != goal { animate(&overlayFade, to: goal, at: time) }
    let state = browser.state
    if state.flight?.flight.goal == .page { overlayFade.set(frame.chrome) }
    let alpha = opacity(in: frame)
    for overlay in layoutOrder {
      // The text field of an overlay takes keys from the moment it is opened, before its fade
      // begins.
      let takesKeys = goal > 0 && overlay.stage?.focus?.isInside(overlay) ?? false
      overlay.alpha = max(alpha * ownOpacity(of: overlay), takesKeys ? Self.minFocusAlpha : 0)
    }
    // Overlays that fade out receive no input.
    layer.isInteractive = goal > 0 && !state.isLeaving && !state.isDismissed
  }

  private func animate(_ value: inout AnimatedValue, to goal: Double, at time: Timestamp) {
    if browser.options.tuning.reducesMotion {
      value.set(goal)
    } else {
      value.animate(to: goal, with: Self.fadeSpring, at: time, tolerance: Self.fadeTolerance)
    }
  }

  private func opacity(in frame: BrowserFrame?) -> Double {
    let state = browser.state
    let limit = frame.map { state.pull == nil || !$0.flying.isEmpty ? $0.chrome : 1 } ?? 1
    return min(limit, 1, max(0, overlayFade.value(at: browser.now)))
  }

  private func ownOpacity(of overlay: any BrowserOverlay) -> Double {
    let own = overlay === indicator ? min(max(indicatorOpacity, 0), 1) : 1
    return overlay.hidesWithControls ? own * controlsOpacity : own
  }

  private var controlsOpacity: Double { min(1, max(0, controlsFade.value(at: browser.now))) }

  /// Whether a fade of the controls begins with the next frame.
  private var wantsControlsFade: Bool { controlsFade.target != (browser.showsControls ? 1 : 0) }
}

extension Browser {
  /// Lays `overlay` over the pages as ``addOverlay(_:)`` does, but behind the overlay `front`,
  /// which then avoids it in its layout.
  package func addOverlay(_ overlay: any BrowserOverlay, behind front: any BrowserOverlay) {
    overlayStack.add(overlay, behind: front)
  }
}

/// The container of the overlays over the pages; it receives no input itself.
final class OverlayLayer: View {
  /// The browser that contains the layer.
  private(set) weak var browser: Browser?

  /// Adds the layer to `browser`, above the pages.
  func attach(to browser: Browser) {
    self.browser = browser
    fillsParent = true
    browser.add(self)
  }

  override func contains(_ point: Point) -> Bool { false }
}

extension Insets {
  /// The larger of the two insets on each side.
  fileprivate func union(_ other: Insets) -> Insets {
    Insets(
      top: max(top, other.top), left: max(left, other.left), bottom: max(bottom, other.bottom),
      right: max(right, other.right))
  }
}
