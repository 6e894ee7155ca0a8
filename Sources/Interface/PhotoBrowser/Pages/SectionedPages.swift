extension PageList {
  /// The mapping between page indices and items in sections, for data in sections that are browsed
  /// as one list.
  ///
  /// Only the number of items of each section is stored. Empty sections are allowed; they have no
  /// pages.
  nonisolated public struct Sections: Hashable, Sendable {
    /// The position of an item: the index of its section, and its index in that section.
    public struct IndexPath: Hashable, Sendable {
      /// The index of the section.
      public var section: Int
      /// The index of the item in its section.
      public var item: Int

      public init(section: Int, item: Int) {
        self.section = section
        self.item = item
      }
    }

    /// The index of the first page of every section, followed by the number of all pages.
    private var sectionStarts: [Int]

    /// Makes sections with the given numbers of items, which must not be negative.
    public init(counts: some Sequence<Int>) {
      sectionStarts = [0]
      for count in counts {
        precondition(count >= 0, "a section of \(count) items")
        sectionStarts.append(sectionStarts[sectionStarts.count - 1] + count)
      }
    }

    /// The number of pages.
    public var count: Int { sectionStarts[sectionStarts.count - 1] }
    /// The number of sections.
    public var sectionCount: Int { sectionStarts.count - 1 }

    /// The page indices of a section; an empty range for a section that does not exist.
    public func pages(ofSection section: Int) -> Range<Int> {
      guard section >= 0, section < sectionCount else { return 0..<0 }
      return sectionStarts[section]..<sectionStarts[section + 1]
    }

    /// The index of the page that shows an item; nil when there is no such item.
    public func page(of indexPath: IndexPath) -> Int? {
      let pages = pages(ofSection: indexPath.section)
      guard indexPath.item >= 0, indexPath.item < pages.count else { return nil }
      return pages.lowerBound + indexPath.item
    }

    /// The item that the page at an index shows; nil for an index out of range.
    ///
    /// - Complexity: O(log sections).
    public func indexPath(of page: Int) -> IndexPath? {
      guard page >= 0, page < count else { return nil }
      // The result is the last section that begins at or before the page: empty sections before
      // that one begin at the same page.
      var low = 0
      var high = sectionCount
      while high - low > 1 {
        let middle = (low + high) / 2
        if sectionStarts[middle] <= page { low = middle } else { high = middle }
      }
      return IndexPath(section: low, item: page - sectionStarts[low])
    }
  }
}
