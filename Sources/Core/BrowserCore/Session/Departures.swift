import Motion

/// The removed pages that were visible when they were removed, and are still fading out.
struct Departures: Hashable, Sendable {
  /// The maximum number of removed pages that fade out at the same time.
  private static let maxFading = 2
  /// The spring by which a removed page fades out, within 0.25 s, like a picture whose thumbnail is
  /// not visible.
  private static let spring = Spring.settling(in: 0.25, damping: 1)
  /// The largest opacity that cannot be seen.
  private static let tolerance = 0.004
  /// The scale of a removed page at the end of its fade-out, relative to its size before.
  private static let endScale = 0.85

  private struct Departure: Hashable {
    let id: Int
    /// The remaining share of the fade-out, from 1 to 0.
    var remainingShare: AnimatedValue
  }
  private var fading: [Departure] = []
  /// The number of removed pages that have begun to fade out, from which their identifiers are
  /// made.
  private var lastID = 0

  /// The identifier of the page that is fading out after its removal, of several that of the page
  /// removed last; nil when no page is.
  var newestID: Int? { fading.last?.id }

  /// Starts to fade out one more removed page.
  mutating func add(at t: Timestamp) {
    lastID += 1
    var remainingShare = AnimatedValue(1)
    remainingShare.animate(to: 0, with: Self.spring, at: t, tolerance: Self.tolerance)
    fading = (fading + [Departure(id: lastID, remainingShare: remainingShare)]).suffix(
      Self.maxFading)
  }

  mutating func removeAll() { fading = [] }

  mutating func removeSettled(at t: Timestamp) {
    fading.removeAll { $0.remainingShare.isSettled(at: t) }
  }

  func isSettled(at t: Timestamp) -> Bool {
    fading.allSatisfy { $0.remainingShare.isSettled(at: t) }
  }

  func departingPages(at t: Timestamp) -> [BrowserFrame.DepartingPage] {
    fading.map {
      let remainingShare = min(1, max(0, $0.remainingShare.value(at: t)))
      return BrowserFrame.DepartingPage(
        id: $0.id, opacity: remainingShare,
        scale: Self.endScale + (1 - Self.endScale) * remainingShare)
    }
  }

  /// Delays the fading of removed pages by `seconds`.
  mutating func postpone(by seconds: Double) {
    for index in fading.indices { fading[index].remainingShare.postpone(by: seconds) }
  }
}
