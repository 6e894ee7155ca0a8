/// A table of the indices of a grid's items by their identity, made at the first look-up after a
/// change of the items.
final class ItemIndices {
  private var indices: [GalleryID: Int]?

  func invalidate() { indices = nil }

  /// The index of an item; nil when the grid has no such item any more.
  ///
  /// - Complexity: O(items) for the first look-up after a change.
  func index(of id: GalleryID, in contents: GalleryContents) -> Int? {
    if let indices { return indices[id] }
    var table: [GalleryID: Int] = [:]
    table.reserveCapacity(contents.items.count)
    for (index, item) in contents.items.enumerated() { table[item.id] = index }
    indices = table
    return table[id]
  }
}
