package import Drawing
package import Geometry
public import Input
import Localization
public import Motion

/// A view that performs an action when it is clicked or tapped, or on Enter or Space while focused.
@MainActor
open class Control: View {
  /// The closure called on activation.
  public final var action: () -> Void
  /// Whether the control can be used. Default: true. A disabled control is not focusable.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      isFocusable = isEnabled
      setNeedsDisplay()
    }
  }
  /// Whether a press that began on the control is still down and over it.
  public private(set) final var isPressed = false {
    didSet { if isPressed != oldValue { setNeedsDisplay() } }
  }
  /// The key names of the shortcut for the same action, one chord; shown in the tooltip. Default:
  /// none.
  package final var keys: [String] = []
  /// Whether hovering shows a tooltip with the label and ``keys``. Default: false.
  package final var showsTooltip = false
  /// The time of the latest event that the control received, on the clock of events; for use in
  /// `action`.
  public private(set) final var eventTime = Timestamp.zero
  private var light = Fade(0, duration: Chrome.hoverDuration)

  /// Makes a control; `label` is the text for a screen reader.
  public init(label: String, action: @escaping () -> Void = {}) {
    self.action = action
    super.init()
    accessibilityLabel = label
    tracksHover = true
    isFocusable = true
  }

  /// The progress of the hover highlight, 0 to 1.
  public final var hoverProgress: Double { light.value }

  open override var wantsFrame: Bool { !light.isSettled }

  open override func update(at frame: FrameTime) {
    if light.update(at: frame.presentation) { setNeedsDisplay() }
  }

  open override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    light.go(to: isInside ? 1 : 0)
    requestFrame()
  }

  open override func receive(_ event: InputEvent) -> Bool {
    eventTime = event.time
    switch event {
    case .pointer(let pointer): return receive(pointer)
    case .touch(let touch):
      receive(touch)
      return true
    case .key(let key): return receive(key)
    case .cancelled:
      isPressed = false
      isHeld = false
      finger = nil
      return false
    default: return false
    }
  }

  private func receive(_ touch: InputEvent.Touch) {
    if touch.phase == .began { finger = touch.id }
    guard touch.id == finger else { return }
    switch touch.phase {
    case .began: isPressed = isEnabled
    case .moved: isPressed = isEnabled && contains(touch.location)
    case .ended:
      finger = nil
      letGo(at: touch.location)
    case .cancelled:
      finger = nil
      isPressed = false
    }
  }

  private func receive(_ pointer: InputEvent.Pointer) -> Bool {
    switch pointer.kind {
    case .pressed(let button):
      isPressed = button == .primary && isEnabled
      isHeld = isPressed
      return true
    case .moved:
      if isHeld { isPressed = contains(pointer.location) }
      return isHeld
    case .released(let button):
      if button == .primary, isHeld { letGo(at: pointer.location) }
      return true
    case .entered, .left: return false
    }
  }

  private func receive(_ key: KeyEvent) -> Bool {
    guard isFocused, key.isPress, isEnabled else { return false }
    switch key.name {
    case .enter, .character(" "):
      if !key.isRepeat { action() }
      return true
    default: return false
    }
  }

  /// Performs the action as a click does, unless the control is disabled.
  package final func activate(at time: Timestamp) {
    guard isEnabled else { return }
    eventTime = max(eventTime, time)
    action()
  }

  private func letGo(at point: Point) {
    let isMeant = isEnabled && contains(point)
    isPressed = false
    isHeld = false
    if isMeant { action() }
  }

  /// Whether the primary button was pressed on the control and is still down.
  private var isHeld = false
  /// The last finger that was put on the control and is still down; the others have no effect.
  private var finger: UInt32?
}

/// A button that shows an icon.
package final class IconButton: Control {
  package var icon: Icon {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  /// The icon's colour while the button is enabled.
  package var tint: () -> Color = { Chrome.text } {
    didSet { setNeedsDisplay() }
  }

  /// Makes a button; `label` is the tooltip and the text for a screen reader.
  package init(_ icon: Icon, label: String, action: @escaping () -> Void = {}) {
    self.icon = icon
    super.init(label: label, action: action)
    showsTooltip = true
  }

  /// The preferred size in pixels: 36 × 36 times the UI scale.
  package var naturalSize: Size {
    Size(width: Chrome.buttonSize, height: Chrome.buttonSize) * uiScale
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Chrome.buttonRadius * uiScale
    if isEnabled {
      canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
      if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    }
    let side = Icon.grid * uiScale
    icon.draw(
      in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)),
      isEnabled ? tint() : Chrome.disabledText)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusWidth * uiScale, Chrome.focus)
    }
  }
}

/// A rounded white button with a text.
package final class PillButton: Control {
  /// The text of the button.
  package var title: String {
    didSet {
      guard title != oldValue else { return }
      text = nil
      accessibilityLabel = title
      setNeedsDisplay()
    }
  }
  /// Whether the button has the subdued style of a secondary choice. Default: false.
  package var isQuiet = false {
    didSet { if isQuiet != oldValue { setNeedsDisplay() } }
  }
  private var text: CachedText?

  /// The constants of appearance; lengths in points.
  private enum Style {
    static var quiet: Color { Chrome.fill(0.14) }
    static let height = 40.0
    static let minWidth = 100.0
    static let padding = 24.0
    static let fontSize = 14.0
    static var rest: Color { Chrome.palette.prominent }
    static var disabled: Color { Chrome.fill(0.36) }
    static var lit: Color { Chrome.fill(0.10) }
    static let pressed = Color(white: 0, alpha: 0.22)
    static var ink: Color { Chrome.palette.onProminent }
  }

  package init(_ title: String, action: @escaping () -> Void = {}) {
    self.title = title
    super.init(label: title, action: action)
  }

  public override func textsDidChange() {
    super.textsDidChange()
    title = tr(title)
  }

  /// The preferred size in pixels: fits the title, at least 100 × 40 times the UI scale.
  package var naturalSize: Size {
    let width = layoutText().size.width + 2 * Style.padding * uiScale
    return Size(width: max(width, Style.minWidth * uiScale), height: Style.height * uiScale)
  }

  /// The bounds and the focus ring, which lies outside the white pill so that it stands out.
  package override var drawingBounds: Rect {
    bounds.inset(by: .all(-2 * Chrome.focusWidth * uiScale))
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let radius = bounds.height / 2
    let rest = isQuiet ? Style.quiet : Style.rest
    canvas.fillRounded(bounds, radius: radius, isEnabled ? rest : Style.disabled)
    canvas.fillRounded(bounds, radius: radius, Style.lit.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Style.pressed) }
    let text = layoutText()
    canvas.draw(
      text,
      at: Point(
        x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2),
      isQuiet ? Chrome.text : Style.ink)
    if isFocused {
      let width = Chrome.focusWidth * uiScale
      canvas.strokeRounded(
        bounds.inset(by: .all(-2 * width)), radius: radius + 2 * width, width: width,
        Chrome.focus)
    }
  }

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &text, title, TextStyle(size: Style.fontSize * uiScale, weight: .semibold), maxWidth: nil,
      flow: .line)
  }
}
