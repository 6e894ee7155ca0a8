import Motion

/// The fade-out of a page that was removed while visible.
struct Departure: Hashable, Sendable {
  /// The spring of the fade-out, over within 0.25 s like the fade of a picture whose thumbnail is
  /// not visible.
  private static let spring = Spring.settling(in: 0.25, damping: 1)
  /// The largest invisible opacity.
  private static let tolerance = 0.004
  /// The scale at the end of the fade-out.
  private static let smallest = 0.85

  /// The number of this removal, unique within the browser.
  let id: Int
  /// The remaining share of the fade-out, from 1 to 0.
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
