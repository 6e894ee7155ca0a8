/// The number of items in each section. Items are numbered through all sections: the flat index.
public struct GridSections: Hashable, Sendable {
  /// The maximum number of items, which prevents overflow; more are not counted.
  static let maxItems = 1 << 40

  /// The flat index of the first item of every section, followed by the number of all items.
  private let starts: [Int]

  /// Makes sections with `counts` items; a negative count becomes 0.
  ///
  /// - Complexity: O(sections).
  public init(_ counts: [Int] = []) {
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var total = 0
    for count in counts {
      total += min(max(0, count), Self.maxItems - total)
      starts.append(total)
    }
    self.starts = starts
  }

  /// The number of sections.
  public var count: Int { starts.count - 1 }
  /// The number of items in all sections.
  public var itemCount: Int { starts[count] }
  /// Whether there is no item.
  public var isEmpty: Bool { itemCount == 0 }

  /// The items of a section, by flat index.
  public func items(in section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The section of an item.
  ///
  /// - Complexity: O(log sections).
  public func section(of item: Int) -> Int {
    precondition(item >= 0 && item < itemCount, "item \(item) of \(itemCount)")
    return starts.partition { $0 > item } - 1
  }
}

extension Array {
  /// The first index from which on `isBeyond` holds, in an array that is sorted by it; `count` if
  /// it never holds.
  ///
  /// - Complexity: O(log n).
  func partition(_ isBeyond: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
