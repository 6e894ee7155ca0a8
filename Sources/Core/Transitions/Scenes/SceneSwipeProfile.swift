package import Motion

/// The rules of a drag that changes scenes: the progress per distance, the condition under which a
/// release finishes the change, and the speed of the remaining animation.
public struct SceneSwipeProfile: Hashable, Sendable {
  /// The timing of the remaining animation after the release of a drag.
  package enum Completion: Hashable, Sendable {
    /// Constant speed: the average speed of the animation, whatever the speed of the drag.
    case constantSpeed
    /// The timing of the animator, starting at the speed of the drag.
    case releaseSpeed
  }
  /// The progress of a change of scenes for a drag over the whole width of the container.
  public var factor: Double
  /// The projected progress above which a release finishes the change of scenes; at or below it the
  /// change is taken back.
  public var finishThreshold: Double
  /// The time in seconds by which a release is projected: the speed of the drag multiplied by it is
  /// added to the progress.
  public var projectionTime: Double
  /// The timing of the remaining animation after the release of a drag.
  package var completion: Completion
  /// The speed of the remaining animation as a factor; 1 is the animation's own speed.
  public var completionSpeed = 1.0

  /// The profile in which the scenes move half as far as the drag, a fifth of the way finishes the
  /// change, and the remaining animation runs at constant speed.
  ///
  /// - Source: the published solution of the exercise in objc.io 12.
  public static let objcIO = SceneSwipeProfile(
    factor: 0.5, finishThreshold: 0.2, projectionTime: 0, completion: .constantSpeed)
  /// The profile in which the scenes stay under the finger, half of the way or a flick finishes the
  /// change, and the remaining animation starts at the finger's speed.
  ///
  /// The projection time of a fifth of a second makes a flick count before half of the way, as on
  /// iOS: at a speed of one width a second, after 0.3 of the way.
  public static let finger = SceneSwipeProfile(
    factor: 1, finishThreshold: 0.5, projectionTime: 0.2, completion: .releaseSpeed)

  /// The progress of a change of scenes after its drag has moved `dx` device pixels from the
  /// progress `start`. It is limited to 0…1, or to `start` where a spring was caught beyond these
  /// ends.
  ///
  /// - Parameter entersFromRight: true when the new scene comes from the right.
  package func progress(
    moved dx: Double, width: Double, entersFromRight: Bool, from start: Double = 0
  ) -> Double {
    let moved = start + speed(of: dx, width: width, entersFromRight: entersFromRight)
    return min(max(moved, min(0, start)), max(1, start))
  }

  /// The velocity of a drag in progress per second, when it moves `dx` device pixels per second.
  ///
  /// - Parameter entersFromRight: true when the new scene comes from the right.
  package func speed(of dx: Double, width: Double, entersFromRight: Bool) -> Double {
    guard width > 0 else { return 0 }
    return (entersFromRight ? -dx : dx) / width * factor
  }

  /// True when a release at `progress`, with `speed` in progress per second, finishes the change of
  /// scenes.
  package func finishes(at progress: Double, speed: Double) -> Bool {
    progress + speed * projectionTime > finishThreshold
  }

  /// Runs the remaining animation to the progress `end`, 0 or 1, after the release of a drag.
  ///
  /// - Parameters:
  ///   - speed: the velocity of the drag, in progress per second.
  ///   - timing: the timing of the animator.
  package func release(
    _ progress: inout TransitionProgress, to end: Double, speed: Double,
    timing: TransitionTiming, at t: Timestamp
  ) {
    switch completion {
    case .constantSpeed:
      let seconds = timing.duration / (completionSpeed > 0 ? completionSpeed : 1)
      progress.run(to: end, .timed(seconds, .linear), velocity: 0, at: t)
    case .releaseSpeed:
      progress.run(to: end, timing.atSpeed(completionSpeed), velocity: speed, at: t)
    }
  }
}
