import Geometry
import Motion

/// The residual of an earlier motion after a hand-over: the difference between the state shown on
/// the screen and the state of the plan, with its rate of change. A spring reduces it to zero.
///
/// All numbers of the state share one spring and one start time. Width and height of a picture have
/// the same ratio in the plan and in the residual, and therefore in their sum.
struct TransitionResidual: Hashable, Sendable {
  /// The spring that reduces the residual to zero, as quick as the return from a pull-down.
  static let spring = Spring(frequency: 26)
  /// The largest difference that cannot be seen, in device pixels.
  static let tolerance = 0.1
  /// The weight of an opacity against a length: a difference of 1 counts like this many device
  /// pixels.
  fileprivate static let opacityWeight = 50.0

  private let initialDifference: TransitionState
  private let initialRate: TransitionState
  private let start: Timestamp
  private let settlesAt: Timestamp

  /// Creates the residual at `t`.
  ///
  /// - Parameters:
  ///   - value: the difference between shown and planned state at `t`, with the layers of the plan.
  ///   - velocity: the rate of change of the difference, per second.
  init(_ value: TransitionState, velocity: TransitionState, at t: Timestamp) {
    self.initialDifference = value
    self.initialRate = velocity
    start = t
    var seconds = 0.0
    for (x, v) in zip(value.weightedNumbers, velocity.weightedNumbers) {
      seconds = max(
        seconds,
        Self.spring.settlingTime(displacement: x, velocity: v, tolerance: Self.tolerance))
    }
    settlesAt = t + seconds
  }

  func isSettled(at t: Timestamp) -> Bool { t >= settlesAt }

  /// The sum of `state` and the residual at `t`.
  func added(to state: TransitionState, at t: Timestamp) -> TransitionState {
    guard !isSettled(at: t) else { return state }
    let (x, v) = springSolutions(at: t)
    return state.adding(initialDifference, times: x.displacement).adding(
      initialRate, times: v.displacement)
  }

  /// `rate` plus the rate of change of the residual at `t`.
  func added(toRate rate: TransitionState, at t: Timestamp) -> TransitionState {
    guard !isSettled(at: t) else { return rate }
    let (x, v) = springSolutions(at: t)
    return rate.adding(initialDifference, times: x.velocity).adding(initialRate, times: v.velocity)
  }

  /// The two basic solutions of the spring at `t`: with initial displacement 1 at rest, and with
  /// initial velocity 1 at the target.
  private func springSolutions(at t: Timestamp) -> (
    (displacement: Double, velocity: Double), (displacement: Double, velocity: Double)
  ) {
    (
      Self.spring.state(displacement: 1, velocity: 0, at: t - start),
      Self.spring.state(displacement: 0, velocity: 1, at: t - start)
    )
  }
}

extension TransitionState {
  /// All numbers of the state, weighted so that they can be compared in device pixels.
  fileprivate var weightedNumbers: [Double] {
    let weight = TransitionResidual.opacityWeight
    return layers.flatMap { layer in
      [layer.clip, layer.picture].flatMap { [$0.minX, $0.minY, $0.width, $0.height] }
        + [layer.cornerRadius, layer.alpha * weight]
    } + [backdrop * weight, chrome * weight]
  }
}
