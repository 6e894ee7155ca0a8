/// The difference between two states of a list of photos: the new index of every old item, and the
/// items with changed files.
nonisolated struct LibraryDiff: Hashable, Sendable {
  /// The new index of each item, at its old index; nil for an item that was removed.
  let newIndices: [Int?]
  /// The number of items in the new list.
  let newCount: Int
  /// The new indices of the remaining items whose file contents have changed, sorted.
  let rewrittenIndices: [Int]
  /// The new indices of the remaining items whose path has changed, by renaming or by showing
  /// another file of the photo; sorted.
  let renamedIndices: [Int]

  /// Compares two states of one library by the identities of their items.
  ///
  /// - Parameter hasSameFiles: whether no file was renamed or rewritten between the states, as when
  ///   only the filter has changed. Default: false.
  /// - Complexity: O(old items + new items + largest identity).
  init(from old: SectionedLibrary, to new: SectionedLibrary, hasSameFiles: Bool = false) {
    if hasSameFiles {
      self.init(newIndices: Self.newIndices(of: old.itemIDs, in: new.itemIDs), count: new.count)
    } else {
      self.init(from: old.items, to: new.items)
    }
  }

  private init(newIndices: [Int?], count: Int, replaced: [Int] = []) {
    self.newIndices = newIndices
    self.newCount = count
    (rewrittenIndices, renamedIndices) = (replaced, replaced)
  }

  /// The difference after one of `count` items has been replaced by another file.
  static func replacement(at index: Int, of count: Int) -> LibraryDiff {
    LibraryDiff(newIndices: Array(0..<count), count: count, replaced: [index])
  }

  /// The difference after one of `count` items has been removed.
  static func removal(at index: Int, of count: Int) -> LibraryDiff {
    LibraryDiff(
      newIndices: (0..<count).map { $0 == index ? nil : $0 > index ? $0 - 1 : $0 },
      count: max(0, count - 1))
  }

  /// The difference after one item has been inserted into a list of `count` items.
  static func insertion(at index: Int, into count: Int) -> LibraryDiff {
    LibraryDiff(newIndices: (0..<count).map { $0 >= index ? $0 + 1 : $0 }, count: count + 1)
  }

  /// Compares two lists of items by their identities.
  init(from old: [PhotoItem], to new: [PhotoItem]) {
    newIndices = Self.newIndices(of: old.map(\.id), in: new.map(\.id))
    newCount = new.count
    var rewritten: [Int] = []
    var renamed: [Int] = []
    for (item, index) in zip(old, newIndices) {
      guard let index else { continue }
      if new[index].revision != item.revision { rewritten.append(index) }
      if new[index].path != item.path { renamed.append(index) }
    }
    self.rewrittenIndices = rewritten.sorted()
    self.renamedIndices = renamed.sorted()
  }

  /// The new index of each old identity; nil for an identity that is not in `new`. Identities are
  /// small numbers, so a table is used, which is thirty times as fast as a dictionary.
  private static func newIndices(of old: [UInt32], in new: [UInt32]) -> [Int?] {
    var indexByID = Array(repeating: -1, count: (new.max().map(Int.init) ?? -1) + 1)
    for (index, id) in new.enumerated() { indexByID[Int(id)] = index }
    return old.map { id in
      let id = Int(id)
      return id < indexByID.count && indexByID[id] >= 0 ? indexByID[id] : nil
    }
  }

  /// Whether both lists have the same items with the same files and contents in the same order.
  var isEmpty: Bool {
    newIndices.count == newCount && rewrittenIndices.isEmpty && renamedIndices.isEmpty
      && newIndices.enumerated().allSatisfy { $0.offset == $0.element }
  }
}
