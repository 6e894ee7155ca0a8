import Drawing
import Geometry
import Views

/// A button of a clip's bar.
final class ClipButton: Control {
  private static let iconSide = 22.0

  /// What is drawn.
  var icon: ClipIcon {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  /// False draws it faintly: what it switches is off.
  var isOn = true {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Makes a button; the label is what a screen reader says.
  init(_ icon: ClipIcon, label: String) {
    self.icon = icon
    super.init(label: label)
    showsTooltip = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Chrome.buttonRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(glow))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let side = Self.iconSide * uiScale
    icon.draw(
      in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)),
      isOn ? Chrome.text : Chrome.disabledText)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusWidth * uiScale, Chrome.focus)
    }
  }
}
