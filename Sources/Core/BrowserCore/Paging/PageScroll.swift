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
  /// How far a key press at the end of the album moves the page, in points: seen, and no more.
  public static let nudgeDistance = 28.0
  /// The most of it in a small viewport, as a share of its extent.
  public static let nudgeShare = 0.125
  /// No release is faster, in pages per second: the overshoot of a settle stays below half a page.
  public static let maximumSpeed = 20.0

  private struct Grip: Hashable, Sendable {
    /// The unresisted position at the beginning, in pages.
    var start: Double
    /// The page a release is counted from.
    var reference: Int
  }
  private var motion: AnimatedValue
  private var grip: Grip?

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

  private static func range(_ layout: PageLayout) -> ClosedRange<Double> {
    0...Double(layout.lastIndex)
  }

  /// A hand takes hold, wherever the scroll is. One that had hold before still counts from the same
  /// page.
  public mutating func grab(in layout: PageLayout, at t: Timestamp) {
    let position = position(at: t)
    grip = Grip(
      start: RubberBand.unclamp(position, from: Self.range(layout), length: Self.band(layout)),
      reference: grip?.reference ?? reference(in: layout, at: position))
    motion.set(position)
  }

  /// The page a gesture begins on: where the scroll was going, but no further than its next page.
  private func reference(in layout: PageLayout, at position: Double) -> Int {
    layout.index(at: min(max(motion.target, position.rounded(.down)), position.rounded(.up)))
  }

  /// The band gives at most this much, in pages: one viewport.
  private static func band(_ layout: PageLayout) -> Double {
    layout.viewport[layout.axis] / layout.pitch
  }

  /// The hand is `translation` points from where it took hold, along the layout's axis.
  public mutating func drag(translation: Double, in layout: PageLayout) {
    guard let grip, translation.isFinite else { return }
    let raw = grip.start - translation / layout.pitch * layout.direction
    motion.set(RubberBand.clamp(raw, to: Self.range(layout), length: Self.band(layout)))
  }

  /// The hand lets go, moving at `velocity` points per second: projects, and settles on a page at
  /// most one away from where the gesture began.
  ///
  /// - Returns: the page it will rest on.
  /// A flick against the way the hand came is a change of mind: it goes back to the page on that
  /// side of where it is, and no further.
  /// - Source: PhotoBrowser 0.2.6, paging law.
  @discardableResult
  public mutating func release(velocity: Double, in layout: PageLayout, at t: Timestamp) -> Int {
    guard let grip else { return layout.index(at: motion.target) }
    self.grip = nil
    let speed = (velocity.isFinite ? velocity : 0) * -layout.direction
    let projected = motion.target + Self.deceleration.travel(velocity: speed) / layout.pitch
    var page = Int(projected.rounded())
    if abs(speed) > Self.flickSpeed {
      let isForwards = speed > 0
      let start = RubberBand.clamp(
        grip.start, to: Self.range(layout), length: Self.band(layout))
      if (motion.target - start) * speed < 0 {
        let near = Int(motion.target.rounded(isForwards ? .up : .down))
        page = isForwards ? max(page, near) : min(page, near)
      } else {
        page += isForwards ? 1 : -1
      }
    }
    page = layout.clamped(min(max(page, grip.reference - 1), grip.reference + 1))
    let slope = RubberBand.slope(
      at: RubberBand.unclamp(motion.target, from: Self.range(layout), length: Self.band(layout)),
      range: Self.range(layout), length: Self.band(layout))
    let launch = min(max(speed / layout.pitch * slope, -Self.maximumSpeed), Self.maximumSpeed)
    motion.animate(
      to: Double(page), with: Self.settle, velocity: launch, at: t, tolerance: Self.tolerance)
    return page
  }

  /// The gesture was taken away: back to the page it began on.
  public mutating func cancel(in layout: PageLayout, at t: Timestamp) {
    guard let grip else { return }
    self.grip = nil
    motion.animate(
      to: Double(layout.clamped(grip.reference)), with: Self.settle, at: t,
      tolerance: Self.tolerance)
  }

  /// Goes to `index`, sliding there or at once. A slide keeps the present velocity.
  ///
  /// - Parameter seconds: how long a slide takes; as long as after a release when nil.
  public mutating func go(
    to index: Int, animated: Bool, over seconds: Double? = nil, in layout: PageLayout,
    at t: Timestamp
  ) {
    grip = nil
    let page = Double(layout.clamped(index))
    if animated, let seconds {
      motion.animate(to: page, in: seconds, .easeInOut, at: t, tolerance: Self.tolerance)
    } else if animated {
      motion.animate(to: page, with: Self.settle, at: t, tolerance: Self.tolerance)
    } else {
      motion.set(page)
    }
  }

  /// A short push against the end of the album, `towards` −1 or 1, that comes back by itself.
  public mutating func nudge(towards: Double, in layout: PageLayout, at t: Timestamp) {
    guard grip == nil, isSettled(at: t) else { return }
    // A critically damped spring kicked with v rises to v/(ω·e).
    let e = 2.718281828459045
    let distance = min(Self.nudgeDistance, layout.viewport[layout.axis] * Self.nudgeShare)
    let kick = distance / layout.pitch * Self.settle.frequency * e
    motion.animate(
      to: motion.target, with: Self.settle, velocity: kick * towards, at: t,
      tolerance: Self.tolerance)
  }

  /// Is at once where it would come to rest.
  mutating func finish() {
    guard grip == nil else { return }
    motion.set(motion.target)
  }

  /// Renumbers the pages by `delta` without moving anything that is seen.
  public mutating func shift(by delta: Int) {
    motion.shift(by: Double(delta))
    grip?.start += Double(delta)
    grip?.reference += delta
  }

  /// After pages were put in or taken away: comes to rest on `page` instead.
  mutating func retarget(_ page: Int, at t: Timestamp) {
    guard grip == nil, motion.target != Double(page) else { return }
    motion.animate(to: Double(page), with: Self.settle, at: t, tolerance: Self.tolerance)
  }
}
