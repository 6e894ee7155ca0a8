import Geometry
package import Motion

/// The scroll position of the pages, and its motion, which a new contact can catch at any time.
package struct PageScroll: Hashable, Sendable {
  /// The release speed from which a flick turns the page whatever the distance, in points per
  /// second.
  ///
  /// - Source: PhotoBrowser 0.2.6, 0.2 points per millisecond.
  package static let flickSpeed = 200.0
  /// The deceleration by which the end of a released scroll is projected: that of paging on iOS.
  package static let deceleration = Decay.fast
  /// The critically damped spring that brings a page to rest.
  ///
  /// - Source: Loupe and PhotoSwipe agree on 30 rad/s.
  package static let settleSpring = Spring(frequency: 30)
  /// The distance from the resting position below which the scroll counts as settled, in pages: a
  /// quarter of a pixel on a 1000-pixel page.
  package static let tolerance = 0.00025
  /// The spring of a page turn by key from rest: 0.001 of the page remains after 0.14 s, so the
  /// slide is visible without delaying the next key.
  package static let keyTurnSpring = Spring.settling(in: 0.14, damping: 1)
  /// The maximum displacement of the page by a key press beyond the end of the album, in points.
  package static let maxNudgeDistance = 28.0
  /// The frequency of the elastic motion at the end of the album, in radians per second. The
  /// displacement is largest after 2/ω = 0.09 s.
  package static let nudgeFrequency = 22.0
  /// The maximum displacement of the page by a key press beyond the end of the album, as a share of
  /// the viewport's extent; it applies to small viewports.
  package static let maxNudgeShare = 0.125
  /// The maximum speed of the pages after a release, in pages per second: the overshoot of a
  /// settling page stays below half a page.
  package static let maxSpeed = 20.0

  private struct Grip: Hashable, Sendable {
    /// The position at the start of the drag, before the resistance of overscroll, in pages.
    var startPosition: Double
    /// The slot from which the page turn by a release is counted; a turn is at most one page.
    var referenceSlot: Int
    /// The movement of the drag since its start along the paging axis, in device pixels.
    var translation = 0.0
  }
  private var motion: AnimatedValue
  private var grip: Grip?
  /// The distance beyond the ends of the album in which a drag has no resistance, in pages: a page
  /// removed while visible leaves its space until the scroll has settled.
  private var unresistedOverscroll = 0.0

  /// Makes a scroll at rest on the page `index`.
  package init(index: Int) {
    motion = AnimatedValue(Double(index))
  }

  /// The scroll position at `t`, in pages; beyond the ends of the album during overscroll.
  package func position(at t: Timestamp) -> Double { motion.value(at: t) }
  /// The scroll velocity at `t`, in pages per second; 0 during a drag.
  package func velocity(at t: Timestamp) -> Double { grip == nil ? motion.velocity(at: t) : 0 }
  /// The position at which the scroll comes to rest, in pages.
  package var target: Double { motion.target }
  /// True while a drag scrolls the pages.
  package var isHeld: Bool { grip != nil }
  /// True when neither an animation nor a drag scrolls the pages at `t`.
  package func isSettled(at t: Timestamp) -> Bool { grip == nil && motion.isSettled(at: t) }

  private func unresistedRange(_ layout: PageLayout) -> ClosedRange<Double> {
    (layout.scrollRange.lowerBound - unresistedOverscroll)...(layout.scrollRange.upperBound
      + unresistedOverscroll)
  }

  /// Begins a drag of the pages at rest or in motion. A drag that follows another without a release
  /// keeps the slot from which the page turn is counted.
  package mutating func grab(in layout: PageLayout, at t: Timestamp) {
    let position = position(at: t)
    if isSettled(at: t) { unresistedOverscroll = 0 }
    grip = Grip(
      startPosition: unresisted(position, layout),
      referenceSlot: grip?.referenceSlot ?? referenceSlot(in: layout, at: position))
    motion.set(position)
  }

  /// The slot from which the page turn by a new drag is counted: the target of the motion, limited
  /// to the two slots next to the position.
  private func referenceSlot(in layout: PageLayout, at position: Double) -> Int {
    layout.slot(at: min(max(motion.target, position.rounded(.down)), position.rounded(.up)))
  }

  /// The position of a drag, before the resistance of overscroll, that is shown as `position`, both
  /// in pages. The resistance limits overscroll to one viewport.
  private func unresisted(_ position: Double, _ layout: PageLayout) -> Double {
    RubberBand.unresisted(
      position, from: unresistedRange(layout), length: layout.viewportExtentInPages)
  }

  private func resisted(_ raw: Double, _ layout: PageLayout) -> Double {
    RubberBand.resisted(raw, to: unresistedRange(layout), length: layout.viewportExtentInPages)
  }

  /// Keeps the scroll position of a drag after a change of the layout or of the pages.
  mutating func rebaseDrag(in layout: PageLayout) {
    guard var grip else { return }
    grip.startPosition =
      unresisted(motion.target, layout) + grip.translation / layout.pitch * layout.axisSign
    self.grip = grip
  }

  /// Continues the drag; `translation` is its movement since its start along the paging axis, in
  /// device pixels.
  package mutating func drag(translation: Double, in layout: PageLayout) {
    guard let grip, translation.isFinite else { return }
    self.grip?.translation = translation
    let raw = grip.startPosition - translation / layout.pitch * layout.axisSign
    motion.set(resisted(raw, layout))
  }

  /// Ends the drag at `velocity`, in device pixels per second: projects the motion, and settles at
  /// most one page away from the slot on which the drag began.
  ///
  /// A flick against the direction of the drag settles on the next page in the direction of the
  /// flick, counted from the current position, and no further.
  ///
  /// - Source: PhotoBrowser 0.2.6, paging law.
  /// - Returns: the slot on which the scroll settles.
  @discardableResult
  package mutating func release(velocity: Double, in layout: PageLayout, at t: Timestamp) -> Int {
    guard let grip else { return layout.slot(at: motion.target) }
    self.grip = nil
    let speed = (velocity.isFinite ? velocity : 0) * -layout.axisSign
    let projected = motion.target + Self.deceleration.distance(velocity: speed) / layout.pitch
    var page = Int(projected.rounded())
    if abs(speed) > Self.flickSpeed * layout.uiScale {
      let isForwards = speed > 0
      if (motion.target - resisted(grip.startPosition, layout)) * speed < 0 {
        let near = Int(motion.target.rounded(isForwards ? .up : .down))
        page = isForwards ? max(page, near) : min(page, near)
      } else {
        page += isForwards ? 1 : -1
      }
    }
    page = layout.slot(at: Double(min(max(page, grip.referenceSlot - 1), grip.referenceSlot + 1)))
    let slope = RubberBand.slope(
      at: unresisted(motion.target, layout), range: unresistedRange(layout),
      length: layout.viewportExtentInPages)
    let launch = min(max(speed / layout.pitch * slope, -Self.maxSpeed), Self.maxSpeed)
    motion.animate(
      to: Double(page), with: Self.settleSpring, velocity: launch, at: t, tolerance: Self.tolerance)
    return page
  }

  /// Cancels the drag: animates back to the slot on which the drag began.
  ///
  /// - Parameter velocity: initial velocity, in device pixels per second. Default 0.
  package mutating func cancel(velocity: Double = 0, in layout: PageLayout, at t: Timestamp) {
    guard let grip else { return }
    self.grip = nil
    let speed = (velocity.isFinite ? velocity : 0) * -layout.axisSign / layout.pitch
    motion.animate(
      to: Double(layout.slot(at: Double(grip.referenceSlot))), with: Self.settleSpring,
      velocity: min(max(speed, -Self.maxSpeed), Self.maxSpeed), at: t,
      tolerance: Self.tolerance)
  }

  /// Ends the drag or motion, and animates from velocity 0 to the page in `slot`.
  mutating func settle(on slot: Int, at t: Timestamp) {
    motion.set(position(at: t))
    grip = nil
    retarget(slot, at: t)
  }

  /// Scrolls to the page in `slot`, animated or at once. An animation starts with the current
  /// velocity.
  ///
  /// - Parameters:
  ///   - seconds: the duration of an animation; nil for the spring's own.
  ///   - spring: the spring of an animation without a duration. Default: the spring of a released
  ///     drag.
  package mutating func go(
    to slot: Int, animated: Bool, over seconds: Double? = nil,
    with spring: Spring = PageScroll.settleSpring, in layout: PageLayout, at t: Timestamp
  ) {
    grip = nil
    unresistedOverscroll = 0
    let page = Double(layout.slot(at: Double(slot)))
    if animated, let seconds {
      motion.animate(to: page, in: seconds, .easeInOut, at: t, tolerance: Self.tolerance)
    } else if animated {
      motion.animate(to: page, with: spring, at: t, tolerance: Self.tolerance)
    } else {
      motion.set(page)
    }
  }

  /// Moves the page briefly beyond the end of the album and back: `towards` is −1 before the first
  /// page, 1 after the last. The motion is left out unless the scroll is at rest.
  package mutating func nudgeBeyondEnd(towards: Double, in layout: PageLayout, at t: Timestamp) {
    guard grip == nil, isSettled(at: t) else { return }
    let distance = min(
      Self.maxNudgeDistance * layout.uiScale, layout.viewport[layout.axis] * Self.maxNudgeShare)
    motion.animate(
      to: motion.target, with: Spring(frequency: Self.nudgeFrequency),
      push: distance / layout.pitch * towards, at: t, tolerance: Self.tolerance)
  }

  /// Jumps to the resting position, unless a drag holds the pages.
  mutating func jumpToRest() {
    guard grip == nil else { return }
    motion.set(motion.target)
  }

  /// Renumbers the slots by `delta` without a change on the screen.
  package mutating func renumberSlots(by delta: Int) {
    motion.shift(by: Double(delta))
    grip?.startPosition += Double(delta)
    grip?.referenceSlot += delta
  }

  /// Moves the scroll position back by `distance` pages, by which gaps have displaced the current
  /// page: the page is then in its slot, and the scroll is displaced instead. The caller must grab
  /// or retarget the scroll at once.
  mutating func moveBack(by distance: Double, at t: Timestamp) {
    motion.set(position(at: t) - distance)
  }

  /// Delays the motion of the scroll by `seconds`.
  mutating func postpone(by seconds: Double) { motion.postpone(by: seconds) }

  /// Animates to the page in `slot` instead of the current target, after pages were inserted or
  /// removed; a drag is not disturbed.
  mutating func retarget(_ slot: Int, at t: Timestamp) {
    guard grip == nil, motion.target != Double(slot) else { return }
    motion.animate(to: Double(slot), with: Self.settleSpring, at: t, tolerance: Self.tolerance)
  }

  /// Allows a drag one page beyond the ends without resistance, after the page at an end was
  /// removed while visible.
  mutating func allowDragBeyondEnd() { unresistedOverscroll = 1 }
}
