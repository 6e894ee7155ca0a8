import Motion

/// A gap between two slots that is animated to its normal width after pages were inserted or
/// removed: the pages on one side of it start at their old position and slide to the new one.
struct PageGap: Hashable, Sendable {
  /// The number of the first slot after the gap.
  var firstSlotAfter: Int
  /// True when the slots from `firstSlotAfter` on are displaced, false when the slots before it
  /// are.
  var movesPagesAfter: Bool
  /// The excess of the gap over its normal width, in pages; negative after an insertion.
  var excessWidth: AnimatedValue

  /// Creates a gap that is `width` pages too wide at `t`, and starts to close it.
  init(firstSlotAfter: Int, movesPagesAfter: Bool, excessWidth: Double, at t: Timestamp) {
    self.firstSlotAfter = firstSlotAfter
    self.movesPagesAfter = movesPagesAfter
    self.excessWidth = AnimatedValue(excessWidth)
    self.excessWidth.animate(
      to: 0, with: PageScroll.settleSpring, at: t, tolerance: PageScroll.tolerance)
  }

  /// The displacement of the page in `slot` per page of the gap's excess width: −1, 0 or 1.
  func displacementSign(of slot: Int) -> Double {
    movesPagesAfter ? (slot >= firstSlotAfter ? 1 : 0) : (slot < firstSlotAfter ? -1 : 0)
  }

  /// This gap after the slots got new numbers by the function `moved`.
  func renumbered(_ moved: (Int) -> Int) -> PageGap {
    var gap = self
    // The gap stays next to the slots that it displaces.
    gap.firstSlotAfter = movesPagesAfter ? moved(firstSlotAfter) : moved(firstSlotAfter - 1) + 1
    return gap
  }
}
