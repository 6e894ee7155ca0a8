import Motion

/// A joint between two slots that closes where pages went, or opens where pages came: what lies
/// beyond it is seen where it was before, and comes to its place by itself.
struct PageGap: Hashable, Sendable {
  /// The first slot after it.
  var edge: Int
  /// True when the slots from `edge` on are out of their places, false when those before it are.
  var movesAfter: Bool
  /// How much wider than usual it is, in pages; less than 0 where pages came.
  var width: AnimatedValue

  /// A joint that is `width` too wide at `t`, and closes.
  init(edge: Int, movesAfter: Bool, width: Double, at t: Timestamp) {
    self.edge = edge
    self.movesAfter = movesAfter
    self.width = AnimatedValue(width)
    self.width.animate(
      to: 0, with: PageScroll.settle, at: t, tolerance: PageScroll.tolerance)
  }

  /// −1, 0 or 1: what becomes of a page in `slot` for each page of width.
  func sign(of slot: Int) -> Double {
    movesAfter ? (slot >= edge ? 1 : 0) : (slot < edge ? -1 : 0)
  }

  /// The same joint when slots have other numbers.
  func renumbered(_ moved: (Int) -> Int) -> PageGap {
    var gap = self
    // It keeps to what it moves.
    gap.edge = movesAfter ? moved(edge) : moved(edge - 1) + 1
    return gap
  }
}
