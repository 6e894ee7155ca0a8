/// The change from one list of grid items to the next: the new index of every old item, and the old
/// index of every new item.
///
/// The change is computed from the identities of the items, which only the owner of the grid knows;
/// sorting, reversing, added and removed files are all expressed the same way.
public struct GalleryChange: Hashable, Sendable {
  /// The sections of the new list, each with its number of items.
  public let sections: GridSections
  /// The index in the new list of every item of the old list; −1 for a removed item.
  let newIndices: [Int]
  /// The index in the old list of every item of the new list; −1 for an added item.
  let oldIndices: [Int]
  /// The index in the old list of every section of the new list; −1 for an added section.
  private let oldSections: [Int]

  /// Makes the change between two lists of grid sections, each section given by its identity and
  /// the identities of its items.
  ///
  /// Items whose identities are equal are matched in order: the first in `old` with the first in
  /// `new`, and so on.
  ///
  /// - Complexity: O(old items + new items), on average.
  public init<Section: Hashable, Item: Hashable>(
    from old: [(section: Section, items: [Item])], to new: [(section: Section, items: [Item])]
  ) {
    sections = GridSections(new.map(\.items.count))
    oldSections = Self.matchedOldIndices(from: old.map(\.section), to: new.map(\.section))
    oldIndices = Self.matchedOldIndices(from: old.flatMap(\.items), to: new.flatMap(\.items))
    newIndices = Self.inverse(oldIndices, count: old.reduce(0) { $0 + $1.items.count })
  }

  /// Makes the change between two lists of grid sections whose items are identified by small
  /// integers.
  ///
  /// - Precondition: no identity occurs twice in one list.
  /// - Complexity: O(old items + new items + largest identity).
  public init<Section: Hashable>(
    from old: [(section: Section, items: [UInt32])], to new: [(section: Section, items: [UInt32])]
  ) {
    sections = GridSections(new.map(\.items.count))
    oldSections = Self.matchedOldIndices(from: old.map(\.section), to: new.map(\.section))
    let before = old.flatMap(\.items)
    let after = new.flatMap(\.items)
    // An array indexed by the identity is thirty times as fast as a dictionary.
    var indexByID = Array(repeating: -1, count: (before.max().map(Int.init) ?? -1) + 1)
    for (index, id) in before.enumerated() { indexByID[Int(id)] = index }
    oldIndices = after.map { Int($0) < indexByID.count ? indexByID[Int($0)] : -1 }
    newIndices = Self.inverse(oldIndices, count: before.count)
  }

  /// Makes the change between two lists of grid items that are not divided into sections.
  ///
  /// - Complexity: O(old items + new items), on average.
  public init<Item: Hashable>(from old: [Item], to new: [Item]) {
    self.init(from: [(0, old)], to: [(0, new)])
  }

  /// Makes a change in which every old item is removed and every new item is added.
  public init(replacing old: GridSections, with new: GridSections) {
    sections = new
    newIndices = Array(repeating: -1, count: old.itemCount)
    oldIndices = Array(repeating: -1, count: new.itemCount)
    oldSections = Array(repeating: -1, count: new.count)
  }

  /// The index in the new list of the item at `old` in the old list; nil when the item was removed
  /// or `old` is out of range.
  public func newIndex(of old: Int) -> Int? {
    newIndices.indices.contains(old) && newIndices[old] >= 0 ? newIndices[old] : nil
  }

  /// The index in the old list of the item at `new` in the new list; nil when the item was added or
  /// `new` is out of range.
  public func oldIndex(of new: Int) -> Int? {
    oldIndices.indices.contains(new) && oldIndices[new] >= 0 ? oldIndices[new] : nil
  }

  /// The index in the old list of the section at `new` in the new list; nil when the section was
  /// added or `new` is out of range.
  func oldSection(of new: Int) -> Int? {
    oldSections.indices.contains(new) && oldSections[new] >= 0 ? oldSections[new] : nil
  }

  /// The index in the new list of the item at `old` in the old list. For a removed item, the new
  /// index of the nearest later item that remains, or else of the nearest earlier one; nil when no
  /// item remains.
  ///
  /// - Complexity: O(adjacent removed items).
  public func newIndexOrNearestRemaining(of old: Int) -> Int? {
    Self.newIndexOrNearestRemaining(of: old, count: newIndices.count) { newIndex(of: $0) }
  }

  /// The new index of an old item, or of its nearest remaining neighbour as in
  /// ``newIndexOrNearestRemaining(of:)``, in a list whose new indices the closure `newIndex`
  /// returns.
  ///
  /// - Parameters:
  ///   - count: the number of old items.
  ///   - newIndex: the new index of an old item; nil for a removed one.
  package static func newIndexOrNearestRemaining(
    of old: Int, count: Int, newIndex: (Int) -> Int?
  ) -> Int? {
    guard (0..<count).contains(old) else { return nil }
    for later in old..<count {
      if let new = newIndex(later) { return new }
    }
    for earlier in (0..<old).reversed() {
      if let new = newIndex(earlier) { return new }
    }
    return nil
  }

  /// Whether those of the old items that remain, given in their old order, have another order in
  /// the new list.
  func reorders(_ old: [Int]) -> Bool {
    let new = old.compactMap(newIndex)
    return zip(new, new.dropFirst()).contains { $0 > $1 }
  }

  /// For every element of `new`, the index of the equal element of `old` that is matched with it;
  /// −1 when no unmatched equal element is left.
  private static func matchedOldIndices<Element: Hashable>(
    from old: [Element], to new: [Element]
  ) -> [Int] {
    var first: [Element: Int] = [:]
    first.reserveCapacity(old.count)
    // `next[i]` is the next old element equal to element `i`.
    var next = Array(repeating: -1, count: old.count)
    for index in old.indices.reversed() {
      next[index] = first.updateValue(index, forKey: old[index]) ?? -1
    }
    return new.map { element in
      guard let index = first[element], index >= 0 else { return -1 }
      first[element] = next[index]
      return index
    }
  }

  private static func inverse(_ oldIndices: [Int], count: Int) -> [Int] {
    var newIndices = Array(repeating: -1, count: count)
    for (new, old) in oldIndices.enumerated() where old >= 0 { newIndices[old] = new }
    return newIndices
  }
}
