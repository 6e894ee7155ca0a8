package import Motion

/// How fast pages are being turned, judged by the times of the last turns.
///
/// A person who turns pages faster than a picture is looked at is on the way to another one. Nobody
/// says when it is reached; a pause that is longer than those between the turns before tells it.
package struct TurnPace: Hashable, Sendable {
  /// Two turns within this time are a burst, in seconds: a rested look takes longer.
  package static let burstTime = 0.2
  /// A shorter pause says nothing, in seconds: repeats of a key come late while frames are drawn.
  package static let shortestPause = 0.08
  /// The pause after which the next turn is overdue, in times the longest one before it.
  private static let patience = 1.25
  /// The turns that count.
  private static let mostTurns = 4

  /// How many pages the last turn went; negative for backwards, 0 before the first one.
  package private(set) var step = 0
  /// The last turns, the latest at the end.
  private var turns: [Timestamp] = []

  /// Nothing has been turned.
  package init() {}

  /// A turn of `pages` pages; another way than before begins anew.
  package mutating func turn(by pages: Int, at t: Timestamp) {
    if pages != step || turns.last.map({ t - $0 >= Self.burstTime }) ?? true { turns = [] }
    step = pages
    turns = (turns + [t]).suffix(Self.mostTurns)
  }

  /// The page is reached: the key that turned was let go.
  package mutating func end() { turns = [] }

  /// When the person will have arrived, unless another turn comes; nil outside a burst.
  package var calm: Timestamp? {
    guard let last = turns.last, let longest = pauses.max() else { return nil }
    return last + min(Self.burstTime, max(Self.shortestPause, longest * Self.patience))
  }

  /// Turns per second; 0 outside a burst.
  package var rate: Double {
    guard let first = turns.first, let last = turns.last, last > first else { return 0 }
    return Double(turns.count - 1) / (last - first)
  }

  private var pauses: [Double] { zip(turns.dropFirst(), turns).map { $0 - $1 } }
}
