package import Motion

/// The playback clock of an animation, as a value that maps time to the index of the visible frame.
///
/// A call of ``advance(to:duration:)`` that comes late by less than ``maxLag`` shortens or skips
/// the following frames, so that the animation keeps time. After a longer delay the animation
/// continues from the frame where it stopped, as if no time had passed. While the next frame is not
/// decoded, the current one stays; the next one is then shown for its full duration.
nonisolated package struct AnimationClock: Hashable, Sendable {
  /// The number of frames; nil until it is known.
  package var frameCount: Int?
  /// The number of iterations to play; 0 for endless. Default: 0.
  package var iterationCount = 0
  /// The index of the frame to show, from 0.
  package private(set) var frameIndex = 0
  /// The index of the iteration, from 0: the number of completed ones.
  package private(set) var iteration = 0
  /// True when the next frame is due and not decoded yet.
  package private(set) var isWaitingForFrame = false
  /// True when all iterations have been played; the last frame stays.
  package private(set) var isAtEnd = false

  /// The maximum delay in seconds that the clock makes up for by skipping frames. It does not make
  /// up for a longer one, because the user has noticed such a stop anyway.
  package static let maxLag = 0.25

  /// The tolerance in seconds by which a frame may end early, because sums of durations are
  /// rounded.
  private static let earlyEndTolerance = 1e-6

  /// The time for which the frame has been shown, in seconds of the animation.
  private var elapsedInFrame = 0.0
  /// The time of the last update; nil while the clock is stopped.
  private var lastUpdate: Timestamp?

  /// Makes a clock that is stopped at the first frame.
  package init() {}

  /// True from ``start(at:)`` until the clock is stopped, also while it waits for a frame and when
  /// the animation is at its end.
  package var isRunning: Bool { lastUpdate != nil }

  /// Starts the clock at `time`. An animation at its end starts again with the first frame.
  package mutating func start(at time: Timestamp) {
    if isAtEnd { rewind() }
    if lastUpdate == nil { lastUpdate = time }
  }

  /// Stops the clock at `time`; ``start(at:)`` continues from the same position.
  ///
  /// - Parameter duration: returns the duration of the frame at an index, in seconds; nil when the
  ///   frame is not decoded.
  package mutating func stop(at time: Timestamp, duration: (Int) -> Double?) {
    advance(to: time, duration: duration)
    lastUpdate = nil
    isWaitingForFrame = false
  }

  /// Stops the clock at the first frame of the first iteration.
  package mutating func rewind() {
    (frameIndex, iteration, elapsedInFrame, lastUpdate) = (0, 0, 0, nil)
    (isWaitingForFrame, isAtEnd) = (false, false)
  }

  /// Stops the clock and moves by `frames` frames, backwards if negative; at the ends of the
  /// animation the move wraps around.
  package mutating func step(_ frames: Int) {
    lastUpdate = nil
    guard let frameCount, frameCount > 0 else { return }
    frameIndex = ((frameIndex + frames) % frameCount + frameCount) % frameCount
    (elapsedInFrame, isWaitingForFrame, isAtEnd) = (0, false, false)
  }

  /// Sets the time of the last update to `time` without advancing the animation, so that the time
  /// since then does not count; no effect on a stopped clock.
  package mutating func discardTime(until time: Timestamp) {
    if lastUpdate != nil { lastUpdate = time }
  }

  /// Advances the clock and the animation to `time`.
  ///
  /// - Parameter duration: returns the duration of the frame at an index, in seconds; nil when the
  ///   frame is not decoded.
  /// - Complexity: O(frames passed), which ``maxLag`` bounds.
  package mutating func advance(to time: Timestamp, duration: (Int) -> Double?) {
    guard let before = lastUpdate, time >= before else { return }
    lastUpdate = time
    guard !isAtEnd else { return }
    // A frame that is decoded late is shown for its full duration: the time of waiting does not
    // count.
    if !isWaitingForFrame { elapsedInFrame += time - before }
    isWaitingForFrame = false
    guard var length = duration(frameIndex) else {
      isWaitingForFrame = true
      elapsedInFrame = 0
      return
    }
    if elapsedInFrame - length > Self.maxLag { elapsedInFrame = length }
    while elapsedInFrame >= length - Self.earlyEndTolerance {
      guard let next = nextFrame else {
        isAtEnd = frameCount != nil
        isWaitingForFrame = frameCount == nil
        elapsedInFrame = length
        return
      }
      guard let nextLength = duration(next) else {
        isWaitingForFrame = true
        elapsedInFrame = length
        return
      }
      elapsedInFrame -= length
      length = nextLength
      if next == 0 { iteration += 1 }
      frameIndex = next
    }
  }

  /// The index of the frame after the current one; nil after the last one of the last iteration,
  /// for a single frame, and while the number of frames is unknown.
  private var nextFrame: Int? {
    guard let frameCount, frameCount > 1 else { return nil }
    if frameIndex + 1 < frameCount { return frameIndex + 1 }
    return iterationCount == 0 || iteration + 1 < iterationCount ? 0 : nil
  }

  /// The time at which the next frame is due; nil while the clock is stopped, waiting or at the
  /// end.
  ///
  /// - Parameter duration: returns the duration of the frame at an index, in seconds; nil when the
  ///   frame is not decoded.
  package func deadline(duration: (Int) -> Double?) -> Timestamp? {
    guard let lastUpdate, !isWaitingForFrame, !isAtEnd, let length = duration(frameIndex) else {
      return nil
    }
    return lastUpdate + max(0, length - elapsedInFrame)
  }
}
