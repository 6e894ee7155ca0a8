/// When a picture that is still coming is worth looking at again.
///
/// Each look decodes all there is from its beginning. So they come the further apart the longer one
/// takes, and a picture that is there in a moment is looked at once, whole.
nonisolated struct WebGrowth {
  /// What comes in less time is not looked at before it is whole, in seconds.
  static let patience = 0.15
  /// Half as much again is worth a look at once.
  static let worthwhile = 1.5
  /// Anything more is worth a look after this, in seconds.
  static let pause = 0.3
  /// Looking takes at most a third of the time.
  static let share = 2.0

  private struct Look {
    var count: Int
    var began: Double
    var ended: Double?
  }
  private let start: Double
  private var last: Look?

  /// Begins to wait, at a time in seconds.
  init(at time: Double) { start = time }

  /// How long to wait before looking at `count` bytes, in seconds; 0 for not at all, nil while a look
  /// goes on or there is nothing that was not seen.
  func wait(for count: Int, at time: Double) -> Double? {
    guard let last else { return count > 0 ? max(0, start + Self.patience - time) : nil }
    guard let ended = last.ended, count > last.count else { return nil }
    let cost = ended - last.began
    let isMuch = Double(count) >= Double(last.count) * Self.worthwhile
    let pause = isMuch ? cost : max(Self.pause, cost * Self.share)
    return max(0, ended + pause - time)
  }

  /// A look at `count` bytes begins.
  mutating func begin(_ count: Int, at time: Double) {
    last = Look(count: count, began: time, ended: nil)
  }

  /// The look is over.
  mutating func end(at time: Double) { last?.ended = time }
}
