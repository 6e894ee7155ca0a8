package import Motion

/// The rate at which pages are being turned, estimated from the times of the last turns.
///
/// A user who turns pages faster than a picture can be looked at is on the way to another page.
/// No event marks the arrival; a pause longer than those between the previous turns indicates it.
package struct TurnPace: Hashable, Sendable {
  /// The maximum time in seconds between two page turns of a burst; a user who looks at a picture
  /// takes longer.
  package static let maxBurstPause = 0.2
  /// The minimum pause after a page turn that counts as arrival at the wanted page, in seconds: key
  /// repeats arrive late while frames are drawn.
  package static let minArrivalPause = 0.08
  /// The pause after which the next page turn is overdue, as a multiple of the longest recent pause
  /// between turns.
  private static let overdueFactor = 1.25
  /// The maximum number of page turns from which the rate is estimated.
  private static let maxRecordedTurns = 4

  /// The number of pages by which the last turn moved; negative for backwards, 0 before the first
  /// turn.
  package private(set) var lastStep = 0
  /// The times of the last page turns, the latest at the end.
  private var turnTimes: [Timestamp] = []

  package init() {}

  /// Adds a page turn by `pages` pages, negative for backwards; a change of direction or step
  /// starts a new burst.
  package mutating func recordTurn(by pages: Int, at t: Timestamp) {
    if pages != lastStep || turnTimes.last.map({ t - $0 >= Self.maxBurstPause }) ?? true {
      turnTimes = []
    }
    lastStep = pages
    turnTimes = (turnTimes + [t]).suffix(Self.maxRecordedTurns)
  }

  /// Ends the burst of page turns, because the key that turned the pages was released.
  package mutating func endBurst() { turnTimes = [] }

  /// The time at which the current page counts as the wanted one unless it is turned again before;
  /// nil outside a burst of page turns.
  package var burstEnd: Timestamp? {
    guard let last = turnTimes.last, let longest = pauses.max() else { return nil }
    return last + min(Self.maxBurstPause, max(Self.minArrivalPause, longest * Self.overdueFactor))
  }

  /// The number of page turns per second; 0 outside a burst.
  package var turnsPerSecond: Double {
    guard let first = turnTimes.first, let last = turnTimes.last, last > first else { return 0 }
    return Double(turnTimes.count - 1) / (last - first)
  }

  private var pauses: [Double] { zip(turnTimes.dropFirst(), turnTimes).map { $0 - $1 } }
}
