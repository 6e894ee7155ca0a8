/// The choice of the pictures to remove from a cache that has become too large.
nonisolated enum CacheBudget {
  /// One picture with all its files.
  struct Item: Hashable, Sendable {
    var key: String
    var bytes: Int
    /// The time of its last use; larger is later.
    var lastUse: Int
    /// True while a download writes it: it counts, and is not removed.
    var isBusy = false
  }

  /// Removing goes on until this part of the budget is free, so that it is not repeated for every
  /// picture: a tenth.
  private static let freeShare = 10

  /// The keys of the items used least recently whose removal keeps the rest within the budget. The
  /// item used last stays whatever its size: it is on the screen.
  static func removals(from items: [Item], budget: Int) -> [String] {
    // The sizes of sparse files are as large as any integer, so they are added as real numbers.
    var total = items.reduce(0) { $0 + Double($1.bytes) }
    guard total > Double(budget) else { return [] }
    let goal = Double(budget - budget / freeShare)
    var removed: [String] = []
    let oldest = items.sorted { ($0.lastUse, $0.key) < ($1.lastUse, $1.key) }.dropLast()
    for item in oldest where total > goal && !item.isBusy {
      removed.append(item.key)
      total -= Double(item.bytes)
    }
    return removed
  }
}
