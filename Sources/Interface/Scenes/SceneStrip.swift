public import Drawing
public import Geometry
public import Input
public import Views

/// The buttons that choose a scene.
public final class SceneStrip: View {
  /// Where the buttons are.
  public enum Style: Hashable, Sendable {
    /// In a bar at the top; scenes begin below it.
    case bar
    /// Over the scenes, in the middle of the upper fifth, as in the source.
    case floating
    /// Wherever the host puts them.
    case detached
    /// Nowhere.
    case hidden
  }
  var style = Style.bar {
    didSet {
      guard style != oldValue else { return }
      isHidden = style == .hidden
      setNeedsDisplay()
      setNeedsLayout()
    }
  }
  /// The x coordinate at which the room for buttons in a bar ends, in the view's points; the width
  /// when nil. Buttons stay in the middle of the bar as long as they fit there.
  package var roomEnd: Double? {
    didSet { if roomEnd != oldValue { setNeedsLayout() } }
  }
  var onTap: ((Int) -> Void)?
  private var buttons: [SceneButton] = []

  /// Sizes in points of an ordinary monitor.
  private enum Look {
    /// Of one button. Source: objc.io 12.
    static let slot = Size(width: 64, height: 44)
    /// The number of tabs that keys with digits choose.
    static let numberedTabs = 9
    /// The least width of a button that can be hit with a finger.
    static let minWidth = 44.0
    /// From the edge of the bar to the first button when there is no room in the middle.
    static let margin = 6.0
    /// How far down the middle of floating buttons is. Source: objc.io 12.
    static let floatingHeight = 0.2
  }

  /// The height of a bar at a scale of chrome: that of title bars.
  public static func barHeight(at scale: Double) -> Double { TitleBar.height(at: scale) }

  /// As large as its buttons at a scale of chrome.
  public func naturalSize(at scale: Double) -> Size {
    Size(width: Look.slot.width * Double(buttons.count), height: Look.slot.height) * scale
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
      button.keys = index < Look.numberedTabs ? ["Ctrl", "\(index + 1)"] : []
      button.isEnabled = isEnabled
    }
  }

  /// Puts itself over the container.
  func place(in bounds: Rect, uiScale: Double) {
    switch style {
    case .bar, .hidden, .detached:
      frame = Rect(
        x: 0, y: 0, width: bounds.width, height: Self.barHeight(at: uiScale))
    case .floating:
      let middle = Point(x: bounds.midX, y: bounds.height * Look.floatingHeight)
      frame = Rect(center: middle, size: naturalSize(at: uiScale)).snapped
    }
    setNeedsLayout()
  }

  /// What is left for the scenes.
  func areaLeft(in bounds: Rect) -> Rect {
    guard style == .bar else { return bounds }
    return bounds.inset(by: Insets(top: min(frame.height, bounds.height)))
  }

  /// The left edge of the first button and the size of all.
  private var row: (left: Double, slot: Size) {
    var slot = Look.slot * uiScale
    let count = Double(max(1, buttons.count))
    let margin = Look.margin * uiScale
    let end = style == .bar ? (roomEnd ?? bounds.width) - margin : bounds.width
    if style == .bar { slot.width = min(slot.width, max(1, (end - margin) / count)) }
    let middle = bounds.midX - slot.width * count / 2
    return (min(middle, max(style == .bar ? margin : 0, end - slot.width * count)), slot)
  }

  /// The left edge of the buttons, in the view's points.
  package var buttonsStart: Double { row.left }

  /// True when every button in a bar that ends at `end` is wide enough for a finger.
  package func fits(before end: Double) -> Bool {
    end - 2 * Look.margin * uiScale >= Double(buttons.count) * Look.minWidth * uiScale
  }

  public override func layout() {
    let (left, slot) = row
    for (index, button) in buttons.enumerated() {
      button.frame =
        Rect(
          x: left + slot.width * Double(index), y: bounds.midY - slot.height / 2,
          width: slot.width, height: slot.height
        ).snapped
    }
  }

  /// Presses between the buttons of a bar stay here.
  public override func receive(_ event: InputEvent) -> Bool {
    guard style == .bar else { return false }
    switch event {
    case .pointer(let pointer): return pointer.kind == .pressed(.primary)
    case .touch: return true
    default: return false
    }
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    guard style == .bar else { return }
    canvas.fill(bounds, Chrome.solidBar)
    let line = Chrome.lineWidth(at: uiScale)
    canvas.fill(
      Rect(x: 0, y: bounds.height - line, width: bounds.width, height: line), Chrome.hairline)
  }
}

/// One of the buttons: an icon, brighter and underlined when its scene is shown.
final class SceneButton: Control {
  var icon = Icon.menu {
    didSet { if icon != oldValue { setNeedsDisplay() } }
  }
  var isSelected = false {
    didSet { if isSelected != oldValue { setNeedsDisplay() } }
  }

  /// Sizes in points of an ordinary monitor.
  private enum Look {
    /// Source: objc.io 12.
    static let tint = Color(white: 1, alpha: 0.75)
    static let selectedTint = Color.white
    /// Around the glow.
    static let margin = 4.0
    static let mark = Size(width: 24, height: 3)
  }

  init(action: @escaping () -> Void) {
    super.init(label: "", action: action)
    showsTooltip = true
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let pill = bounds.inset(by: .all(Look.margin * uiScale))
    let radius = Chrome.buttonRadius * uiScale
    if isEnabled {
      canvas.fillRounded(pill, radius: radius, Chrome.hover.opacity(glow))
      if isPressed { canvas.fillRounded(pill, radius: radius, Chrome.pressed) }
    }
    let side = Icon.grid * uiScale
    // Not dimmed while disabled: that is only for the second of a change.
    icon.draw(
      in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)),
      isSelected ? Look.selectedTint : Look.tint)
    if isSelected {
      let size = Look.mark * uiScale
      let mark = Rect(
        x: bounds.midX - size.width / 2, y: bounds.height - size.height, width: size.width,
        height: size.height
      ).snapped
      canvas.fillRounded(mark, radius: mark.height / 2, Look.selectedTint)
    }
    if isFocused {
      canvas.strokeRounded(
        pill, radius: radius, width: Chrome.focusWidth * uiScale, Chrome.focus)
    }
  }
}
