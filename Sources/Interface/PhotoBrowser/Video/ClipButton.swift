import Drawing
import Geometry
import Views

/// A button of the control bar of a video.
final class ClipButton: Control {
  private static let iconSide = 22.0

  var icon: ClipIcon {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  /// Whether the switch is on; a switch that is off is drawn faintly.
  var isOn = true {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Makes a button.
  ///
  /// - Parameter label: the accessibility label and the tooltip.
  init(_ icon: ClipIcon, label: String) {
    self.icon = icon
    super.init(label: label)
    showsTooltip = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Chrome.buttonRadius * uiScale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
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
