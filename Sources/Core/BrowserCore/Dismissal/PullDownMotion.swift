package import Geometry
package import Motion

/// The motion of a picture that is pulled down: held by a contact, returning, or leaving.
///
/// The picture is its resting rectangle scaled about an anchor, the picture point under the
/// contact. Scale, position and opacity are animated values, so each phase can change into any
/// other without a jump in position or velocity.
package struct PullDownMotion: Hashable, Sendable {
  /// The spring of a picture that returns from a pull-down: about as quick as JXPhotoBrowser's 0.25
  /// s.
  package static let returnSpring = Spring(frequency: 26)
  /// The spring of the position and scale of a picture that leaves in order to close.
  package static let leaveSpring = Spring(frequency: 22)
  /// The spring of the opacity of a picture that leaves in order to close: invisible after about
  /// 0.2 s.
  package static let fadeSpring = Spring(frequency: 26)
  /// The final scale of a leaving picture divided by its scale at release.
  package static let leavingScaleFactor = 0.72
  /// The time in seconds for which a leaving picture continues in the direction of the drag: its
  /// distance is its velocity multiplied by this time.
  package static let leavingTravelSeconds = 0.12
  /// The maximum rate of change of the scale at release, per second: a leaving picture never
  /// shrinks to nothing.
  static let maxScaleVelocity = 6.0
  /// The largest differences that cannot be seen: of an opacity, and of a position in device
  /// pixels.
  static let tolerance = (opacity: 0.004, pixels: 0.2)

  /// The phase of a pull-down.
  package enum Phase: Hashable, Sendable {
    /// The picture is held by a drag or pinch.
    case held
    /// The picture returns to its resting rectangle.
    case returning
    /// The picture leaves, in order to close the browser.
    case leaving
  }

  package private(set) var phase: Phase
  /// The rules of scale and opacity during the pull-down, and of its release.
  package let profile: BrowserTuning.DismissProfile
  /// The rectangle of the picture at rest in its page, in the viewport's coordinates.
  package private(set) var restingRect: Rect
  private var viewportHeight: Double
  private var scaleMotion: AnimatedValue
  /// The scale without the minimum of the profile, from which the backdrop's opacity results in
  /// some profiles.
  private var unclampedScaleMotion: AnimatedValue
  /// The ratio of the shown size to the size by the rules of the profile; it is animated to 1 after
  /// a zoom in motion was caught.
  private var scaleCorrectionMotion: AnimatedValue
  private var anchorX: AnimatedValue
  private var anchorY: AnimatedValue
  private var opacityMotion: AnimatedValue
  /// The picture point under the contact, as fractions of the picture's width and height.
  private var anchorFraction: Point

  private struct Grip: Hashable, Sendable {
    var touch: Point
    var scaleWhenGrabbed: Double
    var unclampedScaleWhenGrabbed: Double
  }
  private var grip: Grip?

  /// Creates the motion of a picture at rest at `rest` in a viewport `height` device pixels high.
  package init(rest: Rect, height: Double, profile: BrowserTuning.DismissProfile) {
    phase = .returning
    self.profile = profile
    restingRect = rest
    self.viewportHeight = height
    scaleMotion = AnimatedValue(1)
    unclampedScaleMotion = AnimatedValue(1)
    scaleCorrectionMotion = AnimatedValue(1)
    anchorX = AnimatedValue(rest.midX)
    anchorY = AnimatedValue(rest.midY)
    opacityMotion = AnimatedValue(1)
    anchorFraction = Point(x: 0.5, y: 0.5)
  }

  /// Creates the motion of a picture that is at `shown`, with the aspect ratio of `rest`, when the
  /// pull-down begins.
  init(
    rest: Rect, shown: Rect, height: Double, profile: BrowserTuning.DismissProfile, at t: Timestamp
  ) {
    self.init(rest: rest, height: height, profile: profile)
    anchorX.set(shown.midX)
    anchorY.set(shown.midY)
    guard !rest.isEmpty, !shown.isEmpty else { return }
    scaleCorrectionMotion.set(shown.width / rest.width)
    animateScaleCorrectionToOne(velocity: 0, at: t)
  }

  private mutating func animateScaleCorrectionToOne(velocity: Double, at t: Timestamp) {
    scaleCorrectionMotion.animate(
      to: 1, with: ZoomTuning.zoomSpring, velocity: velocity, at: t,
      tolerance: scaleTolerance)
  }

  // MARK: State at a time

  /// The ratio of the picture's size to its size at rest at `t`, by the rules of the profile.
  package func scaleByProfile(at t: Timestamp) -> Double { max(0.01, scaleMotion.value(at: t)) }
  /// The ratio of the shown size of the picture to its size at rest at `t`.
  package func shownScale(at t: Timestamp) -> Double {
    scaleByProfile(at: t) * scaleCorrection(at: t)
  }
  /// The opacity of the pulled picture at `t`, 0…1.
  package func opacity(at t: Timestamp) -> Double { min(1, max(0, opacityMotion.value(at: t))) }
  /// The backdrop's opacity at `t`, 0…1.
  package func backdrop(at t: Timestamp) -> Double {
    let scale =
      profile.backdropIgnoresMinScale ? unclampedScaleMotion.value(at: t) : scaleByProfile(at: t)
    return profile.backdrop(scale: scale) * opacity(at: t)
  }
  /// The picture's rectangle at `t`, in the viewport's coordinates.
  package func rect(at t: Timestamp) -> Rect {
    let size = restingRect.size * shownScale(at: t)
    return Rect(
      x: anchorX.value(at: t) - anchorFraction.x * size.width,
      y: anchorY.value(at: t) - anchorFraction.y * size.height, width: size.width,
      height: size.height)
  }
  private func scaleCorrection(at t: Timestamp) -> Double {
    max(1e-6, scaleCorrectionMotion.value(at: t))
  }
  /// The largest difference of the picture's scale that cannot be seen: no point of the picture,
  /// however far from the anchor, is displaced by more than ``tolerance``.
  private var scaleTolerance: Double {
    let farthest = max(
      restingRect.width * max(1, abs(anchorFraction.x)),
      restingRect.height * max(1, abs(anchorFraction.y)))
    return min(0.0002, Self.tolerance.pixels / max(1, farthest))
  }
  /// True when nothing is animated at `t`, and the picture is not held.
  package func isSettled(at t: Timestamp) -> Bool {
    phase != .held && scaleMotion.isSettled(at: t) && unclampedScaleMotion.isSettled(at: t)
      && scaleCorrectionMotion.isSettled(at: t)
      && anchorX.isSettled(at: t) && anchorY.isSettled(at: t) && opacityMotion.isSettled(at: t)
  }
  /// True when the picture is leaving and has become invisible at `t`.
  package func isFadedOut(at t: Timestamp) -> Bool {
    phase == .leaving && opacityMotion.isSettled(at: t)
  }

  /// The anchor as fractions of the picture's width and height, its velocity in device pixels per
  /// second, and the relative growth of the picture per second, at `t`.
  func anchorMotion(at t: Timestamp) -> (fraction: Point, velocity: Vector, growth: Double) {
    let velocity = Vector(dx: anchorX.velocity(at: t), dy: anchorY.velocity(at: t))
    let growth =
      scaleMotion.velocity(at: t) / scaleByProfile(at: t)
      + scaleCorrectionMotion.velocity(at: t) / scaleCorrection(at: t)
    return (anchorFraction, velocity, growth)
  }

  /// The rate of change of the picture's rectangle at `t`, per second.
  func rate(at t: Timestamp) -> Rect {
    let anchor = anchorMotion(at: t)
    let rect = rect(at: t)
    return Rect(
      x: anchor.velocity.dx - anchor.fraction.x * rect.width * anchor.growth,
      y: anchor.velocity.dy - anchor.fraction.y * rect.height * anchor.growth,
      width: rect.width * anchor.growth, height: rect.height * anchor.growth)
  }

  // MARK: Drag and pinch

  /// Begins a drag or pinch of the picture at `touch`, in any phase of the motion.
  package mutating func grab(at touch: Point, time t: Timestamp) {
    let rect = rect(at: t)
    let scale = scaleByProfile(at: t)
    anchorFraction =
      rect.isEmpty
      ? Point(x: 0.5, y: 0.5)
      : Point(x: (touch.x - rect.minX) / rect.width, y: (touch.y - rect.minY) / rect.height)
    let unclampedScale = unclampedScaleMotion.value(at: t)
    scaleMotion.set(scale)
    unclampedScaleMotion.set(unclampedScale)
    anchorX.set(touch.x)
    anchorY.set(touch.y)
    opacityMotion.animate(
      to: 1, with: Self.fadeSpring, at: t, tolerance: Self.tolerance.opacity)
    grip = Grip(touch: touch, scaleWhenGrabbed: scale, unclampedScaleWhenGrabbed: unclampedScale)
    phase = .held
  }

  /// Moves the drag to `touch`: the grabbed picture point stays under that position.
  ///
  /// - Source: PhotoBrowser 0.2.6, pull-down law.
  package mutating func drag(to touch: Point) {
    guard let grip, touch.isFinite else { return }
    let change =
      BrowserTuning.DismissProfile.unclampedScale(
        distance: touch.y - grip.touch.y, height: viewportHeight) - 1
    // A leaving picture may be caught at a smaller scale than the profile allows, a returning one
    // at a larger scale.
    hold(
      at: touch,
      scale: min(
        max(1, grip.scaleWhenGrabbed), max(minScale(grip), grip.scaleWhenGrabbed + change)),
      unclampedScale: min(
        max(1, grip.unclampedScaleWhenGrabbed), grip.unclampedScaleWhenGrabbed + change))
  }

  /// Continues a pinch: the fingers are `factor` times as far apart as at its start, around
  /// `centroid`.
  package mutating func pinch(factor: Double, centroid: Point) {
    guard let grip, centroid.isFinite, factor.isFinite, factor > 0 else { return }
    hold(
      at: centroid,
      scale: min(
        max(1, grip.scaleWhenGrabbed), max(minScale(grip), grip.scaleWhenGrabbed * factor)),
      unclampedScale: min(
        max(1, grip.unclampedScaleWhenGrabbed), grip.unclampedScaleWhenGrabbed * factor))
  }

  /// Makes `factor` the pinch factor at the scale where the pinch began to hold the picture.
  mutating func rebasePinch(factor: Double) {
    guard factor.isFinite, factor > 0 else { return }
    grip?.scaleWhenGrabbed /= factor
    grip?.unclampedScaleWhenGrabbed /= factor
  }

  /// The scale of a pinch by `factor` without its limits; 1 is the size at rest.
  func unlimitedPinchScale(factor: Double) -> Double { (grip?.scaleWhenGrabbed ?? 1) * factor }

  private func minScale(_ grip: Grip) -> Double { min(profile.minScale, grip.scaleWhenGrabbed) }

  private mutating func hold(at touch: Point, scale: Double, unclampedScale: Double) {
    scaleMotion.set(scale)
    unclampedScaleMotion.set(unclampedScale)
    anchorX.set(touch.x)
    anchorY.set(touch.y)
  }

  /// The distance of a drag that would give the current scale, in device pixels.
  package func pulledDistance(at t: Timestamp) -> Double {
    (1 - scaleByProfile(at: t)) * viewportHeight
  }

  /// Changes the anchor, the held point as fractions of the picture's width and height.
  mutating func changeHeldPoint(_ change: (Point) -> Point) {
    anchorFraction = change(anchorFraction)
  }

  /// Changes the rectangle of the picture at rest in its page, in the viewport's coordinates.
  ///
  /// - Parameter isSamePicture: whether the shown size is kept and animated to the new one;
  ///   otherwise the shown size changes at once.
  mutating func retarget(rest newRest: Rect, isSamePicture: Bool, at t: Timestamp) {
    guard !newRest.isEmpty, newRest != restingRect else { return }
    if isSamePicture, !restingRect.isEmpty {
      let k = restingRect.width / newRest.width
      let velocity = scaleCorrectionMotion.velocity(at: t) * k
      scaleCorrectionMotion.set(scaleCorrectionMotion.value(at: t) * k)
      animateScaleCorrectionToOne(velocity: velocity, at: t)
    }
    restingRect = newRest
    guard phase == .returning else { return }
    let goal = restingRect.point(atX: anchorFraction.x, y: anchorFraction.y)
    glide(to: goal, velocity: nil, with: Self.returnSpring, at: t)
  }

  // MARK: Release

  /// The rate of change of the scale, per second, when the drag moves at `velocity`, in device
  /// pixels per second, or the pinch grows by `growth` per second.
  private func scaleVelocity(_ velocity: Vector, growth: Double?, at t: Timestamp) -> Double {
    guard let grip else { return scaleMotion.velocity(at: t) }
    let scale = scaleByProfile(at: t)
    guard scale > minScale(grip), scale < max(1, grip.scaleWhenGrabbed) else { return 0 }
    return scaleRate(at: scale, velocity, growth: growth)
  }

  /// The rate of change, per second, of the scale without its minimum, when the drag moves at
  /// `velocity` or the pinch grows by `growth` per second.
  private func unclampedScaleVelocity(_ velocity: Vector, growth: Double?, at t: Timestamp)
    -> Double
  {
    guard let grip else { return unclampedScaleMotion.velocity(at: t) }
    let scale = unclampedScaleMotion.value(at: t)
    guard scale < max(1, grip.unclampedScaleWhenGrabbed) else { return 0 }
    return scaleRate(at: scale, velocity, growth: growth)
  }

  private func scaleRate(at scale: Double, _ velocity: Vector, growth: Double?) -> Double {
    guard viewportHeight > 0 else { return 0 }
    let change = growth.map { $0 * scale } ?? -velocity.dy / viewportHeight
    return min(max(change, -Self.maxScaleVelocity), Self.maxScaleVelocity)
  }

  /// Animates the picture back to its resting rectangle, with the velocity of the drag.
  ///
  /// - Parameter growth: relative growth per second, for a pinch; nil for a drag.
  package mutating func returnToRest(velocity: Vector, growth: Double? = nil, at t: Timestamp) {
    animate(
      to: restingRect.point(atX: anchorFraction.x, y: anchorFraction.y), scale: 1,
      unclampedScale: 1,
      opacity: 1,
      velocity: velocity, growth: growth, with: Self.returnSpring, at: t)
    phase = .returning
  }

  /// Animates the picture out with the velocity of the drag: further in its direction, smaller, and
  /// fading.
  ///
  /// - Parameter growth: relative growth per second, for a pinch; nil for a drag.
  package mutating func leave(velocity: Vector, growth: Double? = nil, at t: Timestamp) {
    let here = Point(x: anchorX.value(at: t), y: anchorY.value(at: t))
    let anchorVelocity =
      grip == nil
      ? Vector(dx: anchorX.velocity(at: t), dy: anchorY.velocity(at: t))
      : ZoomTuning.capped(velocity)
    animate(
      to: here + anchorVelocity * Self.leavingTravelSeconds,
      scale: scaleByProfile(at: t) * Self.leavingScaleFactor,
      unclampedScale: unclampedScaleMotion.value(at: t) * Self.leavingScaleFactor, opacity: 0,
      velocity: velocity, growth: growth, with: Self.leaveSpring, at: t)
    phase = .leaving
  }

  private mutating func animate(
    to point: Point, scale: Double, unclampedScale: Double, opacity: Double, velocity: Vector,
    growth: Double?, with spring: Spring, at t: Timestamp
  ) {
    let capped = ZoomTuning.capped(velocity)
    let limited = growth.map {
      $0.isFinite ? min(max($0, -ZoomTuning.maxPinchGrowth), ZoomTuning.maxPinchGrowth) : 0
    }
    scaleMotion.animate(
      to: scale, with: spring, velocity: scaleVelocity(capped, growth: limited, at: t), at: t,
      tolerance: scaleTolerance)
    unclampedScaleMotion.animate(
      to: unclampedScale, with: spring,
      velocity: unclampedScaleVelocity(capped, growth: limited, at: t), at: t,
      tolerance: scaleTolerance)
    glide(to: point, velocity: grip == nil ? nil : capped, with: spring, at: t)
    opacityMotion.animate(
      to: opacity, with: Self.fadeSpring, at: t, tolerance: Self.tolerance.opacity)
    grip = nil
  }

  private mutating func glide(
    to point: Point, velocity: Vector?, with spring: Spring, at t: Timestamp
  ) {
    anchorX.animate(
      to: point.x, with: spring, velocity: velocity?.dx, at: t, tolerance: Self.tolerance.pixels)
    anchorY.animate(
      to: point.y, with: spring, velocity: velocity?.dy, at: t, tolerance: Self.tolerance.pixels)
  }
}
