import Geometry

/// The memory of the scroll anchor of a grid: the point of the content that keeps its position in
/// the viewport while the layout changes.
///
/// The anchor lies in the first row whose top edge is visible. Until the next scroll the previous
/// anchor is used again, so that a change of the layout and its reversal end at the initial offset.
struct GridAnchorMemory: Hashable, Sendable {
  private struct KeptAnchor: Hashable, Sendable {
    var anchor: GridAnchor
    /// The scroll offset, in device pixels, at which the anchored point has its position in the
    /// viewport.
    var offset: Double
  }

  private var kept: KeptAnchor?
  /// Whether the user has acted on the grid, or it was scrolled. Until then, a list that grows
  /// while its folder is read stays scrolled to its top.
  private var hasUserActed = false

  /// Records that the user acted: from now on, layout changes keep the visible content in place.
  mutating func recordUserAction() { hasUserActed = true }

  /// Keeps the anchor used for a layout change, for the next change if the scroll offset is still
  /// `offset`.
  mutating func keep(_ anchor: GridAnchor, offset: Double) {
    kept = KeptAnchor(anchor: anchor, offset: offset)
  }

  /// Forgets the kept anchor, because the list of items changes.
  mutating func forgetAnchor() { kept = nil }

  /// The anchor for a layout change at a scroll offset; nil when the offset is to be kept, as long
  /// as the user has not acted.
  func anchor(in arrangement: GridArrangement, offset: Double) -> GridAnchor? {
    guard hasUserActed else { return nil }
    let layout = arrangement.layout
    if let kept, kept.offset == offset, kept.anchor.item < layout.itemCount { return kept.anchor }
    let rows = arrangement.uncoveredItems(atOffset: offset)
    guard !rows.isEmpty else {
      return GridAnchor(content: Point(x: 0, y: offset), viewportPoint: .zero, in: layout)
    }
    var item = rows.lowerBound
    let below = layout.item(1, below: item, column: 0)
    let top = offset + arrangement.uncoveredArea.minY
    if layout.frame(ofItem: item).minY < top, rows.contains(below) { item = below }
    return GridAnchor(item: item, offset: offset, in: layout)
  }

  /// The anchor for a change of the list: the present anchor, moved to the new index of its item.
  /// If that item was removed, an anchor at another visible item, or else at the nearest remaining
  /// one; nil when the scroll offset is to be kept.
  func anchor(
    following change: GalleryChange, in arrangement: GridArrangement, offset: Double
  ) -> GridAnchor? {
    guard let anchor = anchor(in: arrangement, offset: offset) else { return nil }
    if let item = change.newIndex(of: anchor.item) { return anchor.moved(to: item) }
    for old in arrangement.uncoveredItems(atOffset: offset) {
      guard let item = change.newIndex(of: old) else { continue }
      return GridAnchor(item: old, offset: offset, in: arrangement.layout).moved(to: item)
    }
    return change.newIndexOrNearestRemaining(of: anchor.item).map(anchor.moved)
  }
}

extension GridArrangement {
  /// The anchor at an item's top left corner; nil when the item is not visible at the scroll offset
  /// `offset`.
  func anchor(ofVisible item: Int?, offset: Double) -> GridAnchor? {
    guard let item else { return nil }
    let frame = layout.frame(ofItem: item)
    guard frame.maxY > offset + uncoveredArea.minY, frame.minY < offset + viewport.height else {
      return nil
    }
    return GridAnchor(item: item, offset: offset, in: layout)
  }

  /// The anchor for a change to the layout `next`: `anchor`, or `focus`, the anchor of the focused
  /// item, if `anchor` would move the focused item too far. In the same list, too far means out of
  /// view; in another list, by more than one row. When `anchor` is nil, the result is nil, which
  /// keeps the scroll offset `offset`, or `focus` if the focused item would then be out of view.
  func preferredAnchor(
    _ anchor: GridAnchor?, _ focus: GridAnchor?, offset: Double, isSameList: Bool,
    in next: GridLayout
  ) -> GridAnchor? {
    guard let focus else { return anchor }
    let frame = next.frame(ofItem: focus.item)
    let top = frame.minY - (anchor?.scrollOffset(in: next) ?? offset)
    if isSameList || anchor == nil {
      return top + frame.height > uncoveredArea.minY && top < viewport.height ? anchor : focus
    }
    return abs(top - focus.viewportPoint.y) <= next.rowPitch + 1 ? anchor : focus
  }

  /// The anchor for a change to the layout `next` whose headers are higher than the present ones,
  /// as when a second section makes headers appear: `anchor`, lowered so that the sticky header
  /// does not cover its item or that of `focus`. An item that was partly hidden above stays so.
  func anchorBelowHeaders(
    _ anchor: GridAnchor, _ focus: GridAnchor?, in next: GridLayout
  ) -> GridAnchor {
    let growth = next.headerHeight - layout.headerHeight
    guard growth > 0 else { return anchor }
    func top(_ kept: GridAnchor) -> Double {
      next.frame(ofItem: kept.item).minY - anchor.scrollOffset(in: next)
    }
    let highest = min(top(anchor), top(focus ?? anchor))
    var lowered = anchor
    lowered.viewportPoint.y += min(growth, max(0, next.headerHeight - highest))
    return lowered
  }
}
