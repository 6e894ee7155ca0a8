package import Motion

/// The rate at which pages are being turned, estimated from the times of the last turns.
///
/// A user who turns pages faster than a picture can be looked at is on the way to another page.
/// No event marks the arrival; a pause longer than those between the previous turns indicates it.
package struct TurnPace: Hashable, Sendable {
  /// The maximum time between two turns of a burst, in seconds; the user looks at a picture for
  /// longer.
  package static let burstTime = 0.2
  /// The minimum pause that counts as arrival, in seconds: key repeats arrive late while frames are
  /// drawn.
  package static let minPause = 0.08
  /// The pause after which the next turn is overdue, as a multiple of the longest recent pause.
  private static let overdueFactor = 1.25
  /// The maximum number of turns taken into account.
  private static let maxTurns = 4

  /// The number of pages of the last turn; negative for backwards, 0 before the first turn.
  package private(set) var step = 0
  /// The times of the last turns, the latest at the end.
  private var turns: [Timestamp] = []

  package init() {}

  /// Adds a turn of `pages` pages; a change of direction or step starts a new burst.
  package mutating func turn(by pages: Int, at t: Timestamp) {
    if pages != step || turns.last.map({ t - $0 >= Self.burstTime }) ?? true { turns = [] }
    step = pages
    turns = (turns + [t]).suffix(Self.maxTurns)
  }

  /// Ends the burst: the key that turned the pages was released.
  package mutating func end() { turns = [] }

  /// The time at which the page counts as reached unless another turn comes; nil outside a burst.
  package var burstEnd: Timestamp? {
    guard let last = turns.last, let longest = pauses.max() else { return nil }
    return last + min(Self.burstTime, max(Self.minPause, longest * Self.overdueFactor))
  }

  /// The turns per second; 0 outside a burst.
  package var rate: Double {
    guard let first = turns.first, let last = turns.last, last > first else { return 0 }
    return Double(turns.count - 1) / (last - first)
  }

  private var pauses: [Double] { zip(turns.dropFirst(), turns).map { $0 - $1 } }
}
