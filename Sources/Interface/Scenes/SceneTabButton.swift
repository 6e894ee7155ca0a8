import Drawing
import Geometry
import Views

/// The button of a tab: an icon, brighter and underlined while its scene is selected.
final class SceneTabButton: Control {
  var icon = Icon.menu {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// The measures and colours of a tab button. Lengths are in points.
  private enum SceneTabButtonStyle {
    /// The colour of the icon of a tab that is not selected. Source: objc.io 12.
    static var tint: Color { Chrome.fill(0.75) }
    static var selectedTint: Color { Chrome.palette.ink }
    /// The distance of the highlight under the pointer from the edges of the button, in points.
    static let highlightInset = 4.0
    static let selectionMarkSize = Size(width: 24, height: 3)
  }

  init(action: @escaping () -> Void) {
    super.init(label: "", action: action)
    showsTooltip = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let pill = bounds.inset(by: .all(SceneTabButtonStyle.highlightInset * uiScale))
    let radius = Chrome.buttonRadius * uiScale
    if isEnabled {
      canvas.fillRounded(pill, radius: radius, Chrome.hover.opacity(hoverProgress))
      if isPressed { canvas.fillRounded(pill, radius: radius, Chrome.pressed) }
    }
    let side = Icon.grid * uiScale
    // The icon of a disabled button is not dimmed, because the buttons are disabled only for about
    // a second, during a change of the scene.
    icon.draw(
      in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)),
      isSelected ? SceneTabButtonStyle.selectedTint : SceneTabButtonStyle.tint)
    if isSelected {
      let size = SceneTabButtonStyle.selectionMarkSize * uiScale
      let mark = Rect(
        x: bounds.midX - size.width / 2, y: bounds.height - size.height, width: size.width,
        height: size.height
      ).snapped
      canvas.fillRounded(mark, radius: mark.height / 2, SceneTabButtonStyle.selectedTint)
    }
    if isFocused {
      canvas.strokeRounded(
        pill, radius: radius, width: Chrome.focusRingWidth * uiScale, Chrome.focus)
    }
  }
}
