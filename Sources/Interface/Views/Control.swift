package import Drawing
package import Geometry
public import Input
import Localization
public import Motion

/// A view that performs an action on a click or tap, and on Enter or Space while it is focused.
@MainActor
open class Control: View {
  /// The closure called when the control is clicked, tapped or activated by a key. Default: does
  /// nothing.
  public final var action: () -> Void
  /// Whether the control can be used; a disabled control cannot get the keyboard focus. Default:
  /// true.
  public final var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      isFocusable = isEnabled
      setNeedsDisplay()
    }
  }
  /// Whether a press that began on the control is still held and is over the control.
  public private(set) final var isPressed = false {
    didSet { if isPressed != oldValue { setNeedsDisplay() } }
  }
  /// The names of the keys that perform the same action together, such as Ctrl and S, shown in the
  /// tooltip. Default: none.
  package final var keys: [String] = []
  /// Whether a resting pointer shows a tooltip with the label and ``keys``. Default: false.
  package final var showsTooltip = false
  /// The time of the latest event that the control received, on the clock of events, which
  /// ``action`` may read.
  public private(set) final var eventTime = Timestamp.zero
  private var hoverFade = Fade(0, duration: Chrome.hoverDuration)

  /// Makes a control; `label` is its name for a screen reader and in the tooltip.
  public init(label: String, action: @escaping () -> Void = {}) {
    self.action = action
    super.init()
    accessibilityLabel = label
    tracksHover = true
    isFocusable = true
  }

  /// The opacity, 0…1, to which the highlight under the pointer has faded in.
  public final var hoverProgress: Double { hoverFade.value }

  open override var wantsFrame: Bool { !hoverFade.isSettled }

  open override func update(at frame: FrameTime) {
    if hoverFade.update(at: frame.presentation) { setNeedsDisplay() }
  }

  open override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    hoverFade.go(to: isInside ? 1 : 0)
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
      isPrimaryButtonDown = false
      fingerID = nil
      return false
    default: return false
    }
  }

  private func receive(_ touch: InputEvent.Touch) {
    if touch.phase == .began { fingerID = touch.id }
    guard touch.id == fingerID else { return }
    switch touch.phase {
    case .began: isPressed = isEnabled
    case .moved: isPressed = isEnabled && contains(touch.location)
    case .ended:
      fingerID = nil
      endPress(at: touch.location)
    case .cancelled:
      fingerID = nil
      isPressed = false
    }
  }

  private func receive(_ pointer: InputEvent.Pointer) -> Bool {
    switch pointer.kind {
    case .pressed(let button):
      isPressed = button == .primary && isEnabled
      isPrimaryButtonDown = isPressed
      return true
    case .moved:
      if isPrimaryButtonDown { isPressed = contains(pointer.location) }
      return isPrimaryButtonDown
    case .released(let button):
      if button == .primary, isPrimaryButtonDown { endPress(at: pointer.location) }
      return true
    case .entered, .exited: return false
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

  /// Performs ``action``, as a click at `time` does, unless the control is disabled.
  package final func activate(at time: Timestamp) {
    guard isEnabled else { return }
    eventTime = max(eventTime, time)
    action()
  }

  private func endPress(at point: Point) {
    let isClick = isEnabled && contains(point)
    isPressed = false
    isPrimaryButtonDown = false
    if isClick { action() }
  }

  /// Whether the primary button of the pointer was pressed on the control and is still down.
  private var isPrimaryButtonDown = false
  /// The identifier of the finger that touched the control last and is still down; other fingers
  /// are ignored.
  private var fingerID: UInt32?
}

/// A button that shows an icon, and its label in a tooltip.
package final class IconButton: Control {
  package var icon: Icon {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  /// Returns the colour of the icon while the button is enabled. Default: that of text.
  package var tint: () -> Color = { Chrome.text } {
    didSet { setNeedsDisplay() }
  }

  /// Makes a button; `label` is its tooltip and its name for a screen reader.
  package init(_ icon: Icon, label: String, action: @escaping () -> Void = {}) {
    self.icon = icon
    super.init(label: label, action: action)
    showsTooltip = true
  }

  /// The preferred size in device pixels: 36 × 36 points.
  package var naturalSize: Size {
    Size(width: Chrome.buttonSide, height: Chrome.buttonSide) * uiScale
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
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}

/// A button with round ends and a text, in the prominent colour of the appearance.
package final class PillButton: Control {
  /// The text of the button, which is also its name for a screen reader.
  package var title: String {
    didSet {
      guard title != oldValue else { return }
      text = nil
      accessibilityLabel = title
      setNeedsDisplay()
    }
  }
  /// Whether the button has the inconspicuous look of a secondary choice. Default: false.
  package var isSecondary = false {
    didSet { if isSecondary != oldValue { setNeedsDisplay() } }
  }
  private var text: CachedText?

  /// The measures and colours of the button. Lengths are in points.
  private enum PillButtonStyle {
    static var secondaryBackground: Color { Chrome.fill(0.14) }
    static let height = 40.0
    static let minWidth = 100.0
    static let padding = 24.0
    static let fontSize = 14.0
    static var background: Color { Chrome.palette.prominent }
    static var disabledBackground: Color { Chrome.fill(0.36) }
    static var hoverHighlight: Color { Chrome.fill(0.10) }
    static let pressedShade = Color(white: 0, alpha: 0.22)
    static var textColor: Color { Chrome.palette.onProminent }
  }

  package init(_ title: String, action: @escaping () -> Void = {}) {
    self.title = title
    super.init(label: title, action: action)
  }

  public override func textsDidChange() {
    super.textsDidChange()
    title = tr(title)
  }

  /// The preferred size in device pixels: wide enough for the text, and at least 100 × 40 points.
  package var naturalSize: Size {
    let width = layoutText().size.width + 2 * PillButtonStyle.padding * uiScale
    return Size(
      width: max(width, PillButtonStyle.minWidth * uiScale),
      height: PillButtonStyle.height * uiScale)
  }

  /// The bounds and the focus ring around them.
  package override var drawingBounds: Rect {
    bounds.inset(by: .all(-2 * Chrome.focusRingWidth * uiScale))
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let radius = bounds.height / 2
    let rest = isSecondary ? PillButtonStyle.secondaryBackground : PillButtonStyle.background
    canvas.fillRounded(
      bounds, radius: radius, isEnabled ? rest : PillButtonStyle.disabledBackground)
    canvas.fillRounded(
      bounds, radius: radius, PillButtonStyle.hoverHighlight.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, PillButtonStyle.pressedShade) }
    let text = layoutText()
    canvas.draw(
      text,
      at: Point(
        x: bounds.midX - text.size.width / 2, y: bounds.midY - text.size.height / 2),
      isSecondary ? Chrome.text : PillButtonStyle.textColor)
    if isFocused {
      let width = Chrome.focusRingWidth * uiScale
      canvas.strokeRounded(
        bounds.inset(by: .all(-2 * width)), radius: radius + 2 * width, width: width,
        Chrome.focus)
    }
  }

  private func layoutText() -> TextLayout {
    CachedText.layout(
      &text, title, TextStyle(size: PillButtonStyle.fontSize * uiScale, weight: .semibold),
      maxWidth: nil,
      flow: .line)
  }
}
