package import Drawing
package import Geometry
package import Input
package import Motion

/// A message near the bottom of its parent that disappears by itself.
///
/// The view fills its parent, and is hidden while there is no message. A message without a button
/// lets events through. A message with a button stays longer, and does not disappear while the
/// pointer is over it or the button has the keyboard focus; the first Tab moves the focus to the
/// button.
///
/// - Source: JXPhotoBrowser: 14 points, black 0.75, radius 8, 60 above the bottom, 0.25 s in, 2 s,
///   0.25 s out. With a button: 5 s, the default timeout of AdwToast in libadwaita.
package final class Toast: View {
  /// A button in a toast, with the closure that it calls.
  package struct ToastAction {
    /// The text of the button.
    package let title: String
    /// The names of the keys that perform the same action, shown in the button's tooltip. Default:
    /// none.
    package let keys: [String]
    /// The closure that the button calls at the first press. The toast then stays until it fades
    /// out or is replaced.
    package let perform: () -> Void

    package init(_ title: String, keys: [String] = [], perform: @escaping () -> Void) {
      self.title = title
      self.keys = keys
      self.perform = perform
    }
  }
  /// The presence of a message.
  private enum MessagePresence {
    /// No message is shown.
    case hidden
    /// The message appears with the next frame; one that replaces a visible message does not fade
    /// in.
    case due(replacesVisible: Bool)
    /// The message has been shown since `start`. Every frame differs while it fades in or out.
    case shown(start: Timestamp, isFading: Bool)
  }
  /// A change of the time for which the message is shown.
  private enum DisplayTimeChange {
    /// The time begins again.
    case restart
    /// The message begins to fade out.
    case withdrawal
  }

  /// The last message that was shown; empty before the first one.
  package private(set) var text = ""
  private var presence = MessagePresence.hidden
  /// The change that the next frame makes; nil for none.
  private var timeChange: DisplayTimeChange?
  private var cachedText: CachedText?
  private let button = ToastButton()
  private var action: ToastAction?

  /// The measures, durations and colours of a toast: lengths in points unless stated otherwise,
  /// times in seconds.
  private enum ToastStyle {
    static let fontSize = 14.0
    static var background: Color { Chrome.palette.toast }
    /// The background of a toast with a button, which is less translucent.
    static var backgroundWithButton: Color { Chrome.palette.toastWithAction }
    static let radius = 8.0
    static let bottomMargin = 60.0
    /// The distance between the message and a view below it that it must not cover, in points.
    static let coveredViewGap = 8.0
    static let padding = Size(width: 16, height: 10)
    static let margin = 24.0
    /// The maximum distance of a toast with a button from the sides, as a fraction of the window's
    /// width.
    static let maxSideMarginFraction = 0.04
    /// The distance between the message and the button, in points.
    static let buttonGap = 8.0
    /// The minimum height of a toast with a button, in points: large enough for a finger.
    static let minHeightWithButton = 44.0
    /// The minimum width of the text in device pixels; a narrower window cuts the text off.
    static let minTextWidthInPixels = 40.0
    static let fadeInDuration = 0.25
    static let fullOpacityDuration = 2.0
    static let fullOpacityDurationWithButton = 5.0
    static let fadeOutDuration = 0.25
    static let maxLines = 3
  }

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
    fillsParent = true
    mirroring = .byLanguage
    isInteractive = false
    isHidden = true
    tracksHover = true
    button.isHidden = true
    button.onHoverOrFocusChange = { [weak self] in self?.restartTimer() }
    button.action = { [weak self] in self?.performAction() }
    add(button)
  }

  /// Shows a message without a button from the next frame on. A visible message is replaced at
  /// once.
  package func show(_ text: String) { show(text, action: nil) }

  /// Shows a message with a button, or without one if `action` is nil, from the next frame on. A
  /// visible message is replaced at once.
  package func show(_ text: String, action: ToastAction?) {
    setNeedsDisplay()
    let replacesVisible = hasMessage
    self.text = text
    self.action = action
    if action == nil { releaseFocus() }
    button.title = action?.title ?? ""
    button.keys = action?.keys ?? []
    button.showsTooltip = !button.keys.isEmpty
    button.isHidden = action == nil
    isInteractive = action != nil
    isHovered = isHovered && action != nil
    accessibilityLabel = text
    presence = .due(replacesVisible: replacesVisible)
    timeChange = nil
    isHidden = false
    if !replacesVisible { alpha = 0 }
    setNeedsDisplay()
    setNeedsLayout()
    requestFrame()
  }

  /// Fades out the message from the next frame on, if it is `text` and has no button.
  package func withdraw(_ text: String) {
    guard hasMessage, self.text == text, action == nil else { return }
    timeChange = .withdrawal
    requestFrame()
  }

  /// Appends `note` to the visible message, which keeps its button; without a visible message,
  /// shows `note` alone.
  package func append(_ note: String) {
    show(hasMessage ? "\(text) · \(note)" : note, action: hasMessage ? action : nil)
  }

  /// The rectangle of the button in the stage's coordinates; nil without a button, and after a
  /// press of the button.
  package var buttonFrame: Rect? {
    guard action != nil else { return nil }
    layout()
    return inStage(button.frame)
  }

  /// The rectangle of the button in the stage's coordinates while its closure runs; nil at any
  /// other time.
  package private(set) var pressedButtonFrame: Rect?

  /// The rectangle of the visible message in the coordinates of the parent; nil without one.
  package var messageFrame: Rect? { hasMessage ? pillFrame.offset(by: frame.origin - .zero) : nil }

  /// The frame of a toast in `area`, with its message above `y`.
  ///
  /// - Parameter scale: device pixels per point.
  package static func frame(in area: Rect, above y: Double, scale: Double) -> Rect {
    let end = min(
      area.maxY, y + ((ToastStyle.bottomMargin - ToastStyle.coveredViewGap) * scale).rounded())
    return Rect(
      x: area.minX, y: area.minY, width: area.width, height: max(0, end - area.minY))
  }

  private func performAction() {
    guard let action else { return }
    pressedButtonFrame = buttonFrame
    self.action = nil
    releaseFocus()
    action.perform()
    pressedButtonFrame = nil
  }

  private func releaseFocus() {
    if button.isFocused { stage?.setFocus(nil) }
  }

  // MARK: Time

  private var isHovered = false
  private var isKeptVisible: Bool {
    action != nil && (isHovered || button.isHovered || button.isFocused)
  }
  private var durationAtFullOpacity: Double {
    action == nil ? ToastStyle.fullOpacityDuration : ToastStyle.fullOpacityDurationWithButton
  }

  private var hasMessage: Bool { if case .hidden = presence { false } else { true } }

  private func restartTimer() {
    guard hasMessage else { return }
    if timeChange == nil { timeChange = .restart }
    requestFrame()
  }

  package override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    isHovered = isInside
    restartTimer()
  }

  package override var wantsFrame: Bool {
    switch presence {
    case .hidden: false
    case .due: true
    case .shown(_, let isFading): isFading || timeChange != nil
    }
  }

  package override var nextDeadline: Timestamp? {
    guard case .shown(let start, isFading: false) = presence, !isKeptVisible else { return nil }
    return start + ToastStyle.fadeInDuration + durationAtFullOpacity
  }

  package override func update(at frame: FrameTime) {
    let now = frame.presentation
    var begin: Timestamp
    switch presence {
    case .hidden: return
    // A replacing message is fully visible from its first frame.
    case .due(let replacesVisible): begin = replacesVisible ? now - ToastStyle.fadeInDuration : now
    case .shown(let start, _):
      begin = timeChange == .restart ? now - ToastStyle.fadeInDuration : start
    }
    let end = isKeptVisible ? .infinity : ToastStyle.fadeInDuration + durationAtFullOpacity
    if timeChange == .withdrawal {
      // The message fades from its present opacity.
      let opacity = min(max(0, (now - begin) / ToastStyle.fadeInDuration), 1)
      begin = min(begin, now - end - ToastStyle.fadeOutDuration * (1 - opacity))
    }
    timeChange = nil
    let age = now - begin
    presence = .shown(start: begin, isFading: age < ToastStyle.fadeInDuration || age >= end)
    if age < ToastStyle.fadeInDuration {
      alpha = max(0, age / ToastStyle.fadeInDuration)
    } else if age < end {
      alpha = 1
    } else if age < end + ToastStyle.fadeOutDuration {
      alpha = 1 - (age - end) / ToastStyle.fadeOutDuration
    } else {
      presence = .hidden
      isHidden = true
      action = nil
      releaseFocus()
    }
  }

  // MARK: As a view

  package override func contains(_ point: Point) -> Bool {
    !text.isEmpty && pillFrame.contains(point)
  }

  /// Consumes presses beside the button, so that they do not reach the views behind.
  package override func receive(_ event: InputEvent) -> Bool { event.isPressOrTouch }

  package override func layout() {
    guard !button.isHidden else { return }
    let pillFrame = pillFrame
    let width = button.naturalWidth
    button.frame = Rect(
      x: pillFrame.maxX - width, y: pillFrame.minY, width: width, height: pillFrame.height)
  }

  package override var drawingBounds: Rect { text.isEmpty ? .zero : pillFrame }

  package override func draw(in canvas: Canvas, damage: Rect) {
    guard !text.isEmpty else { return }
    let pillFrame = pillFrame
    let layout = makeLayout()
    let background = button.isHidden ? ToastStyle.background : ToastStyle.backgroundWithButton
    canvas.fillRounded(pillFrame, radius: ToastStyle.radius * uiScale, background)
    canvas.strokeRounded(
      pillFrame, radius: ToastStyle.radius * uiScale, width: Chrome.lineWidth(at: uiScale),
      Chrome.panelEdge)
    canvas.draw(
      layout,
      at: Point(
        x: pillFrame.midX - (layout.size.width + widthAddedByButton) / 2,
        y: pillFrame.midY - layout.size.height / 2),
      Chrome.text)
  }

  /// The width in device pixels that a button adds to the toast: its own width and the gap before
  /// it, less the padding that it replaces.
  private var widthAddedByButton: Double {
    guard !button.isHidden else { return 0 }
    return button.naturalWidth + (ToastStyle.buttonGap - ToastStyle.padding.width) * uiScale
  }

  private var pillFrame: Rect {
    let inner = makeLayout().size
    let height = inner.height + 2 * ToastStyle.padding.height * uiScale
    let size = Size(
      width: inner.width + 2 * ToastStyle.padding.width * uiScale + widthAddedByButton,
      height: button.isHidden ? height : max(height, ToastStyle.minHeightWithButton * uiScale))
    return Rect(
      x: bounds.midX - size.width / 2,
      y: bounds.maxY - ToastStyle.bottomMargin * uiScale - size.height, width: size.width,
      height: size.height
    ).snapped
  }

  private func makeLayout() -> TextLayout {
    let margin =
      button.isHidden
      ? ToastStyle.margin
      : min(ToastStyle.margin, bounds.width / uiScale * ToastStyle.maxSideMarginFraction)
    let room = bounds.width - 2 * (margin + ToastStyle.padding.width) * uiScale - widthAddedByButton
    return CachedText.layout(
      &cachedText, text, TextStyle(size: ToastStyle.fontSize * uiScale),
      maxWidth: max(ToastStyle.minTextWidthInPixels, room),
      flow: .wrapped(maxLines: ToastStyle.maxLines), alignment: .center)
  }
}

/// The button of a toast: a text in the accent colour, without a background.
final class ToastButton: Control {
  var title = "" {
    didSet {
      guard title != oldValue else { return }
      text = nil
      accessibilityLabel = title
    }
  }
  /// Called when the pointer enters or leaves the button, and when the button gets or loses the
  /// keyboard focus.
  var onHoverOrFocusChange: () -> Void = {}
  private(set) var isHovered = false
  private var text: CachedText?

  /// The measures of the button. Lengths are in points.
  private enum ToastButtonStyle {
    static let fontSize = 14.0
    static let padding = 16.0
    static let inset = 5.0
    static let radius = 6.0
  }

  init() {
    super.init(label: "")
    takesFirstTab = true
  }

  /// The width of the text and the padding around it, in device pixels.
  var naturalWidth: Double {
    (layoutText().size.width + 2 * ToastButtonStyle.padding * uiScale).rounded()
  }

  override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    super.hoverChanged(isInside, at: time)
    isHovered = isInside
    onHoverOrFocusChange()
  }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    onHoverOrFocusChange()
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let area = bounds.inset(by: .all((ToastButtonStyle.inset * uiScale).rounded()))
    let radius = ToastButtonStyle.radius * uiScale
    canvas.fillRounded(area, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(area, radius: radius, Chrome.pressed) }
    let text = layoutText()
    canvas.draw(
      text,
      at: Point(x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2),
      Chrome.focus)
    if isFocused {
      canvas.strokeRounded(
        area, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &text, title, TextStyle(size: ToastButtonStyle.fontSize * uiScale, weight: .semibold),
      maxWidth: nil,
      flow: .line)
  }
}
