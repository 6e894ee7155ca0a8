/// A search for a text among the names of items and the titles of sections of a grid, a few
/// thousand names at a time.
///
/// The search goes through all items once, cyclically from the origin. The first item whose name
/// begins with the query ends the search. Without such an item the result is, in this order: a
/// section title that begins with the query, an item with a word that begins with the query, a
/// section title with such a word, an item that contains the query, a section title that contains
/// it. A section is represented by its first item.
struct NameSearch: Hashable, Sendable {
  /// The maximum number of item names examined in one call: a few milliseconds of work.
  static let maxNamesPerCall = 4000

  private let query: FoldedName
  private let startItem: Int
  private let step: Int
  private let sections: GridSections
  private var examinedCount = 0
  private var wordMatch: Int?
  private var innerMatch: Int?

  private var count: Int { sections.itemCount }

  /// Makes a search for `text` from the item at index `origin` on, forwards (`step` 1) or backwards
  /// (−1).
  init(_ text: String, from origin: Int, step: Int, sections: GridSections) {
    query = FoldedName(text)
    let count = sections.itemCount
    startItem = count > 0 ? (origin % count + count) % count : 0
    self.step = step < 0 ? -1 : 1
    self.sections = sections
  }

  /// The result of examining some of the names in a search.
  enum Outcome: Hashable {
    /// The state of a search with names left to examine.
    case unfinished
    /// The end of a search: the index of the item that was found, nil when no name matches.
    case finished(found: Int?)
  }

  /// Examines the names of the next items, at most ``maxNamesPerCall``, and after the last item the
  /// titles of the sections.
  ///
  /// - Parameters:
  ///   - name: the name of the item at an index.
  ///   - section: the title of the section at an index.
  mutating func advance(name: (Int) -> String, section: (Int) -> String) -> Outcome {
    guard !query.bytes.isEmpty else { return .finished(found: nil) }
    for _ in 0..<min(Self.maxNamesPerCall, count - examinedCount) {
      let item = (startItem + step * examinedCount + count) % count
      examinedCount += 1
      switch FoldedName(name(item)).matchRank(of: query) {
      case .beginning: return .finished(found: item)
      case .laterWord: wordMatch = wordMatch ?? item
      case .inside: innerMatch = innerMatch ?? item
      case nil: break
      }
    }
    guard examinedCount >= count else { return .unfinished }
    let titled = firstItemsByRank(titled: section)
    return .finished(
      found: titled[.beginning] ?? wordMatch ?? titled[.laterWord] ?? innerMatch
        ?? titled[.inside])
  }

  /// For each rank of match, the first item of the nearest section whose title matches with that
  /// rank.
  ///
  /// - Complexity: O(sections).
  private func firstItemsByRank(titled title: (Int) -> String) -> [FoldedName.MatchRank: Int] {
    var best: [FoldedName.MatchRank: (distance: Int, item: Int)] = [:]
    for section in 0..<sections.count {
      guard let item = sections.items(in: section).first,
        let rank = FoldedName(title(section)).matchRank(of: query)
      else { continue }
      let distance = ((item - startItem) * step + count) % count
      if best[rank].map({ distance < $0.distance }) ?? true { best[rank] = (distance, item) }
    }
    return best.mapValues(\.item)
  }
}
