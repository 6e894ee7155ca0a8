/// A search for a name among the items and section titles of a grid, a few thousand names at a
/// time.
///
/// It goes through all items once, cyclically from the origin. The first item whose name begins
/// with the query ends the search. Without such an item the result is, in this order: a section
/// title that begins with the query, an item with a word that begins with the query, a section
/// title with such a word, an item that contains the query, a section title that contains it. A
/// section is represented by its first item.
struct NameSearch: Hashable, Sendable {
  /// The number of item names examined in one call: a few milliseconds of work.
  static let budget = 4000

  private let query: FoldedName
  private let origin: Int
  private let step: Int
  private let sections: GridSections
  private var examined = 0
  private var word: Int?
  private var inside: Int?

  private var count: Int { sections.itemCount }

  /// Searches for `text` from item `origin` on, forwards (1) or backwards (−1).
  init(_ text: String, from origin: Int, step: Int, sections: GridSections) {
    query = FoldedName(text)
    let count = sections.itemCount
    self.origin = count > 0 ? (origin % count + count) % count : 0
    self.step = step < 0 ? -1 : 1
    self.sections = sections
  }

  /// The outcome of one step of a search.
  enum Outcome: Hashable {
    /// There are more names to examine.
    case unfinished
    /// The item that was found; nil when there is none.
    case finished(Int?)
  }

  /// Examines the next names, at most ``budget`` of items.
  mutating func advance(name: (Int) -> String, section: (Int) -> String) -> Outcome {
    guard !query.bytes.isEmpty else { return .finished(nil) }
    for _ in 0..<min(Self.budget, count - examined) {
      let item = (origin + step * examined + count) % count
      examined += 1
      switch FoldedName(name(item)).fit(query) {
      case .beginning: return .finished(item)
      case .word: word = word ?? item
      case .inside: inside = inside ?? item
      case nil: break
      }
    }
    guard examined >= count else { return .unfinished }
    let titled = firstItems(titled: section)
    return .finished(
      titled[.beginning] ?? word ?? titled[.word] ?? inside ?? titled[.inside])
  }

  /// The first item of the nearest section whose title matches, for each rank.
  ///
  /// - Complexity: O(sections).
  private func firstItems(titled title: (Int) -> String) -> [FoldedName.Fit: Int] {
    var best: [FoldedName.Fit: (distance: Int, item: Int)] = [:]
    for section in 0..<sections.count {
      guard let item = sections.items(in: section).first,
        let fit = FoldedName(title(section)).fit(query)
      else { continue }
      let distance = ((item - origin) * step + count) % count
      if best[fit].map({ distance < $0.distance }) ?? true { best[fit] = (distance, item) }
    }
    return best.mapValues(\.item)
  }
}
