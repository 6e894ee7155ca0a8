import Drawing
import Geometry
import Input
import Motion

/// The controller of a stage's tooltips, which show the name and the keys of the control under the
/// pointer.
///
/// A press, a key or the wheel hides the tooltip until the pointer enters another control. Touches
/// show none.
final class TooltipController {
  /// The time in seconds for which the pointer must be over a control before its tooltip is shown.
  ///
  /// - Source: 500 ms in GTK 3 and 700 ms in Qt 5; long enough for a pointer that only crosses a
  ///   button.
  static let delay = 0.6
  /// The time in seconds after a tooltip within which that of the next control is shown without
  /// delay.
  ///
  /// - Source: `gtk-tooltip-browse-mode-timeout` of GTK 3, 500 ms.
  static let browseModeTimeout = 0.5

  private enum TooltipState {
    case hidden
    /// The pointer is over a control whose tooltip will be shown at this time.
    case waiting(until: Timestamp)
    case shown
  }

  private var state = TooltipState.hidden
  private weak var control: Control?
  /// The time at which the pointer left a control whose tooltip was visible; nil for none.
  private var leaveTime: Timestamp?
  private let view = TooltipView()

  /// The time at which a tooltip must be shown; nil for none.
  var deadline: Timestamp? {
    if case .waiting(let end) = state { end } else { nil }
  }

  /// Called when the pointer enters a view or, with nil, leaves all views.
  func pointerDidEnter(to view: View?, on stage: Stage, at time: Timestamp) {
    if case .shown = state { leaveTime = time }
    hide()
    control = nil
    guard let next = view as? Control, next.showsTooltip, !next.accessibilityLabel.isEmpty,
      !stage.isPressed
    else { return }
    control = next
    let isBrowsing = leaveTime.map { time - $0 <= Self.browseModeTimeout } ?? false
    state = .waiting(until: isBrowsing ? time : time + Self.delay)
    stage.requestFrame()
  }

  /// Receives every event before the views do; some of them hide the tooltip.
  func receive(_ event: InputEvent) {
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .moved:
        if case .waiting(let end) = state, pointer.time < end {
          state = .waiting(until: pointer.time + Self.delay)
        }
      case .pressed: hideAndForget()
      case .released, .entered, .exited: break
      }
    case .key(let key): if key.isPress { hideAndForget() }
    case .touch, .scroll, .pinch, .swipe, .cancelled: hideAndForget()
    }
  }

  /// Shows a tooltip when it is time, and hides that of a control that is hidden or has left the
  /// stage.
  func update(on stage: Stage, at time: Timestamp) {
    switch state {
    case .hidden: return
    case .waiting(let end):
      guard let control, control.stage === stage, stage.hovered === control else { return hide() }
      guard time >= end else { return }
      state = .shown
      view.show(control.accessibilityLabel, keys: control.keys, over: control, on: stage)
    case .shown:
      if control.map({ $0.stage !== stage || !$0.isEffectivelyVisible }) ?? true { hideAndForget() }
    }
  }

  private func hide() {
    state = .hidden
    view.fadeOut()
  }

  private func hideAndForget() {
    leaveTime = nil
    if case .hidden = state { return }
    hide()
  }
}

extension View {
  /// Whether the view can be seen: neither it nor a view around it is hidden or transparent.
  fileprivate var isEffectivelyVisible: Bool { isVisible && (parent?.isEffectivelyVisible ?? true) }
}

/// The view of a tooltip: a small panel below or above a control, inside the window.
final class TooltipView: View {
  private var title = ""
  private var titleText: CachedText?
  private var caps = KeyCaps([])
  private var fade = Fade(0, duration: TooltipViewStyle.fadeDuration)
  private weak var control: View?

  /// The measures of a tooltip: lengths in points, times in seconds.
  private enum TooltipViewStyle {
    static let fontSize = 13.0
    static let capHeight = 18.0
    static let padding = Size(width: 10, height: 6)
    /// The distance between the control's name and the key caps, in points.
    static let gap = 10.0
    /// The distance between the control and the tooltip, in points.
    static let controlDistance = 6.0
    /// The minimum distance between the tooltip and the window's edges, in points.
    static let margin = 6.0
    static let maxWidth = 360.0
    static let radius = 8.0
    static let shadowBlur = 10.0
    static let shadowOffset = 2.0
    static let maxLines = 3
    static let fadeDuration = 0.12
  }

  init() {
    super.init(frame: .zero)
    mirroring = .byLanguage
    isRasterized = true
    isInteractive = false
  }

  /// Shows the name `title` and key caps for `control`, in front of everything on `stage`.
  func show(_ title: String, keys: [String], over control: View, on stage: Stage) {
    setNeedsDisplay()
    self.title = title
    self.control = control
    caps = KeyCaps(keys: keys, height: TooltipViewStyle.capHeight)
    accessibilityLabel = title
    stage.root.add(self)
    alpha = fade.value
    fade.go(to: 1)
    setNeedsLayout()
    setNeedsDisplay()
    requestFrame()
  }

  /// Fades the tooltip out, and then removes it from the stage.
  func fadeOut() {
    guard parent != nil else { return }
    fade.go(to: 0)
    requestFrame()
  }

  override var wantsFrame: Bool { !fade.isSettled }

  override func update(at frame: FrameTime) {
    if fade.update(at: frame.presentation) { alpha = fade.value }
    if fade.isSettled, fade.value == 0 { removeFromParent() }
  }

  override func layout() {
    guard let control, let root = parent else { return }
    let message = root.children.lazy.compactMap { ($0 as? Toast)?.messageFrame }.first
    frame = Self.frame(
      of: size(in: root.bounds.size),
      over: Rect(origin: control.originInStage, size: control.frame.size), in: root.bounds,
      avoiding: control is ToastButton ? nil : message, scale: uiScale)
  }

  /// The rectangle of a tooltip of the given size: centred below its control, above it where there
  /// is no room below, always inside the window. All rectangles are in the window's coordinates.
  ///
  /// - Parameter message: the rectangle of a toast, above which the tooltip lies where it would
  ///   cover it; nil for none. Default: nil.
  static func frame(
    of size: Size, over control: Rect, in window: Rect, avoiding message: Rect? = nil, scale: Double
  ) -> Rect {
    let margin = TooltipViewStyle.margin * scale
    let distance = TooltipViewStyle.controlDistance * scale
    let below = control.maxY + distance
    let fitsBelow = below + size.height + margin <= window.maxY
    let y = fitsBelow ? below : control.minY - distance - size.height
    let (maxX, maxY) = (window.maxX - margin - size.width, window.maxY - margin - size.height)
    var frame = Rect(
      x: max(window.minX + margin, min(control.midX - size.width / 2, maxX)),
      y: max(window.minY + margin, min(y, maxY)), width: size.width, height: size.height
    ).snapped
    if let message, !(message.intersection(frame)?.isEmpty ?? true) {
      frame.origin.y = max(
        window.minY + margin, (message.minY - distance - size.height).rounded(.down))
    }
    return frame
  }

  private func size(in window: Size) -> Size {
    let title = layoutTitle(in: window)
    let caps = caps.size(at: uiScale)
    let padding = TooltipViewStyle.padding * uiScale
    return Size(
      width: 2 * padding.width + title.size.width + capsWidth,
      height: 2 * padding.height + max(title.size.height, caps.height))
  }

  private var capsWidth: Double {
    guard !caps.parts.isEmpty else { return 0 }
    return caps.size(at: uiScale).width + TooltipViewStyle.gap * uiScale
  }

  private func layoutTitle(in window: Size) -> TextLayout {
    let room = min(
      TooltipViewStyle.maxWidth * uiScale, window.width - 2 * TooltipViewStyle.margin * uiScale)
    return CachedText.layout(
      &titleText, DisplayText.name(title), TextStyle(size: TooltipViewStyle.fontSize * uiScale),
      maxWidth: max(1, room - 2 * TooltipViewStyle.padding.width * uiScale - capsWidth),
      flow: .wrapped(maxLines: TooltipViewStyle.maxLines))
  }

  override var drawingBounds: Rect {
    bounds.inset(by: .all(-(TooltipViewStyle.shadowBlur + TooltipViewStyle.shadowOffset) * uiScale))
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let window = parent?.bounds.size else { return }
    canvas.drawPanel(
      bounds, radius: TooltipViewStyle.radius * uiScale,
      blur: TooltipViewStyle.shadowBlur * uiScale,
      drop: TooltipViewStyle.shadowOffset * uiScale, scale: uiScale)
    let padding = TooltipViewStyle.padding * uiScale
    let title = layoutTitle(in: window)
    canvas.draw(
      title,
      at: Point(x: padding.width.rounded(), y: (bounds.midY - title.size.height / 2).rounded()),
      Chrome.text)
    let size = caps.size(at: uiScale)
    caps.draw(
      in: canvas,
      at: Point(
        x: bounds.maxX - padding.width - size.width, y: bounds.midY - size.height / 2),
      scale: uiScale)
  }
}
