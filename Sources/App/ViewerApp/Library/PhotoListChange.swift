import GalleryCore

/// One step of updating a browser's pages to a new list.
///
/// The list of the browser's data source has to take the same step *before* the browser is
/// notified, because the browser asks for pages during the notification.
nonisolated enum PhotoListChange: Hashable, Sendable {
  /// Inserts `count` pages before the index.
  case insert(count: Int, at: Int)
  /// Removes the page at the index.
  case remove(at: Int)
  /// Reloads the page at the index; its file has new contents.
  case reload(at: Int)
  /// Replaces all pages. The payload is the new index of the shown page, or that of its neighbour
  /// when it is gone.
  case replaceAll(showing: Int)

  /// The maximum number of steps; beyond it everything is replaced, because the browser updates its
  /// pages after each step.
  static let maxSteps = 200

  /// The steps for `diff`: removals from the end, then insertions from the beginning, then reloads.
  /// The page `shown` is never removed as long as its item exists: the other items are moved around
  /// it.
  static func steps(for diff: LibraryDiff, shown: Int?) -> [PhotoListChange] {
    let stays = staying(diff.newIndices, around: shown)
    let isEmptied = diff.count > 0 && !stays.contains(true)
    var steps: [PhotoListChange] = []
    for old in stays.indices.reversed() where !stays[old] { steps.append(.remove(at: old)) }
    var isThere = Array(repeating: false, count: diff.count)
    for (old, new) in diff.newIndices.enumerated() where stays[old] {
      if let new { isThere[new] = true }
    }
    var new = 0
    while new < diff.count {
      let first = new
      while new < diff.count, !isThere[new] { new += 1 }
      if new > first { steps.append(.insert(count: new - first, at: first)) }
      new += 1
    }
    // A browser without pages closes, so the list must not become empty between two steps.
    if isEmptied || steps.count > maxSteps {
      let neighbour = GalleryChange.remainingIndex(of: shown ?? 0, count: diff.newIndices.count) {
        diff.newIndices[$0]
      }
      return [.replaceAll(showing: neighbour ?? 0)]
    }
    return steps + diff.rewritten.filter { isThere[$0] }.map { .reload(at: $0) }
  }

  /// Applies the step to `list`, which becomes `new` by such steps.
  func apply<Element>(to list: inout [Element], from new: [Element]) {
    switch self {
    case .insert(let count, let index):
      list.insert(contentsOf: new[index..<(index + count)], at: index)
    case .remove(let index): list.remove(at: index)
    case .reload(let index): list[index] = new[index]
    case .replaceAll: list = new
    }
  }

  /// Whether each old item stays in the list while the others are moved: a longest subsequence in
  /// the right order that contains the shown item.
  private static func staying(_ newIndices: [Int?], around shown: Int?) -> [Bool] {
    let pivot = shown.flatMap { newIndices.indices.contains($0) ? newIndices[$0] : nil }
    var candidates: [(old: Int, new: Int)] = []
    candidates.reserveCapacity(newIndices.count)
    for (old, new) in newIndices.enumerated() {
      guard let new else { continue }
      if let shown, let pivot, old != shown, (old < shown) != (new < pivot) { continue }
      candidates.append((old, new))
    }
    var stays = Array(repeating: false, count: newIndices.count)
    for index in longestIncreasingSubsequence(candidates.map(\.new)) {
      stays[candidates[index].old] = true
    }
    return stays
  }

  /// The indices of a longest increasing subsequence of `values`, which are distinct.
  ///
  /// - Complexity: O(n log n).
  /// - Source: patience sorting; Fredman, On computing the length of longest increasing
  ///   subsequences (1975).
  private static func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
    // The end of the best subsequence of each length, and the predecessor of each index.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      // Nearly always the next value is larger than all before it.
      var low = ends.last.map { values[$0] < value } == true ? ends.count : 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = previous[index]
    }
    return rise.reversed()
  }
}
