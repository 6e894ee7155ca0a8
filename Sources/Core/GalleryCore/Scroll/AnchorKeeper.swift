import Geometry

/// The anchor of the content: the point that keeps its position in the viewport while the layout
/// changes.
///
/// It is in the first row whose top edge is visible. Until the next scroll the previous anchor is
/// reused, so that a change and its reversal end at the initial offset.
struct AnchorKeeper: Hashable, Sendable {
  private struct Kept: Hashable, Sendable {
    var anchor: GridAnchor
    /// The scroll offset at which the anchored point has its kept viewport position.
    var offset: Double
  }

  private var kept: Kept?
  /// Whether the user has acted; until then a list that grows while loading stays scrolled to its
  /// top.
  private var isTouched = false

  /// Records that the user acted: from now on, layout changes keep the visible content in place.
  mutating func touch() { isTouched = true }

  /// Keeps the anchor of a layout change, which is valid at the scroll offset `offset`.
  mutating func keep(_ anchor: GridAnchor, offset: Double) {
    kept = Kept(anchor: anchor, offset: offset)
  }

  /// Forgets the previous anchor, because the list changes.
  mutating func forget() { kept = nil }

  /// The anchor at a scroll offset. Nil keeps the scroll offset.
  func anchor(in arrangement: GridArrangement, offset: Double) -> GridAnchor? {
    guard isTouched else { return nil }
    let layout = arrangement.layout
    if let kept, kept.offset == offset, kept.anchor.item < layout.itemCount { return kept.anchor }
    let rows = arrangement.clearItems(atOffset: offset)
    guard !rows.isEmpty else {
      return GridAnchor(content: Point(x: 0, y: offset), viewportPoint: .zero, in: layout)
    }
    var item = rows.lowerBound
    let below = layout.item(1, below: item, column: 0)
    if layout.frame(ofItem: item).minY < offset + arrangement.clearArea.minY, rows.contains(below) {
      item = below
    }
    return GridAnchor(item: item, offset: offset, in: layout)
  }

  /// The anchor for a changed list, at the new index of its item; if the item is gone, an anchor at
  /// another visible item.
  func anchor(
    following change: GalleryChange, in arrangement: GridArrangement, offset: Double
  ) -> GridAnchor? {
    guard let anchor = anchor(in: arrangement, offset: offset) else { return nil }
    if let item = change.newIndex(of: anchor.item) { return anchor.moved(to: item) }
    for old in arrangement.clearItems(atOffset: offset) {
      guard let item = change.newIndex(of: old) else { continue }
      return GridAnchor(item: old, offset: offset, in: arrangement.layout).moved(to: item)
    }
    return change.remainingIndex(of: anchor.item).map(anchor.moved)
  }
}

extension GridArrangement {
  /// An anchor at an item; nil when the item is not visible at the scroll offset.
  func anchor(ofVisible item: Int?, offset: Double) -> GridAnchor? {
    guard let item else { return nil }
    let frame = layout.frame(ofItem: item)
    guard frame.maxY > offset + clearArea.minY, frame.minY < offset + viewport.height else {
      return nil
    }
    return GridAnchor(item: item, offset: offset, in: layout)
  }

  /// `anchor`, or `focus` when keeping `anchor` in the layout `next` would move the focused item
  /// out of view (same list) or by more than one row (another list).
  func choice(
    _ anchor: GridAnchor?, _ focus: GridAnchor?, isSameList: Bool, in next: GridLayout
  ) -> GridAnchor? {
    guard let anchor, let focus else { return anchor }
    let frame = next.frame(ofItem: focus.item)
    let top = frame.minY - anchor.offset(in: next)
    if isSameList {
      return top + frame.height > clearArea.minY && top < viewport.height ? anchor : focus
    }
    return abs(top - focus.viewportPoint.y) <= next.rowPitch + 1 ? anchor : focus
  }
}
