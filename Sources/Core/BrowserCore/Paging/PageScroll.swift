import Geometry
public import Motion

/// Where the scroll is and where it will land, in pages. It can be caught at any time.
public struct PageScroll: Hashable, Sendable {
  /// A flick faster than this turns the page whatever the distance, in points per second.
  ///
  /// - Source: PhotoBrowser 0.2.6, 0.2 points per millisecond.
  public static let flickSpeed = 200.0
  /// How a released scroll is projected: the phone's fast deceleration.
  public static let deceleration = Decay.fast
  /// The spring that brings a page to rest: critically damped, as soft as a phone's pager.
  ///
  /// - Source: Loupe and PhotoSwipe agree on 30 rad/s.
  public static let settle = Spring(frequency: 30)
  /// What counts as at rest, in pages: a quarter of a pixel on a 1000-pixel page.
  public static let tolerance = 0.00025
  /// The spring of a rested key's turn: within a thousandth of the page after 0.14 s, so that it is
  /// seen and holds up nobody.
  public static let keySlide = Spring.settling(in: 0.14, damping: 1)
  /// How far a key press at the end of the album moves the page, in points: seen, and no more.
  public static let nudgeDistance = 28.0
  /// The frequency of the elastic motion at the end of the album, in radians per second. The page is
  /// farthest out after 2/ω = 0.09 s, about as long as a rubber band gives under a finger.
  public static let nudgeFrequency = 22.0
  /// The most of it in a small viewport, as a share of its extent.
  public static let nudgeShare = 0.125
  /// No release is faster, in pages per second: the overshoot of a settle stays below half a page.
  public static let maximumSpeed = 20.0

  private struct Grip: Hashable, Sendable {
    /// The unresisted position at the beginning, in pages.
    var start: Double
    /// The slot a release is counted from.
    var reference: Int
    /// How far the hand has come, in points.
    var translation = 0.0
  }
  private var motion: AnimatedValue
  private var grip: Grip?
  /// How far beyond the ends a hand is not resisted, in pages: a page that was taken away while it
  /// was seen leaves its room until the scroll has come to rest.
  private var slack = 0.0

  /// Makes a scroll at rest on `index`.
  public init(index: Int) {
    motion = AnimatedValue(Double(index))
  }

  /// The position at `t`, in pages; beyond the ends while a band is stretched.
  public func position(at t: Timestamp) -> Double { motion.value(at: t) }
  /// The velocity at `t`, in pages per second.
  public func velocity(at t: Timestamp) -> Double { grip == nil ? motion.velocity(at: t) : 0 }
  /// Where it will come to rest, in pages.
  public var target: Double { motion.target }
  /// True while a hand holds it.
  public var isHeld: Bool { grip != nil }
  /// True when it will not move by itself.
  public func isSettled(at t: Timestamp) -> Bool { grip == nil && motion.isSettled(at: t) }

  private func range(_ layout: PageLayout) -> ClosedRange<Double> {
    (layout.range.lowerBound - slack)...(layout.range.upperBound + slack)
  }

  /// A hand takes hold, wherever the scroll is. One that had hold before still counts from the same
  /// page.
  public mutating func grab(in layout: PageLayout, at t: Timestamp) {
    let position = position(at: t)
    if isSettled(at: t) { slack = 0 }
    grip = Grip(
      start: unresisted(position, layout),
      reference: grip?.reference ?? reference(in: layout, at: position))
    motion.set(position)
  }

  /// The slot a gesture begins on: where the scroll was going, but no further than its next page.
  private func reference(in layout: PageLayout, at position: Double) -> Int {
    layout.slot(at: min(max(motion.target, position.rounded(.down)), position.rounded(.up)))
  }

  /// Where a hand would have moved the pages to without the band. The band gives at most one
  /// viewport.
  private func unresisted(_ position: Double, _ layout: PageLayout) -> Double {
    RubberBand.unclamp(position, from: range(layout), length: layout.reach)
  }

  private func resisted(_ raw: Double, _ layout: PageLayout) -> Double {
    RubberBand.clamp(raw, to: range(layout), length: layout.reach)
  }

  /// Pages lie in another way, or others do: what a hand holds stays under it.
  mutating func regrip(in layout: PageLayout) {
    guard var grip else { return }
    grip.start =
      unresisted(motion.target, layout) + grip.translation / layout.pitch * layout.direction
    self.grip = grip
  }

  /// The hand is `translation` points from where it took hold, along the layout's axis.
  public mutating func drag(translation: Double, in layout: PageLayout) {
    guard let grip, translation.isFinite else { return }
    self.grip?.translation = translation
    let raw = grip.start - translation / layout.pitch * layout.direction
    motion.set(resisted(raw, layout))
  }

  /// The hand lets go, moving at `velocity` points per second: projects, and settles on a page at
  /// most one away from where the gesture began.
  ///
  /// - Returns: the slot it will rest on.
  /// A flick against the way the hand came is a change of mind: it goes back to the page on that
  /// side of where it is, and no further.
  /// - Source: PhotoBrowser 0.2.6, paging law.
  @discardableResult
  public mutating func release(velocity: Double, in layout: PageLayout, at t: Timestamp) -> Int {
    guard let grip else { return layout.slot(at: motion.target) }
    self.grip = nil
    let speed = (velocity.isFinite ? velocity : 0) * -layout.direction
    let projected = motion.target + Self.deceleration.travel(velocity: speed) / layout.pitch
    var page = Int(projected.rounded())
    if abs(speed) > Self.flickSpeed {
      let isForwards = speed > 0
      if (motion.target - resisted(grip.start, layout)) * speed < 0 {
        let near = Int(motion.target.rounded(isForwards ? .up : .down))
        page = isForwards ? max(page, near) : min(page, near)
      } else {
        page += isForwards ? 1 : -1
      }
    }
    page = layout.slot(at: Double(min(max(page, grip.reference - 1), grip.reference + 1)))
    let slope = RubberBand.slope(
      at: unresisted(motion.target, layout), range: range(layout), length: layout.reach)
    let launch = min(max(speed / layout.pitch * slope, -Self.maximumSpeed), Self.maximumSpeed)
    motion.animate(
      to: Double(page), with: Self.settle, velocity: launch, at: t, tolerance: Self.tolerance)
    return page
  }

  /// The gesture does not count: back to the page it began on.
  ///
  /// - Parameter velocity: velocity to start with, in points per second. Default 0.
  public mutating func cancel(velocity: Double = 0, in layout: PageLayout, at t: Timestamp) {
    guard let grip else { return }
    self.grip = nil
    let speed = (velocity.isFinite ? velocity : 0) * -layout.direction / layout.pitch
    motion.animate(
      to: Double(layout.slot(at: Double(grip.reference))), with: Self.settle,
      velocity: min(max(speed, -Self.maximumSpeed), Self.maximumSpeed), at: t,
      tolerance: Self.tolerance)
  }

  /// Stops, and comes to rest on `slot`.
  mutating func rest(on slot: Int, at t: Timestamp) {
    motion.set(position(at: t))
    grip = nil
    retarget(slot, at: t)
  }

  /// Goes to `slot`, sliding there or at once. A slide keeps the present velocity.
  ///
  /// - Parameters:
  ///   - seconds: how long a slide takes; nil for the spring's time.
  ///   - spring: the spring of an animation without a duration. Default: the spring of a released drag.
  public mutating func go(
    to slot: Int, animated: Bool, over seconds: Double? = nil,
    with spring: Spring = PageScroll.settle, in layout: PageLayout, at t: Timestamp
  ) {
    grip = nil
    slack = 0
    let page = Double(layout.slot(at: Double(slot)))
    if animated, let seconds {
      motion.animate(to: page, in: seconds, .easeInOut, at: t, tolerance: Self.tolerance)
    } else if animated {
      motion.animate(to: page, with: spring, at: t, tolerance: Self.tolerance)
    } else {
      motion.set(page)
    }
  }

  /// A short push against the end of the album, `towards` −1 or 1: the page gives from rest, and
  /// comes back by itself.
  public mutating func nudge(towards: Double, in layout: PageLayout, at t: Timestamp) {
    guard grip == nil, isSettled(at: t) else { return }
    let distance = min(Self.nudgeDistance, layout.viewport[layout.axis] * Self.nudgeShare)
    motion.animate(
      to: motion.target, with: Spring(frequency: Self.nudgeFrequency),
      push: distance / layout.pitch * towards, at: t, tolerance: Self.tolerance)
  }

  /// Is at once where it would come to rest.
  mutating func finish() {
    guard grip == nil else { return }
    motion.set(motion.target)
  }

  /// Renumbers the slots by `delta` without moving anything that is seen.
  public mutating func shift(by delta: Int) {
    motion.shift(by: Double(delta))
    grip?.start += Double(delta)
    grip?.reference += delta
  }

  /// Takes on the `distance` that the current page is beside its place: it is then in its place, and
  /// the scroll beside it. Only for a scroll that is going to be held or sent elsewhere at once.
  mutating func take(distance: Double, at t: Timestamp) {
    motion.set(position(at: t) - distance)
  }

  /// Begins to move later.
  mutating func postpone(by seconds: Double) { motion.postpone(by: seconds) }

  /// After pages were put in or taken away: comes to rest on `slot` instead.
  mutating func retarget(_ slot: Int, at t: Timestamp) {
    guard grip == nil, motion.target != Double(slot) else { return }
    motion.animate(to: Double(slot), with: Self.settle, at: t, tolerance: Self.tolerance)
  }

  /// The page at an end was taken away while it was seen: a hand may still hold what comes instead.
  mutating func loosen() { slack = 1 }
}
