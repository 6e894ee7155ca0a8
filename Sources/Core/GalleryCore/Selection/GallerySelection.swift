/// A set of grid items, by index, stored as ranges: small even if many adjacent items are selected.
public struct GallerySelection: Hashable, Sendable {
  private var members: RangeSet<Int>

  public init() {
    members = RangeSet()
  }

  public init(_ items: Range<Int>) {
    members = RangeSet(items)
  }

  /// The ranges of the indices of selected items, in order; no two of them are adjacent.
  public var runs: [Range<Int>] { Array(members.ranges) }
  public var isEmpty: Bool { members.isEmpty }
  /// The number of selected items.
  ///
  /// - Complexity: O(runs).
  public var count: Int { members.ranges.reduce(0) { $0 + $1.count } }
  /// The indices of the selected items, in order.
  ///
  /// - Complexity: O(selected items), when all are read.
  public var items: some Sequence<Int> { members.ranges.lazy.flatMap { $0 } }

  /// Whether the item at an index is selected.
  ///
  /// - Complexity: O(log runs).
  public func contains(_ item: Int) -> Bool { members.contains(item) }

  /// Adds the items of an index range to the selection.
  ///
  /// - Complexity: O(runs); O(log runs) when the range lies behind the last run.
  public mutating func insert(_ items: Range<Int>) {
    guard !items.isEmpty else { return }
    members.insert(contentsOf: items)
  }

  /// Adds an item to the selection, or removes it if it is selected.
  public mutating func toggle(_ item: Int) {
    if members.contains(item) {
      members.remove(contentsOf: item..<item + 1)
    } else {
      members.insert(contentsOf: item..<item + 1)
    }
  }

  /// The selection of the items that are selected in this or in the `other` selection.
  public func union(_ other: GallerySelection) -> GallerySelection {
    var result = self
    result.members.formUnion(other.members)
    return result
  }

  /// The selection without the items whose index is `count` or more.
  func clamped(to count: Int) -> GallerySelection {
    var result = self
    result.members.remove(contentsOf: max(0, count)..<Int.max)
    return result
  }

  /// The selection of those of the first `count` items that are not in this selection.
  public func inverted(count: Int) -> GallerySelection {
    var result = GallerySelection(0..<max(0, count))
    result.members.subtract(members)
    return result
  }

  /// The selection with the indices of its items in the list after `change`; removed items are
  /// dropped.
  ///
  /// - Complexity: O(items of the new list) as long as anything is selected.
  public func adapted(to change: GalleryChange) -> GallerySelection {
    var result = GallerySelection()
    guard !isEmpty else { return result }
    var run: Range<Int>?
    for (new, old) in change.oldIndices.enumerated() where old >= 0 && members.contains(old) {
      if let open = run, open.upperBound == new {
        run = open.lowerBound..<new + 1
      } else {
        result.insert(run ?? 0..<0)
        run = new..<new + 1
      }
    }
    result.insert(run ?? 0..<0)
    return result
  }
}
