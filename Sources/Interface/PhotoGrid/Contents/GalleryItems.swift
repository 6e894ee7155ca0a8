/// A source of the items of a grid, each of which is made when it is asked for.
nonisolated package protocol GalleryItemSource: Sendable {
  /// The number of items of the grid.
  var count: Int { get }
  /// The item at an index, which must be from 0 to ``count`` − 1.
  ///
  /// - Complexity: At most O(log items).
  subscript(index: Int) -> GalleryItem { get }
}

/// The items of a grid, made one by one on access: of a large library the grid reads only the
/// visible ones.
nonisolated package struct GalleryItems: RandomAccessCollection, Hashable, Sendable {
  private let source: any GalleryItemSource

  package init(_ source: any GalleryItemSource) { self.source = source }

  /// Makes a collection of the items in an array.
  package init(_ items: [GalleryItem]) { source = ItemList(items: items) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { source.count }

  package subscript(index: Int) -> GalleryItem { source[index] }

  package static func == (a: GalleryItems, b: GalleryItems) -> Bool { a.elementsEqual(b) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for item in self { hasher.combine(item) }
  }

  private struct ItemList: GalleryItemSource {
    let items: [GalleryItem]
    var count: Int { items.count }
    subscript(index: Int) -> GalleryItem { items[index] }
  }
}
