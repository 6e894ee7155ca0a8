public import Motion
import RealModule

/// Where the scroll is and where it will land, in device pixels from the top. It can be caught at
/// any time; position and velocity go on wherever one motion takes over from another.
public struct GridScroll: Hashable, Sendable {
  /// How a released scroll runs out: as on a phone.
  public static let inertia = Decay.normal
  /// The spring that runs out exactly so: critically damped, with a target just as far away as the
  /// velocity carries, its course is the decay's.
  static let glideSpring = Spring(frequency: -1000 * Double.log(inertia.perMillisecond))
  /// The spring that brings back what was pulled beyond an end.
  static let returnSpring = Spring(frequency: 18)
  /// The frequency of the spring at an end that is run into slowly, in radians per second.
  static let bounceFrequency = 14.0
  /// How far a grid that runs into an end goes beyond it at most, as a share of the viewport: the
  /// faster it comes, the stiffer the spring.
  static let bounceShare = 0.12
  /// The spring of wheels: quick enough that a notch feels immediate, soft enough to be followed.
  static let wheelSpring = Spring(frequency: 24)
  /// The spring that goes to an item, a page or an end.
  static let aimSpring = Spring(frequency: 18)
  /// A hand slower than this puts the grid down where it is, in pixels per second.
  static let slowest = 40.0
  /// The fastest hand that counts, in pixels per second; what is faster is a glitch of a device.
  static let fastest = 24_000.0
  /// Distance from rest that cannot be seen, in pixels.
  static let tolerance = 0.25

  private struct Grip: Hashable, Sendable {
    /// The unresisted offset where the hand took hold, and the one it is at.
    var start: Double
    var raw: Double
  }
  private struct Drift: Hashable, Sendable {
    var origin: Double
    var start: Timestamp
    var velocity: Double
    /// What there is, and where it began if that is outside.
    var range: ClosedRange<Double>
  }
  /// A motion that begins where a glide meets an end.
  private struct Bounce: Hashable, Sendable {
    var start: Timestamp
    var motion: AnimatedValue
  }
  private enum Course: Hashable, Sendable { case rest, glide, aim }

  /// How much there is, and how much of it is seen.
  public private(set) var extent: GridExtent
  private var course = Course.rest
  private var motion = AnimatedValue(0)
  private var bounce: Bounce?
  private var grip: Grip?
  private var drift: Drift?

  /// Makes a scroll at rest at the top.
  public init(extent: GridExtent = GridExtent(content: 0, viewport: 0)) {
    self.extent = extent
  }

  // MARK: Reading

  /// The offset at `t`; outside the extent's range while a band is stretched.
  public func position(at t: Timestamp) -> Double {
    if let drift {
      let free = drift.origin + drift.velocity * (t - drift.start)
      return min(max(drift.range.lowerBound, free), drift.range.upperBound)
    }
    if let bounce, t >= bounce.start { return bounce.motion.value(at: t) }
    return motion.value(at: t)
  }

  /// The velocity at `t`, in pixels per second; 0 while a hand holds it.
  public func velocity(at t: Timestamp) -> Double {
    if grip != nil { return 0 }
    if let drift { return isDrifting(at: t) ? drift.velocity : 0 }
    if let bounce, t >= bounce.start { return bounce.motion.velocity(at: t) }
    return motion.velocity(at: t)
  }

  /// Where it will come to rest.
  public var target: Double { bounce?.motion.target ?? motion.target }
  /// True while a hand holds it.
  public var isHeld: Bool { grip != nil }
  /// True when it will not move by itself.
  public func isSettled(at t: Timestamp) -> Bool {
    if drift != nil { return !isDrifting(at: t) }
    if let bounce { return t >= bounce.start && bounce.motion.isSettled(at: t) }
    return motion.isSettled(at: t)
  }

  private func isDrifting(at t: Timestamp) -> Bool {
    guard let drift, drift.velocity != 0 else { return false }
    let position = position(at: t)
    return drift.velocity > 0
      ? position < drift.range.upperBound : position > drift.range.lowerBound
  }

  // MARK: Hands

  /// A hand takes hold, wherever the scroll is.
  public mutating func grab(at t: Timestamp) {
    hold(at: position(at: t))
  }

  /// A hand has it at `offset`, which may be outside the range; from here it is followed.
  public mutating func hold(at offset: Double) {
    guard offset.isFinite else { return }
    let raw = RubberBand.unclamp(offset, from: extent.range, length: extent.viewport)
    grip = Grip(start: raw, raw: raw)
    put(at: offset)
  }

  /// The hand is `translation` pixels further down than where it took hold.
  public mutating func drag(translation: Double) {
    guard let grip, translation.isFinite else { return }
    self.grip?.raw = grip.start - translation
    motion.set(
      RubberBand.clamp(grip.start - translation, to: extent.range, length: extent.viewport))
  }

  /// The hand lets go, moving down at `velocity` pixels per second.
  public mutating func release(velocity: Double, at t: Timestamp) {
    guard let grip else { return }
    let slope = RubberBand.slope(at: grip.raw, range: extent.range, length: extent.viewport)
    self.grip = nil
    let hand = velocity.isFinite ? min(max(-velocity, -Self.fastest), Self.fastest) : 0
    run(velocity: abs(hand) < Self.slowest ? 0 : hand * slope, at: t)
  }

  /// Runs out from where it is: a glide, one that bounces at an end, or the way back from outside.
  private mutating func run(velocity: Double, at t: Timestamp) {
    let position = position(at: t)
    put(at: position)
    let spring = Self.glideSpring
    let goal = position + velocity / spring.frequency
    let end = min(max(0, goal), extent.end)
    if position < 0 || position > extent.end {
      aim(
        at: extent.clamped(position), with: Self.returnSpring, velocity: velocity, t)
      return
    }
    if velocity == 0 {
      aim(at: extent.clamped(position), with: Self.aimSpring, velocity: 0, t)
      return
    }
    course = .glide
    motion.animate(
      to: end == goal ? extent.clamped(goal) : goal, with: spring, velocity: velocity, at: t,
      tolerance: Self.tolerance)
    guard end != goal else { return }
    // The way left shrinks by e^(−ωt): it is `goal − end` when the end is reached.
    let time = Double.log((goal - position) / (goal - end)) / spring.frequency
    let arrival = (goal - end) * spring.frequency
    // A critically damped spring hit with v goes v/(ω·e) beyond.
    let furthest = max(1, extent.viewport * Self.bounceShare) * Double.exp(1)
    let stiff = Spring(frequency: max(Self.bounceFrequency, abs(arrival) / furthest))
    var bounced = AnimatedValue(end)
    bounced.animate(
      to: end, with: stiff, velocity: arrival, at: t + time, tolerance: Self.tolerance)
    bounce = Bounce(start: t + time, motion: bounced)
  }

  /// Forgets whatever moves it; it is at `offset`.
  private mutating func put(at offset: Double) {
    motion.set(offset)
    bounce = nil
    drift = nil
    course = .rest
  }

  // MARK: Commands

  /// Goes to `offset`, or as far as there is anything; at once, or on a spring that takes over the
  /// present velocity.
  public mutating func go(to offset: Double, animated: Bool, at t: Timestamp) {
    grip = nil
    let goal = extent.clamped(offset)
    guard animated else { return put(at: goal) }
    aim(at: goal, with: Self.aimSpring, velocity: velocity(at: t), t)
  }

  /// A wheel turned: goes on by `distance` from where it was going. A hand that holds it has
  /// precedence.
  public mutating func turn(by distance: Double, animated: Bool, at t: Timestamp) {
    guard grip == nil, distance.isFinite else { return }
    let from = course == .aim ? target : position(at: t)
    let goal = extent.clamped(from + distance)
    guard animated else { return put(at: goal) }
    aim(at: goal, with: Self.wheelSpring, velocity: velocity(at: t), t)
  }

  private mutating func aim(
    at goal: Double, with spring: Spring, velocity: Double, _ t: Timestamp
  ) {
    put(at: position(at: t))
    guard motion.target != goal || velocity != 0 else { return }
    motion.animate(
      to: goal, with: spring, velocity: velocity, at: t, tolerance: Self.tolerance)
    course = .aim
  }

  /// Moves on at a constant velocity, in pixels per second, until told otherwise or at an end; at 0
  /// it comes to rest.
  public mutating func drift(velocity: Double, at t: Timestamp) {
    guard drift != nil || velocity != 0 else { return }
    grip = nil
    let speed = self.velocity(at: t)
    let position = position(at: t)
    if velocity != 0, velocity.isFinite {
      startDrift(from: position, velocity: velocity, at: t)
    } else {
      let goal = position + speed / Self.wheelSpring.frequency
      aim(at: extent.clamped(goal), with: Self.wheelSpring, velocity: speed, t)
    }
  }

  private mutating func startDrift(from origin: Double, velocity: Double, at t: Timestamp) {
    put(at: origin)
    drift = Drift(
      origin: origin, start: t, velocity: velocity, range: min(0, origin)...max(extent.end, origin))
  }

  // MARK: Changes

  /// Renumbers the pixels by `delta` without moving anything that is seen; there is `extent` from
  /// now on. What rests outside is put inside at once, what moves goes on.
  public mutating func renumber(by delta: Double, extent newExtent: GridExtent, at t: Timestamp) {
    if let drift {
      let position = position(at: t)
      extent = newExtent
      return startDrift(from: position + delta, velocity: drift.velocity, at: t)
    }
    motion.shift(by: delta)
    bounce?.motion.shift(by: delta)
    extent = newExtent
    if let old = grip {
      let offset = motion.target
      hold(at: offset)
      grip?.start += old.start - old.raw
      return
    }
    if isSettled(at: t) {
      put(at: extent.clamped(position(at: t)))
    } else if course == .aim {
      let goal = extent.clamped(target)
      if goal != target { aim(at: goal, with: Self.aimSpring, velocity: velocity(at: t), t) }
    } else {
      run(velocity: velocity(at: t), at: t)
    }
  }

  /// Is at once where it would come to rest.
  mutating func finish() {
    guard grip == nil, drift == nil else { return }
    put(at: target)
  }
}
