public import Motion

/// How a hand drives a change of scenes: how far it has to go, when it counts, and what follows.
public struct SceneSwipeProfile: Hashable, Sendable {
  /// How the rest of the way is run after the hand has let go.
  public enum Completion: Hashable, Sendable {
    /// Evenly, as fast as the animation alone would on average, whatever the hand's speed.
    case even
    /// At the animator's pace, beginning as fast as the hand.
    case thrown
  }
  /// Progress for each width the hand moves.
  public var factor: Double
  /// Beyond this progress it is finished, up to it taken back.
  public var finishThreshold: Double
  /// How much of the hand's speed counts as way already made, in seconds.
  public var foresight: Double
  /// How the rest of the way is run.
  public var completion: Completion
  /// How fast that is; 1 is the animation's own speed.
  public var completionSpeed = 1.0

  /// The hand moves twice as far as the scenes, a fifth of the way is enough, the rest is even.
  ///
  /// - Source: the published solution of the exercise in objc.io 12.
  public static let objcIO = SceneSwipeProfile(
    factor: 0.5, finishThreshold: 0.2, foresight: 0, completion: .even)
  /// Scenes stay under the finger; half the way or a flick is enough; they go on at its speed.
  ///
  /// A fifth of a second of foresight lets a flick of a quarter of the width a second or more count
  /// early, as on phones.
  public static let finger = SceneSwipeProfile(
    factor: 1, finishThreshold: 0.5, foresight: 0.2, completion: .thrown)

  /// The progress of a hand that has moved `dx` points since it was at `start`, within 0…1; where a
  /// spring was caught beyond, up to there.
  ///
  /// - Parameter isGoingRight: true when the scene that comes is drawn in from the right.
  public func progress(
    moved dx: Double, width: Double, isGoingRight: Bool, from start: Double = 0
  ) -> Double {
    let moved = start + speed(of: dx, width: width, isGoingRight: isGoingRight)
    return min(max(moved, min(0, start)), max(1, start))
  }

  /// The hand's velocity in whole ways per second.
  public func speed(of dx: Double, width: Double, isGoingRight: Bool) -> Double {
    guard width > 0 else { return 0 }
    return (isGoingRight ? -dx : dx) / width * factor
  }

  /// True when a hand that lets go at `progress` has brought the new scene.
  public func finishes(at progress: Double, speed: Double) -> Bool {
    progress + speed * foresight > finishThreshold
  }

  /// Runs the rest of the way.
  ///
  /// - Parameters:
  ///   - speed: the hand's, in whole ways per second.
  ///   - pace: the animator's.
  public func release(
    _ progress: inout TransitionProgress, to end: Double, speed: Double,
    pace: TransitionProgress.Pace, at t: Timestamp
  ) {
    switch completion {
    case .even:
      let seconds = pace.duration / (completionSpeed > 0 ? completionSpeed : 1)
      progress.run(to: end, .timed(seconds, .linear), velocity: 0, at: t)
    case .thrown:
      progress.run(to: end, pace.atSpeed(completionSpeed), velocity: speed, at: t)
    }
  }
}
