public import Motion
import RealModule

/// The vertical scroll position of a grid and its motion, in device pixels from the top of the
/// content. A contact can stop the scroll at any time; position and velocity are continuous at
/// every change of the motion.
public struct GridScroll: Hashable, Sendable {
  /// The exponential deceleration of a grid after a fling, as on a phone.
  package static let inertia = Decay.normal
  /// The spring that moves like ``inertia``: critically damped, with its target at the distance to
  /// which the velocity carries, its motion is the exponential decay.
  static let glideSpring = Spring(frequency: -1000 * Double.log(inertia.factorPerMillisecond))
  /// The spring that returns an overscrolled grid into the scroll range.
  static let returnSpring = Spring(frequency: 18)
  /// The minimum angular frequency of the spring with which a fling bounces at an end of the
  /// content, in radians per second.
  static let bounceFrequency = 14.0
  /// The maximum overscroll of a fling that bounces at an end of the content, as a fraction of the
  /// viewport height: the faster the grid arrives, the stiffer the spring.
  static let bounceShare = 0.12
  /// The spring of the scroll by mouse wheel: fast enough to feel immediate, soft enough for the
  /// eye to follow.
  static let wheelSpring = Spring(frequency: 24)
  /// The spring of a scroll to an item, a page or an end.
  static let scrollToSpring = Spring(frequency: 18)
  /// The minimum speed of a fling, in device pixels per second; a drag released more slowly ends
  /// without a fling.
  static let minFlingSpeed = 40.0
  /// The maximum speed of a fling, in device pixels per second; a faster one is a fault of the
  /// input device.
  static let maxFlingSpeed = 24_000.0
  /// The largest distance of a grid from its resting position that is invisible, in device pixels.
  static let tolerance = 0.25

  private struct Grip: Hashable, Sendable {
    /// The scroll offset at the beginning of the drag, without rubber-band resistance.
    var startOffset: Double
    /// The scroll offset that the drag has reached, without rubber-band resistance.
    var unresisted: Double
  }
  private struct Autoscroll: Hashable, Sendable {
    var startOffset: Double
    var startTime: Timestamp
    var velocity: Double
    /// The range of scroll offsets, extended to `startOffset` if that lies outside.
    var range: ClosedRange<Double>
  }
  /// The motion that begins when a fling reaches an end of the content.
  private struct Bounce: Hashable, Sendable {
    var startTime: Timestamp
    var motion: AnimatedValue
  }
  private enum MotionKind: Hashable, Sendable { case rest, fling, target }

  /// The heights of the content and of the viewport, in device pixels.
  public private(set) var extent: GridExtent
  private var motionKind = MotionKind.rest
  private var motion = AnimatedValue(0)
  private var bounce: Bounce?
  private var grip: Grip?
  private var autoscroll: Autoscroll?

  /// Makes a scroll position at rest at the top of the content.
  public init(extent: GridExtent = GridExtent(contentHeight: 0, viewportHeight: 0)) {
    self.extent = extent
  }

  // MARK: Reading

  /// The scroll offset at `t`, in device pixels; outside the range of ``extent`` while
  /// overscrolled.
  public func position(at t: Timestamp) -> Double {
    if let autoscroll {
      let free = autoscroll.startOffset + autoscroll.velocity * (t - autoscroll.startTime)
      return min(max(autoscroll.range.lowerBound, free), autoscroll.range.upperBound)
    }
    if let bounce, t >= bounce.startTime { return bounce.motion.value(at: t) }
    return motion.value(at: t)
  }

  /// The velocity of the scroll offset at `t`, in device pixels per second; 0 while a drag holds
  /// the grid.
  public func velocity(at t: Timestamp) -> Double {
    if grip != nil { return 0 }
    if let autoscroll { return isAutoscrolling(at: t) ? autoscroll.velocity : 0 }
    if let bounce, t >= bounce.startTime { return bounce.motion.velocity(at: t) }
    return motion.velocity(at: t)
  }

  /// The scroll offset at which the running motion will end, in device pixels; the present offset
  /// when nothing moves.
  public var target: Double { bounce?.motion.target ?? motion.target }
  /// Whether a drag or pinch determines the scroll offset.
  public var isHeld: Bool { grip != nil }
  /// Whether the scroll offset does not change at `t` or later without further input.
  public func isSettled(at t: Timestamp) -> Bool {
    if autoscroll != nil { return !isAutoscrolling(at: t) }
    if let bounce { return t >= bounce.startTime && bounce.motion.isSettled(at: t) }
    return motion.isSettled(at: t)
  }

  private func isAutoscrolling(at t: Timestamp) -> Bool {
    guard let autoscroll, autoscroll.velocity != 0 else { return false }
    let position = position(at: t)
    return autoscroll.velocity > 0
      ? position < autoscroll.range.upperBound : position > autoscroll.range.lowerBound
  }

  // MARK: Drags

  /// Begins a drag of the grid at its scroll offset at `t`, and stops its motion.
  public mutating func grab(at t: Timestamp) {
    hold(at: position(at: t))
  }

  /// Sets the scroll offset, which may be outside the range, and stops every motion; a drag
  /// continues from `offset`.
  public mutating func hold(at offset: Double) {
    guard offset.isFinite else { return }
    let unresisted = RubberBand.unresisted(
      offset, from: extent.offsetRange, length: extent.viewportHeight)
    grip = Grip(startOffset: unresisted, unresisted: unresisted)
    jump(to: offset)
  }

  /// Moves the dragged grid; `translation` is the distance of the contact below its starting point,
  /// in device pixels.
  public mutating func drag(translation: Double) {
    guard let grip, translation.isFinite else { return }
    self.grip?.unresisted = grip.startOffset - translation
    motion.set(
      RubberBand.resisted(
        grip.startOffset - translation, to: extent.offsetRange, length: extent.viewportHeight))
  }

  /// Ends the drag with the velocity of the contact in device pixels per second; positive is down.
  public mutating func release(velocity: Double, at t: Timestamp) {
    guard let grip else { return }
    let slope = RubberBand.slope(
      at: grip.unresisted, range: extent.offsetRange, length: extent.viewportHeight)
    self.grip = nil
    let limit = Self.maxFlingSpeed
    let capped = velocity.isFinite ? min(max(-velocity, -limit), limit) : 0
    startFling(velocity: abs(capped) < Self.minFlingSpeed ? 0 : capped * slope, at: t)
  }

  /// Starts the motion of the grid after a drag: a fling, a fling that bounces at an end, or the
  /// return from overscroll.
  private mutating func startFling(velocity: Double, at t: Timestamp) {
    let position = position(at: t)
    jump(to: position)
    let spring = Self.glideSpring
    let goal = position + velocity / spring.frequency
    let end = min(max(0, goal), extent.maxOffset)
    if position < 0 || position > extent.maxOffset {
      animateScroll(
        to: extent.clamped(position), with: Self.returnSpring, velocity: velocity, t)
      return
    }
    if velocity == 0 {
      animateScroll(to: extent.clamped(position), with: Self.scrollToSpring, velocity: 0, t)
      return
    }
    motionKind = .fling
    motion.animate(
      to: end == goal ? extent.clamped(goal) : goal, with: spring, velocity: velocity, at: t,
      tolerance: Self.tolerance)
    guard end != goal else { return }
    // The remaining distance shrinks by e^(−ωt): it is `goal − end` when the end is reached.
    let time = Double.log((goal - position) / (goal - end)) / spring.frequency
    let arrival = (goal - end) * spring.frequency
    // A critically damped spring hit with velocity v overshoots by v/(ω·e).
    let furthest = max(1, extent.viewportHeight * Self.bounceShare) * Double.exp(1)
    let stiff = Spring(frequency: max(Self.bounceFrequency, abs(arrival) / furthest))
    var bounced = AnimatedValue(end)
    bounced.animate(
      to: end, with: stiff, velocity: arrival, at: t + time, tolerance: Self.tolerance)
    bounce = Bounce(startTime: t + time, motion: bounced)
  }

  /// Sets the scroll offset and ends every motion.
  private mutating func jump(to offset: Double) {
    motion.set(offset)
    bounce = nil
    autoscroll = nil
    motionKind = .rest
  }

  // MARK: Commands

  /// Scrolls to `offset`, clamped to the scroll range; at once, or with a spring that starts with
  /// the current velocity.
  public mutating func go(to offset: Double, animated: Bool, at t: Timestamp) {
    grip = nil
    let goal = extent.clamped(offset)
    guard animated else { return jump(to: goal) }
    animateScroll(to: goal, with: Self.scrollToSpring, velocity: velocity(at: t), t)
  }

  /// Scrolls by `distance` device pixels from the target of the running motion, for a wheel notch.
  /// Ignored while a drag holds the grid.
  public mutating func scrollByWheel(by distance: Double, animated: Bool, at t: Timestamp) {
    guard grip == nil, distance.isFinite else { return }
    let from = motionKind == .target ? target : position(at: t)
    let goal = extent.clamped(from + distance)
    guard animated else { return jump(to: goal) }
    animateScroll(to: goal, with: Self.wheelSpring, velocity: velocity(at: t), t)
  }

  private mutating func animateScroll(
    to goal: Double, with spring: Spring, velocity: Double, _ t: Timestamp
  ) {
    jump(to: position(at: t))
    guard motion.target != goal || velocity != 0 else { return }
    motion.animate(
      to: goal, with: spring, velocity: velocity, at: t, tolerance: Self.tolerance)
    motionKind = .target
  }

  /// Scrolls at a constant velocity, in device pixels per second, until the next call or an end of
  /// the content; 0 ends such a scroll smoothly.
  public mutating func autoscroll(velocity: Double, at t: Timestamp) {
    guard autoscroll != nil || velocity != 0 else { return }
    grip = nil
    let speed = self.velocity(at: t)
    let position = position(at: t)
    if velocity != 0, velocity.isFinite {
      startAutoscroll(from: position, velocity: velocity, at: t)
    } else {
      let goal = position + speed / Self.wheelSpring.frequency
      animateScroll(to: extent.clamped(goal), with: Self.wheelSpring, velocity: speed, t)
    }
  }

  private mutating func startAutoscroll(from origin: Double, velocity: Double, at t: Timestamp) {
    jump(to: origin)
    autoscroll = Autoscroll(
      startOffset: origin, startTime: t, velocity: velocity,
      range: min(0, origin)...max(extent.maxOffset, origin))
  }

  // MARK: Changes

  /// Adds `delta` to all scroll offsets without visible motion, because the layout changed, and
  /// sets the extent. A resting offset outside the new range is clamped at once; a running motion
  /// continues.
  public mutating func shiftOffsets(by delta: Double, extent newExtent: GridExtent, at t: Timestamp)
  {
    if let autoscroll {
      let position = position(at: t)
      extent = newExtent
      return startAutoscroll(from: position + delta, velocity: autoscroll.velocity, at: t)
    }
    motion.shift(by: delta)
    bounce?.motion.shift(by: delta)
    extent = newExtent
    if let old = grip {
      let offset = motion.target
      hold(at: offset)
      grip?.startOffset += old.startOffset - old.unresisted
      return
    }
    if isSettled(at: t) {
      jump(to: extent.clamped(position(at: t)))
    } else if motionKind == .target {
      let goal = extent.clamped(target)
      if goal != target {
        animateScroll(to: goal, with: Self.scrollToSpring, velocity: velocity(at: t), t)
      }
    } else {
      startFling(velocity: velocity(at: t), at: t)
    }
  }

  /// Delays every motion by `seconds`.
  mutating func postpone(by seconds: Double) {
    motion.postpone(by: seconds)
    if let bounce {
      self.bounce?.startTime = bounce.startTime + seconds
      self.bounce?.motion.postpone(by: seconds)
    }
    if let autoscroll { self.autoscroll?.startTime = autoscroll.startTime + seconds }
  }

  /// Ends the running motion at its target at once; no effect during a drag or a scroll of constant
  /// velocity.
  mutating func finish() {
    guard grip == nil, autoscroll == nil else { return }
    jump(to: target)
  }
}
