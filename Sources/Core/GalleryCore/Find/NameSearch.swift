/// A name looked for among many, some of them at a time.
///
/// All items are asked once at most, from one on and around: the first whose name begins with the
/// text ends it; else it is the first of whose words one does; else the first that holds it.
struct NameSearch: Hashable, Sendable {
  /// How many names are looked at in one go: a few milliseconds' work.
  static let budget = 4000

  private let query: FoldedName
  private let origin: Int
  private let step: Int
  private let count: Int
  private var examined = 0
  private var word: Int?
  private var inside: Int?

  /// Looks for `text` among `count` items, beginning with `origin`, forwards (1) or back (−1).
  init(_ text: String, from origin: Int, step: Int, count: Int) {
    query = FoldedName(text)
    self.origin = count > 0 ? (origin % count + count) % count : 0
    self.step = step < 0 ? -1 : 1
    self.count = count
  }

  /// What a search has come to.
  enum Outcome: Hashable {
    /// There is more to look at.
    case unfinished
    /// This item, or none.
    case finished(Int?)
  }

  /// Looks at the next names, at most ``budget`` of them.
  mutating func advance(name: (Int) -> String) -> Outcome {
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
    return examined < count ? .unfinished : .finished(word ?? inside)
  }
}
