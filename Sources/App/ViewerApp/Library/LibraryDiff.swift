/// From one state of a library to a later one: where every item went.
nonisolated struct LibraryDiff: Hashable, Sendable {
  /// For every old flat index the new one; nil for what is gone.
  let newIndices: [Int?]
  /// How many items there are.
  let count: Int
  /// New indices of known items whose files hold other bytes.
  let rewritten: [Int]
  /// New indices of known items whose files are called otherwise.
  let renamed: [Int]

  /// Compares two states of one library by the identities of their items.
  ///
  /// - Complexity: O(items that are, were or ever have been).
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

  /// True when nothing is seen of it.
  var isEmpty: Bool {
    newIndices.count == count && rewritten.isEmpty && renamed.isEmpty
      && newIndices.enumerated().allSatisfy { $0.offset == $0.element }
  }
}
