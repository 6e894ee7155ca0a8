/// Pages in sections, browsed as one: which page is which item of which section, and back.
///
/// It knows how many items each section has, and nothing else. Empty sections are allowed; they have
/// no page.
nonisolated public struct SectionedPages: Hashable, Sendable {
  /// An item of a section.
  public struct Place: Hashable, Sendable {
    /// Which section.
    public var section: Int
    /// Which of its items.
    public var item: Int

    /// Makes a place.
    public init(section: Int, item: Int) {
      self.section = section
      self.item = item
    }
  }

  /// The page every section begins with, and at the end the number of all pages.
  private var starts: [Int]

  /// Makes sections of so many items each.
  public init(counts: some Sequence<Int>) {
    starts = [0]
    for count in counts {
      precondition(count >= 0, "a section of \(count) items")
      starts.append(starts[starts.count - 1] + count)
    }
  }

  /// How many pages there are.
  public var count: Int { starts[starts.count - 1] }
  /// How many sections there are.
  public var sectionCount: Int { starts.count - 1 }

  /// The pages of a section; none for one that does not exist.
  public func pages(ofSection section: Int) -> Range<Int> {
    guard section >= 0, section < sectionCount else { return 0..<0 }
    return starts[section]..<starts[section + 1]
  }

  /// The page of an item; nil when there is no such item.
  public func page(of place: Place) -> Int? {
    let pages = pages(ofSection: place.section)
    guard place.item >= 0, place.item < pages.count else { return nil }
    return pages.lowerBound + place.item
  }

  /// The item a page shows; nil for a page that does not exist.
  ///
  /// - Complexity: O(log sections).
  public func place(of page: Int) -> Place? {
    guard page >= 0, page < count else { return nil }
    // The last section that begins at or before the page: the empty ones before it begin there, too.
    var low = 0
    var high = sectionCount
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= page { low = middle } else { high = middle }
    }
    return Place(section: low, item: page - starts[low])
  }
}
