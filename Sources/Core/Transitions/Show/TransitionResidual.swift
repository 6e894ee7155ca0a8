import Geometry
import Motion

/// What is left of an earlier motion after a hand-over: the difference between what was shown and
/// what a plan says, and how fast it grew; it springs to nothing.
///
/// All its numbers share one spring and one beginning, so a picture's width and height, which have
/// the same proportions in every term, keep them in the sum.
struct TransitionResidual: Hashable, Sendable {
  /// As quick as a pulled picture's way back.
  static let spring = Spring(frequency: 26)
  /// A difference that cannot be seen, in points.
  static let tolerance = 0.1
  /// A difference of opacity counts like one of so many points.
  fileprivate static let opacityWeight = 50.0

  private let value: TransitionState
  private let velocity: TransitionState
  private let start: Timestamp
  private let restsAt: Timestamp

  /// - Parameters:
  ///   - value: the difference at `t`, with the layers of the plan.
  ///   - velocity: how fast it grows, per second.
  init(_ value: TransitionState, velocity: TransitionState, at t: Timestamp) {
    self.value = value
    self.velocity = velocity
    start = t
    var seconds = 0.0
    for (x, v) in zip(value.numbers, velocity.numbers) {
      seconds = max(
        seconds,
        Self.spring.settlingTime(displacement: x, velocity: v, tolerance: Self.tolerance))
    }
    restsAt = t + seconds
  }

  func isSettled(at t: Timestamp) -> Bool { t >= restsAt }

  /// `state` and what is left of the difference at `t`.
  func added(to state: TransitionState, at t: Timestamp) -> TransitionState {
    guard !isSettled(at: t) else { return state }
    let (x, v) = weights(at: t)
    return state.adding(value, times: x.displacement).adding(velocity, times: v.displacement)
  }

  /// `rate` and how fast the difference changes at `t`.
  func added(toRate rate: TransitionState, at t: Timestamp) -> TransitionState {
    guard !isSettled(at: t) else { return rate }
    let (x, v) = weights(at: t)
    return rate.adding(value, times: x.velocity).adding(velocity, times: v.velocity)
  }

  /// The spring's two basic motions: one that begins displaced, one that begins moving.
  private func weights(at t: Timestamp) -> (
    (displacement: Double, velocity: Double), (displacement: Double, velocity: Double)
  ) {
    (
      Self.spring.state(displacement: 1, velocity: 0, at: t - start),
      Self.spring.state(displacement: 0, velocity: 1, at: t - start)
    )
  }
}

extension TransitionState {
  /// All numbers in points, as far as they can be seen.
  fileprivate var numbers: [Double] {
    let weight = TransitionResidual.opacityWeight
    return layers.flatMap { layer in
      [layer.clip, layer.picture].flatMap { [$0.minX, $0.minY, $0.width, $0.height] }
        + [layer.cornerRadius, layer.alpha * weight]
    } + [backdrop * weight, chrome * weight]
  }
}
