/// The sections of a grid, each with its number of items. An item has one index, counted from 0
/// through all sections.
public struct GridSections: Hashable, Sendable {
  /// The maximum number of items in all sections, which prevents overflow; items beyond the maximum
  /// are dropped.
  static let maxItems = 1 << 40

  /// The index of the first item of every section, followed by the number of all items.
  private let sectionStarts: [Int]

  /// Makes a section for each element of `counts`, with that number of items; a negative number
  /// becomes 0.
  ///
  /// - Complexity: O(sections).
  public init(_ counts: [Int] = []) {
    var sectionStarts = [0]
    sectionStarts.reserveCapacity(counts.count + 1)
    var total = 0
    for count in counts {
      total += min(max(0, count), Self.maxItems - total)
      sectionStarts.append(total)
    }
    self.sectionStarts = sectionStarts
  }

  /// The number of sections, including empty ones.
  public var count: Int { sectionStarts.count - 1 }
  /// The number of items in all sections.
  public var itemCount: Int { sectionStarts[count] }
  /// Whether all sections are without items.
  public var isEmpty: Bool { itemCount == 0 }

  /// The indices of the items of a section.
  public func items(in section: Int) -> Range<Int> {
    sectionStarts[section]..<sectionStarts[section + 1]
  }

  /// The section that contains the item at an index.
  ///
  /// - Complexity: O(log sections).
  public func section(of item: Int) -> Int {
    precondition(item >= 0 && item < itemCount, "item \(item) of \(itemCount)")
    return sectionStarts.partitionPoint { $0 > item } - 1
  }
}

extension Array {
  /// The first index whose element satisfies `isBeyond`, or `count` if no element does. The array
  /// must be sorted so that all elements after one that satisfies `isBeyond` do, too.
  ///
  /// - Complexity: O(log n).
  func partitionPoint(_ isBeyond: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
