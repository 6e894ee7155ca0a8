/// The selection of a grid, with the anchor item from which ranges are selected.
struct RangeSelection: Hashable, Sendable {
  private(set) var items = GallerySelection()
  /// The item from which ranges are selected: the last one selected or toggled by itself.
  private var anchor: Int?

  /// Changes the selection after a click on an item or a key press; `focus` is the focused item.
  mutating func select(_ item: Int, _ mode: GallerySelectionMode, focus: Int?) {
    switch mode {
    case .only: items = GallerySelection(item..<item + 1)
    case .toggle: items.toggle(item)
    case .through: items = GallerySelection(range(to: item, focus: focus))
    case .addRange: items.insert(range(to: item, focus: focus))
    }
    if mode == .only || mode == .toggle { anchor = item }
  }

  /// The range of items from the anchor to `item`. Without an anchor, the focused item becomes the
  /// anchor, or else `item`.
  private mutating func range(to item: Int, focus: Int?) -> Range<Int> {
    let start = anchor ?? focus ?? item
    anchor = start
    return min(start, item)..<max(start, item) + 1
  }

  mutating func selectAll(count: Int) { items = GallerySelection(0..<count) }

  mutating func deselectAll() { self = RangeSelection() }

  mutating func invert(count: Int) { items = items.inverted(count: count) }

  /// Replaces the selected items; the anchor stays.
  mutating func replace(with items: GallerySelection) { self.items = items }

  mutating func forgetAnchor() { anchor = nil }

  mutating func adapt(to change: GalleryChange) {
    anchor = anchor.flatMap(change.newIndex)
    items = items.adapted(to: change)
  }
}
