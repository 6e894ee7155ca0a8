package import Drawing
package import Geometry
package import Input
package import Views

/// The row of tab buttons of a scene container.
package final class SceneTabBar: View {
  var style = SceneContainer.TabBarStyle.bar {
    didSet {
      guard style != oldValue else { return }
      isHidden = style == .hidden
      setNeedsDisplay()
      setNeedsLayout()
    }
  }
  /// The x coordinate in pixels, in this view's coordinates, up to which buttons may extend in a
  /// bar; nil for the full width. Buttons stay in the middle of the bar while they fit.
  package var buttonsEndLimit: Double? {
    didSet { if buttonsEndLimit != oldValue { setNeedsLayout() } }
  }
  var onTap: ((_ index: Int) -> Void)?
  private var buttons: [SceneTabButton] = []

  /// The measures of the row of tab buttons. Lengths are in points.
  private enum SceneTabBarStyle {
    /// The size of a tab button, in points. Source: objc.io 12.
    static let buttonSize = Size(width: 64, height: 44)
    /// The number of tabs that a key with Ctrl and a digit selects.
    static let maxNumberedTabs = 9
    /// The minimum width of a button, in points, that a finger can hit.
    static let minWidth = 44.0
    /// The distance in points from the edge of the bar to the first button, when the buttons do not
    /// fit in the middle.
    static let margin = 6.0
    /// The centre of the floating buttons as a fraction of the container's height, from its top.
    /// Source: objc.io 12.
    static let floatingCenterFraction = 0.2
  }

  /// The height of a tab bar in device pixels at a UI scale, which is that of a title bar.
  package static func barHeight(at scale: Double) -> Double { TitleBar.height(at: scale) }

  /// The size of the row of all buttons in device pixels at a UI scale.
  package func naturalSize(at scale: Double) -> Size {
    Size(
      width: SceneTabBarStyle.buttonSize.width * Double(buttons.count),
      height: SceneTabBarStyle.buttonSize.height)
      * scale
  }

  func show(_ tabs: [SceneContainer.Tab], selected: Int, isEnabled: Bool) {
    if buttons.count != tabs.count {
      for button in buttons { button.removeFromParent() }
      buttons = tabs.indices.map { index in
        SceneTabButton { [weak self] in self?.onTap?(index) }
      }
      for button in buttons { add(button) }
      setNeedsLayout()
    }
    for (index, (button, tab)) in zip(buttons, tabs).enumerated() {
      button.isSelected = index == selected
      button.icon = index == selected ? tab.selectedIcon ?? tab.icon : tab.icon
      button.accessibilityLabel = tab.scene.title
      button.keys = index < SceneTabBarStyle.maxNumberedTabs ? ["Ctrl", "\(index + 1)"] : []
      button.isEnabled = isEnabled
    }
  }

  /// Sets the frame of this view, for its style, within a container with the bounds `bounds`, in
  /// the container's coordinates.
  func layout(in bounds: Rect, uiScale: Double) {
    switch style {
    case .bar, .hidden, .external:
      frame = Rect(
        x: 0, y: 0, width: bounds.width, height: Self.barHeight(at: uiScale))
    case .floating:
      let middle = Point(x: bounds.midX, y: bounds.height * SceneTabBarStyle.floatingCenterFraction)
      frame = Rect(center: middle, size: naturalSize(at: uiScale)).snapped
    }
    setNeedsLayout()
  }

  /// The part of a container's bounds that remains for the scenes, in the container's coordinates:
  /// all of it, unless the buttons are in a bar.
  func contentArea(in bounds: Rect) -> Rect {
    guard style == .bar else { return bounds }
    return bounds.inset(by: Insets(top: min(frame.height, bounds.height)))
  }

  /// The x coordinate of the first button's left edge, in this view's coordinates, and the size of
  /// each button, in device pixels.
  private var buttonLayout: (left: Double, buttonSize: Size) {
    var slot = SceneTabBarStyle.buttonSize * uiScale
    let count = Double(max(1, buttons.count))
    let margin = SceneTabBarStyle.margin * uiScale
    let end = style == .bar ? (buttonsEndLimit ?? bounds.width) - margin : bounds.width
    if style == .bar { slot.width = min(slot.width, max(1, (end - margin) / count)) }
    let middle = bounds.midX - slot.width * count / 2
    return (min(middle, max(style == .bar ? margin : 0, end - slot.width * count)), slot)
  }

  /// The x coordinate of the first button's left edge, in this view's coordinates.
  package var buttonsStart: Double { buttonLayout.left }

  /// Whether the buttons are wide enough for fingers in a bar up to the x coordinate `end`, in
  /// device pixels.
  package func hasTouchableButtons(before end: Double) -> Bool {
    end - 2 * SceneTabBarStyle.margin * uiScale >= Double(buttons.count) * SceneTabBarStyle.minWidth
      * uiScale
  }

  package override func layout() {
    let (left, slot) = buttonLayout
    for (index, button) in buttons.enumerated() {
      button.frame =
        Rect(
          x: left + slot.width * Double(index), y: bounds.midY - slot.height / 2,
          width: slot.width, height: slot.height
        ).snapped
    }
  }

  /// Consumes presses between the buttons of a bar, so that they do not reach the views behind.
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
