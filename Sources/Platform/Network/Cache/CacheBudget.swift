/// Which pictures have to go when there are too many.
nonisolated enum CacheBudget {
  /// One picture with all that belongs to it.
  struct Item: Hashable, Sendable {
    var key: String
    var bytes: Int
    /// When it was last wanted; larger is later.
    var lastUse: Int
  }

  /// When something goes, so much goes that it is worth looking: this share of the budget is left.
  private static let leftOver = 0.9

  /// Those that were not wanted for longest, until the rest keeps to the budget. The one wanted
  /// last stays whatever its size: somebody looks at it.
  static func removals(from items: [Item], budget: Int) -> [String] {
    var total = items.reduce(0) { $0 + $1.bytes }
    guard total > budget else { return [] }
    let goal = Int(Double(budget) * leftOver)
    let oldest = items.sorted { ($0.lastUse, $0.key) < ($1.lastUse, $1.key) }.dropLast()
    return oldest.prefix { item in
      defer { total -= item.bytes }
      return total > goal
    }.map(\.key)
  }
}
