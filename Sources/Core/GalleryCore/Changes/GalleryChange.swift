/// A change from one list of items to another: the new index of every item.
///
/// It is computed from the identities of the items, which only the host knows; sorting, reversing,
/// added and removed files are all expressed the same way.
public struct GalleryChange: Hashable, Sendable {
  /// The number of items in each section of the new list.
  public let sections: GridSections
  /// The new index of every old item, −1 for a removed one.
  let newIndices: [Int]
  /// The old index of every new item, −1 for an added one.
  let oldIndices: [Int]
  /// The old index of every new section, −1 for an added one.
  let oldSections: [Int]

  /// Compares two lists of sections, each with its identity and those of its items.
  ///
  /// Of several equal items the first old one becomes the first new one, and so on.
  /// - Complexity: O(old items + new items), on average.
  public init<Section: Hashable, Item: Hashable>(
    from old: [(section: Section, items: [Item])], to new: [(section: Section, items: [Item])]
  ) {
    sections = GridSections(new.map(\.items.count))
    oldSections = Self.matches(from: old.map(\.section), to: new.map(\.section))
    oldIndices = Self.matches(from: old.flatMap(\.items), to: new.flatMap(\.items))
    newIndices = Self.inverse(oldIndices, count: old.reduce(0) { $0 + $1.items.count })
  }

  /// Compares two lists of sections whose items are identified by small numbers.
  ///
  /// - Precondition: the items of a list are different.
  /// - Complexity: O(old items + new items + largest identity).
  public init<Section: Hashable>(
    from old: [(section: Section, items: [UInt32])], to new: [(section: Section, items: [UInt32])]
  ) {
    sections = GridSections(new.map(\.items.count))
    oldSections = Self.matches(from: old.map(\.section), to: new.map(\.section))
    let before = old.flatMap(\.items)
    let after = new.flatMap(\.items)
    // A table is thirty times as fast as a dictionary.
    var indexByID = Array(repeating: -1, count: (before.max().map(Int.init) ?? -1) + 1)
    for (index, id) in before.enumerated() { indexByID[Int(id)] = index }
    oldIndices = after.map { Int($0) < indexByID.count ? indexByID[Int($0)] : -1 }
    newIndices = Self.inverse(oldIndices, count: before.count)
  }

  /// Compares two lists without sections.
  ///
  /// - Complexity: O(old items + new items), on average.
  public init<Item: Hashable>(from old: [Item], to new: [Item]) {
    self.init(from: [(0, old)], to: [(0, new)])
  }

  /// Makes a change to an unrelated list.
  public init(replacing old: GridSections, with new: GridSections) {
    sections = new
    newIndices = Array(repeating: -1, count: old.itemCount)
    oldIndices = Array(repeating: -1, count: new.itemCount)
    oldSections = Array(repeating: -1, count: new.count)
  }

  /// The new index of an old item; nil when it was removed.
  public func newIndex(of old: Int) -> Int? {
    newIndices.indices.contains(old) && newIndices[old] >= 0 ? newIndices[old] : nil
  }

  /// The old index of a new item; nil when it was added.
  public func oldIndex(of new: Int) -> Int? {
    oldIndices.indices.contains(new) && oldIndices[new] >= 0 ? oldIndices[new] : nil
  }

  /// The old index of a new section; nil when it was added.
  func oldSection(of new: Int) -> Int? {
    oldSections.indices.contains(new) && oldSections[new] >= 0 ? oldSections[new] : nil
  }

  /// The new index of an old item. For a removed one, the index of the nearest later item that is
  /// left, or else of the nearest earlier one.
  ///
  /// - Complexity: O(adjacent removed items).
  public func remainingIndex(of old: Int) -> Int? {
    Self.remainingIndex(of: old, count: newIndices.count) { newIndex(of: $0) }
  }

  /// The new index of an old item, or of its nearest remaining neighbour as in
  /// ``remainingIndex(of:)``, in a list whose new indices the caller knows.
  ///
  /// - Parameters:
  ///   - count: the number of old items.
  ///   - newIndex: the new index of an old item; nil for a removed one.
  package static func remainingIndex(
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

  /// Whether the relative order of these old items, given in order, changes.
  func reorders(_ old: [Int]) -> Bool {
    let new = old.compactMap(newIndex)
    return zip(new, new.dropFirst()).contains { $0 > $1 }
  }

  /// The index of the old equal of every new element, −1 when there is none left.
  private static func matches<Element: Hashable>(from old: [Element], to new: [Element]) -> [Int] {
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
