import GalleryCore

/// One step of updating the pages of a browser to a new list.
///
/// The list in the data source of the browser is changed *before* the browser is notified of the
/// step, because the browser asks for pages during the notification.
nonisolated enum PhotoListChange: Hashable, Sendable {
  /// Inserts `count` pages before the page with this index.
  case insert(count: Int, at: Int)
  /// Removes the page with this index.
  case remove(at: Int)
  /// Reloads the page with this index, because its file has new contents.
  case reload(at: Int)
  /// Replaces all pages. The payload is the new index of the current page, or of a neighbour if the
  /// current page is gone.
  case replaceAll(showing: Int)

  /// The maximum number of steps for one change of the list. If more would be needed, all pages are
  /// replaced, because the browser lays out its pages after each step.
  static let maxSteps = 200

  /// The steps that update the pages by a difference: removals from the end, insertions from the
  /// beginning, and reloads. The current page is not removed while its item is listed; other pages
  /// are moved around it.
  ///
  /// - Parameter shown: the index of the current page; nil if there is none.
  static func steps(for diff: LibraryDiff, shown: Int?) -> [PhotoListChange] {
    let stays = stayingPages(diff.newIndices, around: shown)
    let isEmptied = diff.newCount > 0 && !stays.contains(true)
    var steps: [PhotoListChange] = []
    for old in stays.indices.reversed() where !stays[old] { steps.append(.remove(at: old)) }
    var isThere = Array(repeating: false, count: diff.newCount)
    for (old, new) in diff.newIndices.enumerated() where stays[old] {
      if let new { isThere[new] = true }
    }
    var new = 0
    while new < diff.newCount {
      let first = new
      while new < diff.newCount, !isThere[new] { new += 1 }
      if new > first { steps.append(.insert(count: new - first, at: first)) }
      new += 1
    }
    // A browser without pages closes, so the list must not be empty between two steps.
    if isEmptied || steps.count > maxSteps {
      let neighbour = GalleryChange.newIndexOrNearestRemaining(
        of: shown ?? 0, count: diff.newIndices.count
      ) {
        diff.newIndices[$0]
      }
      return [.replaceAll(showing: neighbour ?? 0)]
    }
    return steps + diff.rewrittenIndices.filter { isThere[$0] }.map { .reload(at: $0) }
  }

  /// Applies the step to `list`.
  ///
  /// - Parameter new: the list after all steps, from which new elements are taken.
  func apply<Element>(to list: inout [Element], from new: [Element]) {
    switch self {
    case .insert(let count, let index):
      list.insert(contentsOf: new[index..<(index + count)], at: index)
    case .remove(let index): list.remove(at: index)
    case .reload(let index): list[index] = new[index]
    case .replaceAll: list = new
    }
  }

  /// Tells for each old page whether it stays; other pages are removed and, if they are in the new
  /// list, inserted again. The pages that stay are a longest sequence that has the same order in
  /// both lists and contains the current page.
  private static func stayingPages(_ newIndices: [Int?], around shown: Int?) -> [Bool] {
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

  /// The indices of a longest increasing subsequence of distinct values.
  ///
  /// - Complexity: O(n log n).
  /// - Source: patience sorting; Fredman, On computing the length of longest increasing
  ///   subsequences (1975).
  private static func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
    // `ends` has, for each length of an increasing subsequence, the index of the smallest value at
    // which one ends; `previous` has, for each index, the index before it in its subsequence, or
    // −1.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      // A value above the end of the longest subsequence extends it, which is the most frequent
      // case; other values need a binary search.
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
