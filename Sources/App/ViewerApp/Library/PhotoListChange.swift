/// A step by which a browser's pages follow its list.
///
/// The list the browser's data source shows has to take the same step *before* the browser is told:
/// it asks for pages in between.
nonisolated enum PhotoListChange: Hashable, Sendable {
  /// So many pages come in before that index.
  case insert(count: Int, at: Int)
  /// That page goes.
  case remove(at: Int)
  /// That page's file holds other bytes.
  case reload(at: Int)
  /// Everything is somewhere else; the page that was shown, or what stands for it, is there.
  case replaceAll(showing: Int)

  /// With more steps than this a browser begins anew: each of them has it look at its pages.
  static let mostSteps = 200

  /// The steps for `diff`: first what goes, from the end, then what comes, from the beginning,
  /// then what is to be read again. The page `shown` never goes as long as its item is there: the
  /// others are moved around it.
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
    // A browser without pages closes: it must not be without them on the way.
    if isEmptied || steps.count > mostSteps {
      return [.replaceAll(showing: survivor(of: shown ?? 0, diff) ?? 0)]
    }
    return steps + diff.rewritten.filter { isThere[$0] }.map { .reload(at: $0) }
  }

  /// Takes the step on a list that is on its way to `new`.
  func apply<Element>(to list: inout [Element], from new: [Element]) {
    switch self {
    case .insert(let count, let index):
      list.insert(contentsOf: new[index..<(index + count)], at: index)
    case .remove(let index): list.remove(at: index)
    case .reload(let index): list[index] = new[index]
    case .replaceAll: list = new
    }
  }

  /// Which old items stay while the others move around them: as many as can without changing
  /// their order, among them the one that is shown.
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
    for index in longestRise(candidates.map(\.new)) { stays[candidates[index].old] = true }
    return stays
  }

  /// The places of a longest rising sequence in `values`, which are all different.
  ///
  /// - Complexity: O(n log n).
  /// - Source: patience sorting; Fredman, On computing the length of longest increasing
  ///   subsequences (1975).
  private static func longestRise(_ values: [Int]) -> [Int] {
    // The last place of the best sequence of each length, and before each place the one it follows.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: values.count)
    for (place, value) in values.enumerated() {
      // Nearly always the next one is larger than all before.
      var low = ends.last.map { values[$0] < value } == true ? ends.count : 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[place] = ends[low - 1] }
      if low < ends.count { ends[low] = place } else { ends.append(place) }
    }
    var rise: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      rise.append(place)
      place = previous[place]
    }
    return rise.reversed()
  }

  /// Where an old item is, or the next one after it that is left, or the one before.
  private static func survivor(of old: Int, _ diff: LibraryDiff) -> Int? {
    guard diff.newIndices.indices.contains(old) else { return nil }
    return diff.newIndices[old...].lazy.compactMap { $0 }.first
      ?? diff.newIndices[..<old].lazy.reversed().compactMap { $0 }.first
  }
}
