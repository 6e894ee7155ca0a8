/// The choice of the pictures to evict from a disk cache that is too large.
nonisolated enum CacheEviction {
  /// A cached picture with all its files.
  struct Candidate: Hashable, Sendable {
    var key: String
    var bytes: Int
    /// The time of the last use of the picture; a larger number is later.
    var lastUse: Int
    /// Whether a download is writing to the files of the picture. They count towards the size of
    /// the cache, but are not evicted.
    var isBusy = false
  }

  /// The divisor of the budget for the part that eviction leaves free: a tenth, so that the next
  /// picture does not cause another eviction.
  private static let freeDivisor = 10

  /// The keys of the least recently used pictures, to be evicted until the rest fits into `budget`
  /// bytes with some room. The picture used last always stays, because it is on the screen.
  static func removals(from items: [Candidate], budget: Int) -> [String] {
    // Sparse files can have sizes up to `Int.max`, so the sum is a floating-point number.
    var total = items.reduce(0) { $0 + Double($1.bytes) }
    guard total > Double(budget) else { return [] }
    let goal = Double(budget - budget / freeDivisor)
    var removed: [String] = []
    let oldest = items.sorted { ($0.lastUse, $0.key) < ($1.lastUse, $1.key) }.dropLast()
    for item in oldest where total > goal && !item.isBusy {
      removed.append(item.key)
      total -= Double(item.bytes)
    }
    return removed
  }
}
