/// How many items each section has. Items are numbered through all sections: the flat index.
public struct GridSections: Hashable, Sendable {
  /// More items than memory could name are not counted.
  static let mostItems = 1 << 40

  /// The flat index of every section's first item, and at the end the number of all items.
  private let starts: [Int]

  /// Makes sections of `counts` items; a negative count is none.
  ///
  /// - Complexity: O(sections).
  public init(_ counts: [Int] = []) {
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    var total = 0
    for count in counts {
      total += min(max(0, count), Self.mostItems - total)
      starts.append(total)
    }
    self.starts = starts
  }

  /// How many sections there are.
  public var count: Int { starts.count - 1 }
  /// How many items there are in all of them.
  public var itemCount: Int { starts[count] }
  /// True when there is no item.
  public var isEmpty: Bool { itemCount == 0 }

  /// The items of a section, by flat index.
  public func items(in section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The section an item is in.
  ///
  /// - Complexity: O(log sections).
  public func section(of item: Int) -> Int {
    precondition(item >= 0 && item < itemCount, "item \(item) of \(itemCount)")
    return starts.partition { $0 > item } - 1
  }
}

extension Array {
  /// The first place from which on `isBeyond` holds, in an array that is ordered by it.
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
