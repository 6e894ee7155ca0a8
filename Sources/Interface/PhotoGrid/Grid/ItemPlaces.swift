/// The indexes of a grid's items by their identity, made at the first question after a change.
final class ItemPlaces {
  private var known: [GalleryID: Int]?

  func forget() { known = nil }

  /// The index of an item; nil when it has gone.
  ///
  /// - Complexity: O(items) for the first question after a change.
  func index(of id: GalleryID, in contents: GalleryContents) -> Int? {
    if let known { return known[id] }
    var made: [GalleryID: Int] = [:]
    made.reserveCapacity(contents.items.count)
    for (index, item) in contents.items.enumerated() { made[item.id] = index }
    known = made
    return made[id]
  }
}
