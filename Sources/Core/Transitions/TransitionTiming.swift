package import Motion

/// The timing of an animation that no gesture drives: a curve over a duration, or a spring.
public struct TransitionTiming: Hashable, Sendable {
  package enum MotionCurve: Hashable, Sendable {
    /// A timing curve over a duration in seconds, which is that of the whole transition; a part of
    /// the transition takes the same part of the duration.
    case timed(seconds: Double, TimingCurve)
    /// A spring, and the initial velocity in progress per second.
    case spring(Spring, velocity: Double)
  }
  package let motionCurve: MotionCurve

  package static func timed(_ seconds: Double, _ curve: TimingCurve) -> TransitionTiming {
    TransitionTiming(motionCurve: .timed(seconds: seconds, curve))
  }

  package static func spring(_ spring: Spring, velocity: Double) -> TransitionTiming {
    TransitionTiming(motionCurve: .spring(spring, velocity: velocity))
  }

  /// A timing of constant speed over a duration in seconds.
  public static func linear(_ seconds: Double) -> TransitionTiming { timed(seconds, .linear) }

  /// A timing by the CSS curve "ease-in-out", the default of iOS, over a duration in seconds.
  public static func easeInOut(_ seconds: Double) -> TransitionTiming {
    timed(seconds, .easeInOut)
  }

  /// A timing by the CSS curve "ease-out" over a duration in seconds.
  public static func easeOut(_ seconds: Double) -> TransitionTiming { timed(seconds, .easeOut) }

  /// A timing by a cubic Bézier curve from (0, 0) to (1, 1) over a duration in seconds. The curve
  /// is given by its two control points, as in CSS.
  public static func curve(
    _ seconds: Double, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
  ) -> TransitionTiming { timed(seconds, TimingCurve(x1, y1, x2, y2)) }

  /// A timing by a spring.
  ///
  /// - Parameters:
  ///   - seconds: the time until the spring has settled.
  ///   - damping: the damping ratio; below 1 the spring overshoots. Default: 1.
  ///   - velocity: the initial velocity, in progress per second. Default: 0.
  public static func spring(
    settlingIn seconds: Double, damping: Double = 1, velocity: Double = 0
  ) -> TransitionTiming { spring(.settling(in: seconds, damping: damping), velocity: velocity) }

  /// The duration of the whole animation in seconds; for a spring, the time until 0.001 of the
  /// distance is left.
  package var duration: Double {
    switch motionCurve {
    case .timed(let seconds, _): seconds
    case .spring(let spring, let velocity):
      spring.settlingTime(displacement: -1, velocity: velocity, tolerance: 0.001)
    }
  }

  /// This timing, `speed` times as fast; unchanged when `speed` is not positive and finite.
  package func atSpeed(_ speed: Double) -> TransitionTiming {
    guard speed.isFinite, speed > 0 else { return self }
    switch motionCurve {
    case .timed(let seconds, let curve): return .timed(seconds / speed, curve)
    case .spring(let spring, let velocity):
      return .spring(
        Spring(frequency: spring.frequency * speed, damping: spring.damping),
        velocity: velocity * speed)
    }
  }

  /// This timing with another duration in seconds; a timing of duration zero is unchanged.
  func lasting(_ seconds: Double) -> TransitionTiming {
    switch motionCurve {
    case .timed(0, _): self
    case .timed(_, let curve): .timed(max(0, seconds), curve)
    case .spring(let spring, let velocity):
      seconds > 0
        ? .spring(.settling(in: seconds, damping: spring.damping), velocity: velocity)
        : .timed(0, .linear)
    }
  }
}
