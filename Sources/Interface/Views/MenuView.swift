public import Drawing
public import Geometry
public import Input

/// A menu inside the window: it fills its parent, takes every event, and goes when something is
/// chosen or anything else is pressed.
public final class MenuView: View {
  /// Which corner of the panel is put at the anchor.
  public enum Corner: Hashable, Sendable {
    /// The panel grows to the right of the anchor.
    case topLeft
    /// The panel grows to the left of the anchor.
    case topRight
    /// The panel grows to both sides: its top edge's middle is at the anchor.
    case top
  }
  /// The lines.
  public let items: [MenuItem]
  /// Called once when it has gone, chosen or not.
  public var onClose: () -> Void = {}
  /// The line lit up, if any.
  public private(set) var highlighted: Int? {
    didSet {
      guard highlighted != oldValue else { return }
      for index in [oldValue, highlighted].compactMap(\.self) { setNeedsDisplay(row(index)) }
    }
  }

  private let anchor: Point
  private let corner: Corner
  private var rows: [MenuRow]
  private var measured: (scale: Double, width: Double)?
  private var scrolled = 0.0 {
    didSet { if scrolled != oldValue { setNeedsDisplay() } }
  }

  enum Look {
    static let rowHeight = 32.0
    static let separatorHeight = 11.0
    static let padding = 6.0
    static let radius = 12.0
    static let rowRadius = 7.0
    static let minWidth = 200.0
    static let maxWidth = 420.0
    /// Between the panel and the window's edge.
    static let margin = 8.0
    static let shadow = 22.0
    /// Where the shadow falls, below the panel.
    static let drop = 6.0
  }

  /// Makes a menu whose corner is at `anchor`, in the parent's points, if there is room.
  public init(_ items: [MenuItem], at anchor: Point, corner: Corner = .topLeft) {
    self.items = items
    self.anchor = anchor
    self.corner = corner
    rows = items.map(MenuRow.init)
    super.init()
    fillsParent = true
    tracksHover = true
    isFocusable = true
    accessibilityLabel = "Menu"
  }

  /// Shows it over everything on `stage` and gives it the keyboard.
  public func open(on stage: Stage) {
    stage.root.add(self)
    stage.setFocus(self)
  }

  /// Takes it away.
  public func close() {
    guard parent != nil else { return }
    removeFromParent()
    onClose()
  }

  // MARK: Geometry

  /// The panel's rectangle.
  public var panel: Rect {
    let margin = Look.margin * uiScale
    let room = bounds.inset(by: .all(margin))
    let size = Size(
      width: min(naturalWidth, room.width),
      height: min(contentHeight + 2 * Look.padding * uiScale, room.height))
    let x = anchor.x - size.width * corner.share
    // Below the anchor, or above it when there is more room; in any case inside.
    let fitsBelow = anchor.y + size.height <= room.maxY
    let y = fitsBelow || anchor.y - size.height < room.minY ? anchor.y : anchor.y - size.height
    return Rect(
      x: max(room.minX, min(x, room.maxX - size.width)),
      y: max(room.minY, min(y, room.maxY - size.height)), width: size.width, height: size.height
    ).snapped
  }

  /// The rectangle of a line.
  public func row(_ index: Int) -> Rect {
    let inside = panel.inset(by: .all(Look.padding * uiScale))
    let above = items[..<index].reduce(0) { $0 + height(of: $1) }
    return Rect(
      x: inside.minX, y: inside.minY + above - scrolled, width: inside.width,
      height: height(of: items[index]))
  }

  private func height(of item: MenuItem) -> Double {
    ((item.isSeparator ? Look.separatorHeight : Look.rowHeight) * uiScale).rounded()
  }

  private var contentHeight: Double { items.reduce(0) { $0 + height(of: $1) } }

  private var hasChecks: Bool { items.contains(where: \.isChecked) }

  private var naturalWidth: Double {
    if let measured, measured.scale == uiScale { return measured.width }
    let text = rows.map { $0.naturalWidth(hasChecks: hasChecks, scale: uiScale) }
    let widest = (text.max() ?? 0) + 2 * Look.padding * uiScale
    let width = min(max(widest, Look.minWidth * uiScale), Look.maxWidth * uiScale).rounded(.up)
    measured = (uiScale, width)
    return width
  }

  public override var paintBounds: Rect {
    let reach = (Look.shadow + Look.drop) * uiScale
    return panel.inset(by: .all(-reach))
  }

  public override func contains(_ point: Point) -> Bool { true }

  // MARK: Events

  public override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): receive(pointer)
    case .touch(let touch):
      switch touch.phase {
      case .began: press(at: touch.location)
      case .moved: highlighted = item(at: touch.location)
      case .ended: choose(item(at: touch.location))
      case .cancelled: highlighted = nil
      }
    case .scroll(let wheel): scroll(by: wheel.delta.dy * Look.rowHeight * uiScale)
    case .key(let key):
      if key.isPress { press(key) }
    case .cancelled: close()
    case .pinch, .swipe: break
    }
    return true
  }

  private func receive(_ pointer: PointerEvent) {
    switch pointer.kind {
    case .pressed: press(at: pointer.location)
    case .released: choose(item(at: pointer.location))
    case .moved, .entered: highlighted = item(at: pointer.location)
    case .left: highlighted = nil
    }
  }

  private func press(at point: Point) {
    guard panel.contains(point) else { return close() }
    highlighted = item(at: point)
  }

  private func press(_ key: KeyEvent) {
    switch key.name {
    case .down: move(by: 1)
    case .up: move(by: -1)
    case .home, .pageUp: highlight(items.firstIndex(where: \.canBeChosen))
    case .end, .pageDown: highlight(items.lastIndex(where: \.canBeChosen))
    case .tab: move(by: key.modifiers.contains(.shift) ? -1 : 1)
    case .enter, .character(" "): if !key.isRepeat { choose(highlighted) }
    case .escape, .left, .menu, .backspace: close()
    default: break
    }
  }

  private func move(by step: Int) {
    let choices = items.indices.filter { items[$0].canBeChosen }
    guard let first = choices.first, let last = choices.last else { return }
    guard let highlighted, let place = choices.firstIndex(of: highlighted) else {
      return highlight(step > 0 ? first : last)
    }
    highlight(choices[(place + step + choices.count) % choices.count])
  }

  private func highlight(_ index: Int?) {
    highlighted = index
    guard let index else { return }
    let inside = panel.inset(by: .all(Look.padding * uiScale))
    let place = row(index)
    if place.minY < inside.minY { scroll(by: place.minY - inside.minY) }
    if place.maxY > inside.maxY { scroll(by: place.maxY - inside.maxY) }
  }

  private func scroll(by distance: Double) {
    let room = panel.height - 2 * Look.padding * uiScale
    scrolled = max(0, min(scrolled + distance, contentHeight - room)).rounded()
  }

  private func choose(_ index: Int?) {
    guard let index else { return }
    let action = items[index].action
    close()
    action()
  }

  private func item(at point: Point) -> Int? {
    guard panel.contains(point) else { return nil }
    return items.indices.first { items[$0].canBeChosen && row($0).contains(point) }
  }

  // MARK: Drawing

  public override func layout() {
    scroll(by: 0)
    setNeedsDisplay()
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let panel = panel
    let radius = Look.radius * uiScale
    canvas.drawPanel(
      panel, radius: radius, blur: Look.shadow * uiScale, drop: Look.drop * uiScale,
      scale: uiScale)
    canvas.saved {
      canvas.clip(to: panel.inset(by: .all(Look.padding * uiScale)))
      let hasChecks = hasChecks
      for index in items.indices {
        let place = row(index)
        guard place.intersection(damage) != nil else { continue }
        rows[index].draw(
          in: canvas, place, isHighlighted: index == highlighted, hasChecks: hasChecks,
          scale: uiScale)
      }
    }
  }
}

extension MenuView.Corner {
  /// How much of the panel lies left of the anchor.
  fileprivate var share: Double {
    switch self {
    case .topLeft: 0
    case .top: 0.5
    case .topRight: 1
    }
  }
}
