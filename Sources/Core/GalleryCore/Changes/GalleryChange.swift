/// From one list of items to another: who stayed, where everyone went.
///
/// Made of the identities of the items, which only the host knows; sorting, reversing, files that
/// come and go are all the same to it.
public struct GalleryChange: Hashable, Sendable {
  /// How many items each section has from now on.
  public let sections: GridSections
  /// For every old item its new index, −1 when it is gone.
  let newIndices: [Int]
  /// For every new item its old index, −1 when it was not there.
  let oldIndices: [Int]
  /// For every new section its old index, −1 when it was not there.
  let oldSections: [Int]

  /// Compares two lists of sections, each with its identity and those of its items.
  ///
  /// Of items that are alike the first old one becomes the first new one, and so on.
  /// - Complexity: O(old items + new items), on average.
  public init<Section: Hashable, Item: Hashable>(
    from old: [(section: Section, items: [Item])], to new: [(section: Section, items: [Item])]
  ) {
    sections = GridSections(new.map(\.items.count))
    oldSections = Self.matches(from: old.map(\.section), to: new.map(\.section))
    oldIndices = Self.matches(from: old.flatMap(\.items), to: new.flatMap(\.items))
    newIndices = Self.inverse(oldIndices, count: old.reduce(0) { $0 + $1.items.count })
  }

  /// Compares two lists without sections.
  ///
  /// - Complexity: O(old items + new items), on average.
  public init<Item: Hashable>(from old: [Item], to new: [Item]) {
    self.init(from: [(0, old)], to: [(0, new)])
  }

  /// A list that has nothing to do with the one before.
  public init(replacing old: GridSections, with new: GridSections) {
    sections = new
    newIndices = Array(repeating: -1, count: old.itemCount)
    oldIndices = Array(repeating: -1, count: new.itemCount)
    oldSections = Array(repeating: -1, count: new.count)
  }

  /// Where an old item is in the new list; nil when it is gone.
  public func newIndex(of old: Int) -> Int? {
    newIndices.indices.contains(old) && newIndices[old] >= 0 ? newIndices[old] : nil
  }

  /// Where a new item was in the old list; nil when it was not there.
  public func oldIndex(of new: Int) -> Int? {
    oldIndices.indices.contains(new) && oldIndices[new] >= 0 ? oldIndices[new] : nil
  }

  /// Where a new section was in the old list; nil when it was not there.
  func oldSection(of new: Int) -> Int? {
    oldSections.indices.contains(new) && oldSections[new] >= 0 ? oldSections[new] : nil
  }

  /// Where an old item is, or if it is gone the next one after it that is not, or the one before.
  ///
  /// - Complexity: O(items that are gone beside it).
  public func survivor(of old: Int) -> Int? {
    guard newIndices.indices.contains(old) else { return nil }
    if let after = newIndices[old...].first(where: { $0 >= 0 }) { return after }
    return newIndices[..<old].last { $0 >= 0 }
  }

  /// True when some of these old items, in order, are in another order from now on.
  func reorders(_ old: [Int]) -> Bool {
    let new = old.compactMap(newIndex)
    return zip(new, new.dropFirst()).contains { $0 > $1 }
  }

  /// For every new element the place of its old equal, −1 when there is none left.
  private static func matches<Element: Hashable>(from old: [Element], to new: [Element]) -> [Int] {
    var first: [Element: Int] = [:]
    first.reserveCapacity(old.count)
    // Of alike elements each knows the next one.
    var next = Array(repeating: -1, count: old.count)
    for place in old.indices.reversed() {
      next[place] = first.updateValue(place, forKey: old[place]) ?? -1
    }
    return new.map { element in
      guard let place = first[element], place >= 0 else { return -1 }
      first[element] = next[place]
      return place
    }
  }

  private static func inverse(_ oldIndices: [Int], count: Int) -> [Int] {
    var newIndices = Array(repeating: -1, count: count)
    for (new, old) in oldIndices.enumerated() where old >= 0 { newIndices[old] = new }
    return newIndices
  }
}
