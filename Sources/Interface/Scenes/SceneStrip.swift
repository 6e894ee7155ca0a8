package import Drawing
package import Geometry
package import Input
package import Views

/// The tab bar of a scene container.
package final class SceneStrip: View {
  var style = SceneContainer.TabBarStyle.bar {
    didSet {
      guard style != oldValue else { return }
      isHidden = style == .hidden
      setNeedsDisplay()
      setNeedsLayout()
    }
  }
  /// The x coordinate, in local coordinates, up to which a bar has room for buttons; nil for the
  /// full width. Buttons stay centred in the bar as long as they fit there.
  package var trailingLimit: Double? {
    didSet { if trailingLimit != oldValue { setNeedsLayout() } }
  }
  var onTap: ((Int) -> Void)?
  private var buttons: [SceneButton] = []

  /// The constants of appearance; lengths in points.
  private enum Style {
    /// The size of a button, in points. Source: objc.io 12.
    static let slot = Size(width: 64, height: 44)
    /// The number of tabs that have a shortcut with a digit.
    static let numberedTabs = 9
    /// The minimum width of a button that can be hit with a finger, in points.
    static let minWidth = 44.0
    /// The distance from the edge of the bar to the first button, in points, when the buttons
    /// cannot be centred.
    static let margin = 6.0
    /// The centre of floating buttons, as a fraction of the container's height. Source: objc.io 12.
    static let floatingCenterFraction = 0.2
  }

  /// The height of the bar in pixels at a UI scale, the same as that of title bars.
  package static func barHeight(at scale: Double) -> Double { TitleBar.height(at: scale) }

  /// The size of the row of all buttons in pixels, at a UI scale.
  package func naturalSize(at scale: Double) -> Size {
    Size(width: Style.slot.width * Double(buttons.count), height: Style.slot.height) * scale
  }

  func show(_ tabs: [SceneContainer.Tab], selected: Int, isEnabled: Bool) {
    if buttons.count != tabs.count {
      for button in buttons { button.removeFromParent() }
      buttons = tabs.indices.map { index in
        SceneButton { [weak self] in self?.onTap?(index) }
      }
      for button in buttons { add(button) }
      setNeedsLayout()
    }
    for (index, (button, tab)) in zip(buttons, tabs).enumerated() {
      button.isSelected = index == selected
      button.icon = index == selected ? tab.selectedIcon ?? tab.icon : tab.icon
      button.accessibilityLabel = tab.scene.title
      button.keys = index < Style.numberedTabs ? ["Ctrl", "\(index + 1)"] : []
      button.isEnabled = isEnabled
    }
  }

  /// Sets the frame of the tab bar within the container's bounds.
  func layout(in bounds: Rect, uiScale: Double) {
    switch style {
    case .bar, .hidden, .detached:
      frame = Rect(
        x: 0, y: 0, width: bounds.width, height: Self.barHeight(at: uiScale))
    case .floating:
      let middle = Point(x: bounds.midX, y: bounds.height * Style.floatingCenterFraction)
      frame = Rect(center: middle, size: naturalSize(at: uiScale)).snapped
    }
    setNeedsLayout()
  }

  /// The area of `bounds` that the bar leaves for the scenes.
  func contentArea(in bounds: Rect) -> Rect {
    guard style == .bar else { return bounds }
    return bounds.inset(by: Insets(top: min(frame.height, bounds.height)))
  }

  /// The left edge of the first button and the size of each button, in pixels.
  private var row: (left: Double, slot: Size) {
    var slot = Style.slot * uiScale
    let count = Double(max(1, buttons.count))
    let margin = Style.margin * uiScale
    let end = style == .bar ? (trailingLimit ?? bounds.width) - margin : bounds.width
    if style == .bar { slot.width = min(slot.width, max(1, (end - margin) / count)) }
    let middle = bounds.midX - slot.width * count / 2
    return (min(middle, max(style == .bar ? margin : 0, end - slot.width * count)), slot)
  }

  /// The left edge of the first button, in local coordinates.
  package var buttonsStart: Double { row.left }

  /// Whether the buttons are wide enough for a finger in a bar that ends at `end`.
  package func fits(before end: Double) -> Bool {
    end - 2 * Style.margin * uiScale >= Double(buttons.count) * Style.minWidth * uiScale
  }

  package override func layout() {
    let (left, slot) = row
    for (index, button) in buttons.enumerated() {
      button.frame =
        Rect(
          x: left + slot.width * Double(index), y: bounds.midY - slot.height / 2,
          width: slot.width, height: slot.height
        ).snapped
    }
  }

  /// Consumes presses between the buttons of a bar.
  package override func receive(_ event: InputEvent) -> Bool {
    guard style == .bar else { return false }
    switch event {
    case .pointer(let pointer): return pointer.kind == .pressed(.primary)
    case .touch: return true
    default: return false
    }
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    guard style == .bar else { return }
    canvas.fill(bounds, Chrome.solidBar)
    let line = Chrome.lineWidth(at: uiScale)
    canvas.fill(
      Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line), Chrome.hairline)
  }
}
