import Drawing
import Geometry
import Views

/// A button in the control bar of a video.
final class ClipButton: Control {
  private static let iconSide = 22.0

  var icon: ClipIcon {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  /// Whether the state that the button toggles is on; when it is off, the icon is drawn faintly.
  /// Default: true.
  var isOn = true {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Makes a button without an action.
  ///
  /// - Parameter label: the accessibility label, which is the tooltip as well.
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
        bounds, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}
