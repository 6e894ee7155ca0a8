package import Drawing
package import Geometry
package import Input
import Localization
package import Motion

/// A menu inside the window. The view fills its parent and handles every event; it closes when an
/// item is chosen, or on a press outside the menu's panel.
///
/// A menu taller than the window fades out at the clipped edges, and has an arrow there. It scrolls
/// while the pointer or a finger is on an arrow, and by wheel, finger drag and keys.
package final class MenuView: View {
  /// The point of the menu's panel that lies at the given position.
  package enum PanelAnchor: Hashable, Sendable {
    /// The top left corner; the top right one in a mirrored interface.
    case topLeft
    /// The top right corner; the top left one in a mirrored interface.
    case topRight
    /// The middle of the top edge.
    case top
  }
  /// The entries and separators from top to bottom.
  package let items: [MenuItem]
  /// Called once after the menu has closed, with or without a choice. Default: does nothing.
  package var onClose: () -> Void = {}
  /// Called after the left arrow key or Backspace has closed a menu that an entry of another menu
  /// has opened. Default: does nothing.
  package var onBack: () -> Void = {}
  /// The index of the highlighted item, which Enter chooses; nil for none.
  package private(set) var highlightedIndex: Int? {
    didSet {
      guard highlightedIndex != oldValue else { return }
      for index in [oldValue, highlightedIndex].compactMap(\.self) {
        setNeedsDisplay(rowFrame(at: index))
      }
    }
  }

  private let anchor: Point
  private let corner: PanelAnchor
  private var rows: [MenuRow]
  private var cachedWidth: (scale: Double, width: Double)?
  /// The distance by which the items are scrolled, in device pixels.
  private var scrollOffset = 0.0 {
    didSet { if scrollOffset.rounded() != oldValue.rounded() { setNeedsDisplay() } }
  }
  /// The pointer's position in this view's coordinates; nil while it is outside, and after a touch.
  private var pointer: Point?
  /// The edge whose arrow is under the pointer or a finger, so that the menu scrolls; nil for none.
  private var activeArrow: ScrollEdge? {
    didSet {
      guard activeArrow != oldValue else { return }
      lastArrowScroll = nil
      setNeedsDisplay()
      if activeArrow != nil { requestFrame() }
    }
  }
  /// The time of the frame in which an arrow last scrolled; nil before the first one.
  private var lastArrowScroll: Timestamp?
  /// The progress of a touch on the menu; nil without one.
  private var finger: MenuFinger?

  private struct MenuFinger {
    let start: Point
    let startScrollOffset: Double
    /// Whether the finger has moved farther than ``MenuViewStyle/slop``, and scrolls the menu.
    var isScrolling = false
  }

  /// The measures of a menu. Lengths are in points.
  enum MenuViewStyle {
    static let rowHeight = 32.0
    static let separatorHeight = 11.0
    static let padding = 6.0
    static let radius = 12.0
    static let rowRadius = 7.0
    static let minWidth = 200.0
    static let maxWidth = 560.0
    /// The minimum distance between the panel and the window's edges, in points.
    static let margin = 8.0
    static let shadowBlur = 22.0
    /// The distance by which the shadow is moved down, in points.
    static let shadowOffset = 6.0
    /// The height of the area with an arrow at a clipped edge, in points.
    static let arrowHeight = 26.0
    /// The height in which items fade out beside an arrow, in points.
    static let arrowFadeHeight = 20.0
    /// The speed of scrolling by an arrow, in points per second.
    ///
    /// - Source: Menus of GTK 3 scroll at 160 far from the edge and at 750 at the edge.
    static let arrowSpeed = 400.0
    /// The distance that a finger may move before it scrolls, in points.
    ///
    /// - Source: Android's touch slop.
    static let slop = 8.0
  }

  /// Makes a menu whose panel has the point `corner` at `anchor`, in the parent's coordinates. The
  /// panel is moved to where it fits into the window.
  ///
  /// - Parameter title: the name of the menu for assistive programs; empty for that of any menu.
  package init(
    _ items: [MenuItem], at anchor: Point, corner: PanelAnchor = .topLeft, title: String = ""
  ) {
    self.items = items
    self.anchor = anchor
    self.corner = corner
    rows = items.map(MenuRow.init)
    super.init()
    fillsParent = true
    mirroring = .byLanguage
    tracksHover = true
    isFocusable = true
    accessibilityLabel = title.isEmpty ? tr("Menu") : title
  }

  /// Shows the menu in front of everything on `stage`, and moves the keyboard focus to it.
  package func open(on stage: Stage) {
    stage.root.add(self)
    stage.setFocus(self)
  }

  /// Closes the menu without a choice; does nothing when it is not open.
  package func close() {
    guard parent != nil else { return }
    removeFromParent()
    onClose()
  }

  // MARK: Geometry

  /// The rectangle of the menu's panel, in this view's coordinates.
  package var panelFrame: Rect {
    let margin = MenuViewStyle.margin * uiScale
    let room = bounds.inset(by: .all(margin))
    let size = Size(
      width: min(naturalWidth, room.width),
      height: min(contentHeight + 2 * MenuViewStyle.padding * uiScale, room.height))
    let start = runsRightToLeft ? bounds.width - anchor.x : anchor.x
    let x = start - size.width * corner.widthFractionBefore
    // Below the anchor, or above it if only that fits; always inside the window.
    let fitsBelow = anchor.y + size.height <= room.maxY
    let y = fitsBelow || anchor.y - size.height < room.minY ? anchor.y : anchor.y - size.height
    return Rect(
      x: max(room.minX, min(x, room.maxX - size.width)),
      y: max(room.minY, min(y, room.maxY - size.height)), width: size.width, height: size.height
    ).snapped
  }

  /// The rectangle of the item at `index` at the present scroll offset, in this view's coordinates.
  package func rowFrame(at index: Int) -> Rect {
    let inside = panelFrame.inset(by: .all(MenuViewStyle.padding * uiScale))
    let above = items[..<index].reduce(0) { $0 + height(of: $1) }
    return Rect(
      x: inside.minX, y: inside.minY + above - scrollOffset.rounded(), width: inside.width,
      height: height(of: items[index]))
  }

  /// The rectangle of the arrow at an edge of the panel, in this view's coordinates; nil when no
  /// items are clipped there.
  package func arrowFrame(at edge: ScrollEdge) -> Rect? {
    guard canScroll(towards: edge) else { return nil }
    let panelFrame = panelFrame
    let height = min(
      (MenuViewStyle.arrowHeight * uiScale).rounded(), (panelFrame.height / 2).rounded(.down))
    return Rect(
      x: panelFrame.minX, y: edge == .top ? panelFrame.minY : panelFrame.maxY - height,
      width: panelFrame.width,
      height: height)
  }

  private func canScroll(towards edge: ScrollEdge) -> Bool {
    edge == .top ? scrollOffset.rounded() > 0 : scrollOffset.rounded() < maxScrollOffset.rounded()
  }

  private func arrowEdge(at point: Point) -> ScrollEdge? {
    ScrollEdge.allCases.first { arrowFrame(at: $0)?.contains(point) ?? false }
  }

  private var maxScrollOffset: Double {
    max(0, contentHeight - (panelFrame.height - 2 * MenuViewStyle.padding * uiScale))
  }

  private func height(of item: MenuItem) -> Double {
    ((item.isSeparator ? MenuViewStyle.separatorHeight : MenuViewStyle.rowHeight) * uiScale)
      .rounded()
  }

  private var contentHeight: Double { items.reduce(0) { $0 + height(of: $1) } }

  private var hasCheckColumn: Bool { items.contains(where: \.isChecked) }

  private var naturalWidth: Double {
    if let cachedWidth, cachedWidth.scale == uiScale { return cachedWidth.width }
    let text = rows.map { $0.naturalWidth(hasCheckColumn: hasCheckColumn, scale: uiScale) }
    let widest = (text.max() ?? 0) + 2 * MenuViewStyle.padding * uiScale
    let width = min(max(widest, MenuViewStyle.minWidth * uiScale), MenuViewStyle.maxWidth * uiScale)
      .rounded(.up)
    cachedWidth = (uiScale, width)
    return width
  }

  package override var drawingBounds: Rect {
    let reach = (MenuViewStyle.shadowBlur + MenuViewStyle.shadowOffset) * uiScale
    return panelFrame.inset(by: .all(-reach))
  }

  package override func contains(_ point: Point) -> Bool { true }

  // MARK: Events

  package override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer): receive(pointer)
    case .touch(let touch): receive(touch)
    case .scroll(let wheel):
      scroll(by: wheel.delta.dy * MenuViewStyle.rowHeight * uiScale)
      highlightItemUnderPointer()
    case .key(let key):
      if key.isPress { press(key) }
    case .cancelled: close()
    case .pinch, .swipe: break
    }
    return true
  }

  private func receive(_ pointer: InputEvent.Pointer) {
    switch pointer.kind {
    case .pressed: press(at: pointer.location)
    case .released: choose(item(at: pointer.location))
    case .moved, .entered:
      self.pointer = pointer.location
      highlightItemUnderPointer()
    case .exited:
      self.pointer = nil
      highlightItemUnderPointer()
    }
  }

  /// Highlights the item under the pointer, or begins to scroll by the arrow under it.
  private func highlightItemUnderPointer() {
    activeArrow = pointer.flatMap(arrowEdge)
    highlightedIndex = pointer.flatMap(item)
  }

  private func receive(_ touch: InputEvent.Touch) {
    pointer = nil
    switch touch.phase {
    case .began:
      finger = MenuFinger(start: touch.location, startScrollOffset: scrollOffset)
      press(at: touch.location)
      activeArrow = arrowEdge(at: touch.location)
    case .moved: drag(to: touch.location)
    case .ended:
      let isTap = finger?.isScrolling == false && activeArrow == nil
      finger = nil
      activeArrow = nil
      choose(isTap ? item(at: touch.location) : nil)
    case .cancelled:
      finger = nil
      activeArrow = nil
      highlightedIndex = nil
    }
  }

  private func drag(to point: Point) {
    guard var finger else { return }
    let distance = point.y - finger.start.y
    if maxScrollOffset > 0, activeArrow == nil, abs(distance) > MenuViewStyle.slop * uiScale {
      finger.isScrolling = true
    }
    self.finger = finger
    if finger.isScrolling {
      highlightedIndex = nil
      scroll(by: finger.startScrollOffset - distance - scrollOffset)
    } else if activeArrow == nil {
      highlightedIndex = item(at: point)
    }
  }

  /// True while an arrow scrolls the menu.
  package override var wantsFrame: Bool { activeArrow.map { canScroll(towards: $0) } ?? false }

  /// Scrolls the menu while the pointer or a finger is on an arrow.
  package override func update(at frame: FrameTime) {
    guard let activeArrow, canScroll(towards: activeArrow) else {
      lastArrowScroll = nil
      return
    }
    if let lastArrowScroll {
      let seconds = max(0, frame.presentation - lastArrowScroll)
      scroll(by: activeArrow.direction * MenuViewStyle.arrowSpeed * uiScale * seconds)
    }
    lastArrowScroll = frame.presentation
    if !canScroll(towards: activeArrow), pointer != nil { highlightItemUnderPointer() }
  }

  private func press(at point: Point) {
    guard panelFrame.contains(point) else { return close() }
    highlightedIndex = item(at: point)
  }

  private func press(_ key: KeyEvent) {
    activeArrow = nil
    switch key.name {
    case .down: moveHighlight(by: 1)
    case .up: moveHighlight(by: -1)
    case .home, .pageUp: highlight(items.firstIndex(where: \.canBeChosen))
    case .end, .pageDown: highlight(items.lastIndex(where: \.canBeChosen))
    case .tab: moveHighlight(by: key.modifiers.contains(.shift) ? -1 : 1)
    case .enter, .character(" "): if !key.isRepeat { choose(highlightedIndex) }
    case .escape, .menu: close()
    case .left, .backspace:
      // A held key closes one menu only; its repeats close no further ones.
      guard !key.isRepeat else { break }
      close()
      onBack()
    case .right:
      if let highlightedIndex, items[highlightedIndex].opensMenu, !key.isRepeat {
        choose(highlightedIndex)
      }
    case .character where key.modifiers.isSubset(of: .shift): highlightItem(startingWith: key.text)
    default: break
    }
  }

  /// Highlights the next item whose title begins with a typed text, in either case.
  private func highlightItem(startingWith text: String) {
    let start = text.lowercased()
    guard !start.isEmpty else { return }
    let indices = Array(items.indices)
    let first = highlightedIndex.map { $0 + 1 } ?? 0
    let next = (indices[first...] + indices[..<first]).first {
      items[$0].canBeChosen && items[$0].title.lowercased().hasPrefix(start)
    }
    if let next { highlight(next) }
  }

  private func moveHighlight(by step: Int) {
    let choices = items.indices.filter { items[$0].canBeChosen }
    guard let first = choices.first, let last = choices.last else { return }
    guard let highlightedIndex, let index = choices.firstIndex(of: highlightedIndex) else {
      return highlight(step > 0 ? first : last)
    }
    highlight(choices[(index + step + choices.count) % choices.count])
  }

  /// Highlights the item at an index, and scrolls to it; nil for none.
  package func highlight(_ index: Int?) {
    highlightedIndex = index
    guard let index else { return }
    // Arrows and fades hide the items at the edges, except for the first and the last item.
    let cover = ((MenuViewStyle.arrowHeight + MenuViewStyle.arrowFadeHeight) * uiScale).rounded()
    let inside = panelFrame.inset(by: .all(MenuViewStyle.padding * uiScale))
    let rowFrame = rowFrame(at: index)
    let isLow = inside.height < 2 * cover + rowFrame.height
    let free = isLow ? inside : inside.inset(by: Insets(top: cover, bottom: cover))
    if rowFrame.minY < free.minY { scroll(by: rowFrame.minY - free.minY) }
    if rowFrame.maxY > free.maxY { scroll(by: rowFrame.maxY - free.maxY) }
  }

  private func scroll(by distance: Double) {
    scrollOffset = max(0, min(scrollOffset + distance, maxScrollOffset))
  }

  func choose(_ index: Int?) {
    guard let index else { return }
    let action = items[index].action
    close()
    action()
  }

  private func item(at point: Point) -> Int? {
    guard panelFrame.contains(point), arrowEdge(at: point) == nil else { return nil }
    return items.indices.first { items[$0].canBeChosen && rowFrame(at: $0).contains(point) }
  }

  // MARK: Drawing

  package override func layout() {
    scroll(by: 0)
    setNeedsDisplay()
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let panelFrame = panelFrame
    let radius = MenuViewStyle.radius * uiScale
    canvas.drawPanel(
      panelFrame, radius: radius, blur: MenuViewStyle.shadowBlur * uiScale,
      drop: MenuViewStyle.shadowOffset * uiScale,
      scale: uiScale)
    canvas.saved {
      canvas.clip(to: panelFrame.inset(by: .all(MenuViewStyle.padding * uiScale)))
      let hasCheckColumn = hasCheckColumn
      for index in items.indices {
        let rowFrame = rowFrame(at: index)
        guard rowFrame.intersection(damage) != nil else { continue }
        rows[index].draw(
          in: canvas, rowFrame, isHighlighted: index == highlightedIndex,
          hasCheckColumn: hasCheckColumn,
          scale: uiScale)
      }
    }
    for edge in ScrollEdge.allCases { drawArrow(at: edge, in: canvas) }
  }

  private func drawArrow(at edge: ScrollEdge, in canvas: Canvas) {
    guard let arrow = arrowFrame(at: edge) else { return }
    let fade = (MenuViewStyle.arrowFadeHeight * uiScale).rounded()
    let line = Chrome.lineWidth(at: uiScale)
    canvas.saved {
      canvas.clip(
        toRounded: panelFrame.inset(by: .all(line)), radius: MenuViewStyle.radius * uiScale - line)
      canvas.drawScrollFade(
        at: edge,
        in: Rect(
          x: arrow.minX, y: edge == .top ? arrow.minY : arrow.minY - fade, width: arrow.width,
          height: arrow.height + fade),
        solidHeight: arrow.height, Chrome.opaquePanel)
    }
    canvas.drawScrollChevron(
      at: edge, center: arrow.center, scale: uiScale,
      edge == activeArrow ? Chrome.text : Chrome.secondaryText)
  }
}

extension MenuView.PanelAnchor {
  /// The fraction of the panel's width that lies before the given position.
  fileprivate var widthFractionBefore: Double {
    switch self {
    case .topLeft: 0
    case .top: 0.5
    case .topRight: 1
    }
  }
}
