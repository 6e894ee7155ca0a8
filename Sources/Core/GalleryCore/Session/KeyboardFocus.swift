import Geometry

/// The keyboard focus of a grid, and the rules by which keys move it.
struct KeyboardFocus: Hashable, Sendable {
  /// The item with the keyboard focus; nil if none has it.
  private(set) var item: Int?
  /// Whether the focus ring is visible: the focus was last moved by a key or a search, and no
  /// contact came down since.
  private(set) var showsRing = false
  /// The column to which moves up and down return after rows that are too short; nil to take that
  /// of the focused item.
  private var preferredColumn: Int?

  /// Sets the focused item; the visibility of the focus ring stays.
  mutating func set(_ item: Int?) {
    self.item = item
    preferredColumn = nil
  }

  /// Gives the focus to an item that is opened; the column for moves up and down is kept.
  mutating func setKeepingPreferredColumn(_ item: Int) { self.item = item }

  mutating func hideRing() { showsRing = false }

  mutating func adapt(to change: GalleryChange) {
    item = item.flatMap(change.newIndexOrNearestRemaining)
  }

  /// Moves the focus and shows the focus ring. Without a focused item, a step leads to the first
  /// item whose top edge is visible.
  ///
  /// - Returns: the item that has the focus now.
  mutating func move(
    _ move: GalleryMove, in arrangement: GridArrangement, offset: Double
  ) -> Int {
    let next = destination(of: move, in: arrangement, offset: offset)
    item = next
    showsRing = true
    return next
  }

  private mutating func destination(
    of move: GalleryMove, in arrangement: GridArrangement, offset: Double
  ) -> Int {
    let layout = arrangement.layout
    let start = item ?? arrangement.firstVisibleItem(atOffset: offset)
    switch move {
    case .up(let rows) where item != nil:
      return verticalDestination(from: start, by: -1, rows, in: layout)
    case .down(let rows) where item != nil:
      return verticalDestination(from: start, by: 1, rows, in: layout)
    case .pageUp where item != nil: return pageDestination(from: start, by: -1, in: arrangement)
    case .pageDown where item != nil: return pageDestination(from: start, by: 1, in: arrangement)
    default: break
    }
    preferredColumn = nil
    switch move {
    case .first: return 0
    case .last: return layout.itemCount - 1
    case .item(let item): return arrangement.validItem(item) ?? start
    default: break
    }
    guard let item else { return start }
    switch move {
    case .left, .right:
      let isForward = (move == .right) != layout.metrics.isMirrored
      return isForward ? min(layout.itemCount - 1, item + 1) : max(0, item - 1)
    case .sectionUp:
      let start = layout.sections.items(in: layout.sections.section(of: item)).lowerBound
      guard start == item, start > 0 else { return start }
      return layout.sections.items(in: layout.sections.section(of: start - 1)).lowerBound
    case .sectionDown:
      let end = layout.sections.items(in: layout.sections.section(of: item)).upperBound
      return end < layout.itemCount ? end : item
    default: return item
    }
  }

  private mutating func columnForVerticalMoves(of item: Int, in layout: GridLayout) -> Int {
    let kept = min(preferredColumn ?? layout.position(ofItem: item).column, layout.columns - 1)
    preferredColumn = kept
    return kept
  }

  private mutating func verticalDestination(
    from item: Int, by direction: Int, _ rows: Int, in layout: GridLayout
  ) -> Int {
    let rows = min(max(0, rows), layout.itemCount)
    return layout.item(
      direction * rows, below: item, column: columnForVerticalMoves(of: item, in: layout))
  }

  /// The item one page above (`direction` −1) or below (1), a page being the visible height less
  /// one row; at least one row away, and the first or last item at the ends.
  private mutating func pageDestination(
    from item: Int, by direction: Int, in arrangement: GridArrangement
  ) -> Int {
    let layout = arrangement.layout
    let column = columnForVerticalMoves(of: item, in: layout)
    let frame = layout.frame(ofItem: item)
    let page = max(layout.rowPitch, arrangement.uncoveredArea.height - layout.rowPitch)
    let y = frame.midY + Double(direction) * page
    let row = layout.item(direction, below: item, column: column)
    let end = direction < 0 ? 0 : layout.itemCount - 1
    guard row != item else { return end }
    guard y > 0, y < layout.contentHeight else { return end }
    let start = layout.distanceToStart(ofColumn: column) + 1
    let x = layout.metrics.isMirrored ? layout.width - start : start
    let far = layout.nearestItem(to: Point(x: x, y: y)) ?? row
    return direction < 0 ? min(far, row) : max(far, row)
  }
}
