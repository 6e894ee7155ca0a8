/// Free deceleration: velocity shrinks by the same factor every millisecond.
public struct Decay: Hashable, Sendable {
  /// The factor per millisecond, 0…1.
  public var perMillisecond: Double

  /// Makes a deceleration.
  public init(perMillisecond: Double) {
    precondition(perMillisecond > 0 && perMillisecond < 1, "decay \(perMillisecond)")
    self.perMillisecond = perMillisecond
  }

  /// The phone's rate for scrolling freely.
  public static let normal = Decay(perMillisecond: 0.998)
  /// The phone's rate for paging.
  public static let fast = Decay(perMillisecond: 0.99)

  /// How much further something moving at `velocity` units per second gets before it rests.
  ///
  /// - Source: the geometric sum v·r/(1−r) with v in units per millisecond.
  public func travel(velocity: Double) -> Double {
    velocity / 1000 * perMillisecond / (1 - perMillisecond)
  }
}
