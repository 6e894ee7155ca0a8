/// A search for a name among the items and section titles of a grid, some thousand names at a time.
///
/// It goes through all items once, cyclically from the origin. The first item whose name begins with
/// the query ends it. Without one the result is, in this order: a section whose title begins with
/// the query, an item one of whose words does, a section of which that is true, an item that
/// contains the query, a section that does. A section stands for its first item.
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

  /// The state of a search.
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

  /// For each way to fit, the first item of the nearest section whose title fits like that.
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
