import Motion

/// A page that was taken away while it was seen: it fades where it was.
struct Departure: Hashable, Sendable {
  /// It is gone within 0.25 s, like a picture whose thumbnail cannot be seen.
  private static let spring = Spring.settling(in: 0.25, damping: 1)
  /// An opacity that cannot be seen.
  private static let tolerance = 0.004
  /// How small it is when it cannot be seen any more.
  private static let smallest = 0.85

  /// Which of all that ever departed.
  let id: Int
  /// How much of it is left, 1 to 0.
  var share: AnimatedValue

  init(id: Int, at t: Timestamp) {
    self.id = id
    var share = AnimatedValue(1)
    share.animate(to: 0, with: Self.spring, at: t, tolerance: Self.tolerance)
    self.share = share
  }

  func shown(at t: Timestamp) -> BrowserFrame.Departing {
    let share = min(1, max(0, share.value(at: t)))
    return BrowserFrame.Departing(
      id: id, opacity: share, scale: Self.smallest + (1 - Self.smallest) * share)
  }
}
