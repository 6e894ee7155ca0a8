public import Motion

/// Which frame of an animation is seen at what time.
///
/// A frame that comes late by less than ``mostLag`` shortens the next ones, and frames may be left
/// out: the animation keeps its time. After a longer wait it goes on from where it stood, as if no
/// time had passed.
nonisolated public struct AnimationClock: Hashable, Sendable {
  /// Frames there are; nil while that is not known.
  public var count: Int?
  /// How often they are played in all, 0 for ever.
  public var plays = 0
  /// How fast, 1 as the file says.
  public private(set) var speed = 1.0
  /// The frame that is to be seen.
  public private(set) var frame = 0
  /// How often all frames have been played.
  public private(set) var rounds = 0
  /// True when the next frame is due and not there.
  public private(set) var isWaiting = false
  /// True when it is over: it stays on the last frame.
  public private(set) var isAtEnd = false

  /// The longest lateness that is made up for, in seconds: no longer than an eye takes to notice
  /// that something stood still.
  public static let mostLag = 0.25

  /// A frame is over when so little is left of it, in seconds: adding up times rounds them.
  private static let instant = 1e-6

  /// How long the frame has been seen, in seconds of the animation.
  private var seen = 0.0
  /// When that was; nil while the clock stands.
  private var last: Timestamp?

  /// Makes a clock that stands at the first frame.
  public init() {}

  /// True while it runs, whether frames come or not.
  public var isRunning: Bool { last != nil }

  /// Lets it run from `time` on; from the first frame when it was over.
  public mutating func start(at time: Timestamp) {
    if isAtEnd { rewind() }
    if last == nil { last = time }
  }

  /// Stops it at `time`; it goes on from there.
  public mutating func stop(at time: Timestamp, duration: (Int) -> Double?) {
    advance(to: time, duration: duration)
    last = nil
    isWaiting = false
  }

  /// Goes back to the first frame of the first round; it stands.
  public mutating func rewind() {
    (frame, rounds, seen, last) = (0, 0, 0, nil)
    (isWaiting, isAtEnd) = (false, false)
  }

  /// Goes some frames on, or back when negative, past the ends; it stands there.
  public mutating func step(_ frames: Int) {
    last = nil
    guard let count, count > 0 else { return }
    frame = ((frame + frames) % count + count) % count
    (seen, isWaiting, isAtEnd) = (0, false, false)
  }

  /// Goes faster or slower from `time` on; only a positive speed is one.
  public mutating func setSpeed(_ speed: Double, at time: Timestamp, duration: (Int) -> Double?) {
    guard speed > 0, speed.isFinite else { return }
    advance(to: time, duration: duration)
    self.speed = speed
  }

  /// Nothing is seen to move until `time`: what passed before does not count.
  public mutating func hold(at time: Timestamp) {
    if last != nil { last = time }
  }

  /// Lets time pass up to `time`.
  ///
  /// - Parameter duration: how long a frame is seen, in seconds; nil when it is not there.
  /// - Complexity: O(frames passed), which ``mostLag`` bounds.
  public mutating func advance(to time: Timestamp, duration: (Int) -> Double?) {
    guard let before = last, time >= before else { return }
    last = time
    guard !isAtEnd else { return }
    // What one has waited for is seen for its whole time, from this moment on.
    if !isWaiting { seen += (time - before) * speed }
    isWaiting = false
    guard var length = duration(frame) else {
      isWaiting = true
      seen = 0
      return
    }
    if seen - length > Self.mostLag * speed { seen = length }
    while seen >= length - Self.instant {
      guard let next = next else {
        isAtEnd = count != nil
        isWaiting = count == nil
        seen = length
        return
      }
      guard let nextLength = duration(next) else {
        isWaiting = true
        seen = length
        return
      }
      seen -= length
      length = nextLength
      if next == 0 { rounds += 1 }
      frame = next
    }
  }

  /// The frame after this one; nil when there is none, or nobody knows.
  private var next: Int? {
    guard let count, count > 1 else { return nil }
    if frame + 1 < count { return frame + 1 }
    return plays == 0 || rounds + 1 < plays ? 0 : nil
  }

  /// When the next frame is due; nil while it stands, waits or is over.
  public func deadline(duration: (Int) -> Double?) -> Timestamp? {
    guard let last, !isWaiting, !isAtEnd, let length = duration(frame) else { return nil }
    return last + max(0, length - seen) / speed
  }
}
