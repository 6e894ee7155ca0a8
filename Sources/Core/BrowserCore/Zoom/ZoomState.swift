package import Geometry
package import Motion

/// Scale and position of one picture in its viewport, in motion or at rest.
///
/// A drag anchors a point of the picture, so a zoom in progress continues about that point; see
/// ``AnchoredMotion``.
package struct ZoomState: Hashable, Sendable {
  /// The upright size of the picture, in picture pixels.
  package private(set) var content: Size
  /// The size of the page, in device pixels.
  package private(set) var viewport: Size
  /// The fit, minimum, maximum and double-click scales of the picture.
  package private(set) var levels: ZoomLevels

  /// The motion of scale and position, before the resistance of a drag beyond edges.
  private(set) var motion: AnchoredMotion
  /// The drag or pinch that holds the picture.
  private(set) var grip = PictureGrip()
  private var pinnedScale = PinnedScale()
  private var wheelSpin = WheelSpinDetector()
  /// Whether the picture follows the motion of another one; see ``follow(_:at:)``.
  package private(set) var isFollowing = false

  /// Creates the state of a picture of size `content` at fit; a long picture starts at its top, a
  /// panorama at its left end.
  package init(content: Size, viewport: Size, levels: ZoomLevels) {
    self.content = content
    self.viewport = viewport
    self.levels = levels
    let corner = Self.startingCorner(content: content, viewport: viewport, levels: levels)
    motion = AnchoredMotion(corner: corner, scale: levels.fit)
  }

  /// The position of the top left corner of a picture at fit, in its viewport: centred, except at
  /// the top of a long picture and at the left end of a panorama.
  static func startingCorner(content: Size, viewport: Size, levels: ZoomLevels) -> Point {
    let shown = content * levels.fit
    let x = (viewport.width - shown.width) / 2
    return Point(
      x: levels.readingAxis == .horizontal ? max(0, x) : x,
      y: max(0, (viewport.height - shown.height) / 2))
  }

  // MARK: State at a time

  /// The scale at `t`, in device pixels per picture pixel.
  package func scale(at t: Timestamp) -> Double { motion.scale(at: t) }
  /// The scale after all motions have settled, in device pixels per picture pixel.
  package var targetScale: Double { motion.targetScale }

  /// The picture's rectangle in the viewport at `t`, in device pixels.
  package func rect(at t: Timestamp) -> Rect {
    let scale = scale(at: t)
    if let pan = grip.pan {
      return Rect(origin: resisted(pan, scale: scale), size: content * scale)
    }
    return Rect(origin: corner(motion.position(at: t), scale: scale), size: content * scale)
  }

  /// The rate of change of the picture's rectangle in the viewport at `t`, in device pixels per
  /// second; zero during a drag or pinch.
  func rate(at t: Timestamp) -> Rect {
    guard grip.isFree else { return .zero }
    let growth = scale(at: t) * motion.logVelocity(at: t)
    let velocity = motion.velocity(at: t)
    return Rect(
      x: velocity.dx - motion.anchor.x * growth, y: velocity.dy - motion.anchor.y * growth,
      width: content.width * growth, height: content.height * growth)
  }

  /// The picture's rectangle in the viewport after all motions have settled; during a drag, the one
  /// after a release without velocity.
  package var targetRect: Rect {
    let scale = targetScale
    if let pan = grip.pan {
      let bounds = PanBounds(shown: content * scale, viewport: viewport)
      return Rect(
        origin: bounds.clamped(corner(pan.unresistedPosition, scale: scale)), size: content * scale)
    }
    return Rect(origin: corner(motion.targetPosition, scale: scale), size: content * scale)
  }

  /// The allowed positions of the picture at its scale at `t`.
  package func bounds(at t: Timestamp) -> PanBounds {
    PanBounds(shown: content * scale(at: t), viewport: viewport)
  }

  /// True when the target scale is larger than fit by more than a tenth.
  package var isZoomed: Bool { targetScale > levels.fit * ZoomTuning.maxUnzoomedRatioToFit }
  /// True when the target scale is at most a tenth larger than the minimum.
  package var isAtMinScale: Bool {
    targetScale <= levels.minimum * ZoomTuning.maxUnzoomedRatioToFit
  }
  /// True while a drag or pinch holds the picture.
  package var isHeld: Bool { !grip.isFree }
  /// True when the picture is not animated, dragged, pinched or moved by another picture at `t`.
  package func isSettled(at t: Timestamp) -> Bool {
    grip.isFree && !isFollowing && motion.isSettled(at: t)
  }

  /// True when the picture's scale is not animated at `t`, and neither a pinch nor another picture
  /// changes it.
  func isScaleSettled(at t: Timestamp) -> Bool {
    grip.pinch == nil && !isFollowing && motion.isScaleSettled(at: t)
  }

  /// The position in the viewport at `t` of the anchor, the picture point that is held or was held
  /// last.
  func anchorPosition(at t: Timestamp) -> Point { motion.position(at: t) }

  // MARK: Reading

  /// The axis along which the picture is read: that of the long side for long pictures and
  /// panoramas at fit, vertical for any other picture at fit that is taller than its page; nil when
  /// the picture cannot be scrolled.
  var readingAxis: Axis? {
    if let axis = levels.readingAxis { return axis }
    guard !content.isEmpty, !isZoomed else { return nil }
    let bounds = PanBounds(shown: targetRect.size, viewport: viewport)
    return bounds.canMove(along: .vertical) ? .vertical : nil
  }

  /// The vector by which the next (`step` 1) or previous (−1) reading step scrolls the picture,
  /// `share` of the viewport long, in device pixels; nil when that end of the picture is visible,
  /// or will be when the motion has settled.
  func readingScroll(_ step: Int, share: Double) -> Vector? {
    guard let axis = readingAxis, step != 0 else { return nil }
    let rest = targetRect
    let bounds = PanBounds(shown: rest.size, viewport: viewport)
    guard bounds.hasRoom(for: -Double(step.signum()), from: rest.origin, along: axis) else {
      return nil
    }
    var offset = Vector.zero
    offset[axis] = Double(step) * share * viewport[axis]
    return offset
  }

  /// Shows the end of a picture at rest that is taller than its page, or that is read sideways.
  mutating func scrollToReadingEnd() {
    guard let axis = readingAxis else { return }
    var corner = targetRect.origin
    corner[axis] = PanBounds(shown: targetRect.size, viewport: viewport)[axis].lowerBound
    set(corner: corner, scale: targetScale)
  }

  // MARK: Anchoring

  func corner(_ position: Point, scale: Double) -> Point {
    motion.corner(position, scale: scale)
  }

  func clampedScale(_ scale: Double) -> Double {
    min(max(scale, levels.minimum), levels.maximum)
  }

  /// The scale that this picture, which is at `ratio` times fit, keeps when its viewport changes;
  /// nil for none. See ``PinnedScale/scaleToKeep(at:ratio:)``.
  func scaleToKeep(ratio: Double) -> Double? {
    pinnedScale.scaleToKeep(at: targetScale, ratio: ratio)
  }

  /// Records the scale that the picture has kept; nil after a zoom.
  mutating func setKeptScale(_ scale: Double?) { pinnedScale.set(scale) }

  /// Records a notch of the wheel. See ``WheelSpinDetector/recordNotchDetectingSpin(isFine:at:)``.
  ///
  /// - Returns: true when the notch belongs to a spin.
  mutating func recordNotchDetectingSpin(isFine: Bool, at t: Timestamp) -> Bool {
    wheelSpin.recordNotchDetectingSpin(isFine: isFine, at: t)
  }

  /// The smallest change of the scale's natural logarithm that is visible at `scale`.
  func logTolerance(at scale: Double) -> Double {
    // No point of the picture is farther from the anchor, along one axis, than about this distance
    // in picture pixels.
    let anchor = motion.anchor
    let farthest = max(
      max(content.width, content.height), max(abs(anchor.x), abs(anchor.y)))
    return ZoomTuning.tolerance / max(1, farthest * scale)
  }

  /// Takes over scale, position, velocity and gesture of `other`, a state of the same picture.
  mutating func takeOver(_ other: ZoomState) {
    motion = other.motion
    grip = other.grip
  }

  // MARK: Holding

  /// Makes `drag` the drag that holds the picture, at its beginning or as it continues.
  mutating func hold(by drag: PictureDrag) { grip.set(drag) }

  /// Makes `pinch` the pinch that holds the picture, at its beginning or as it continues.
  mutating func hold(by pinch: PicturePinch) { grip.set(pinch) }

  /// Ends the drag or pinch; scale and position stay those of the motion.
  mutating func endGrip() { grip.end() }

  // MARK: Moving at once

  mutating func set(corner: Point, scale: Double) {
    motion = AnchoredMotion(corner: corner, scale: scale)
  }

  /// Makes the picture point `anchor` the anchor, at rest at `position` of the viewport, at the
  /// scale whose natural logarithm is `logScale`.
  mutating func rest(_ anchor: Point, at position: Point, logScale: Double) {
    motion.rest(anchor, at: position, logScale: logScale)
  }

  /// Shows the picture at `rect` of the viewport, the place that a leader gives it.
  ///
  /// - Parameter isMoving: true when the leader moves, so that it gives further places.
  mutating func setFollowedRect(_ rect: Rect, isMoving: Bool) {
    isFollowing = isMoving
    setKeptScale(nil)
    set(corner: rect.origin, scale: rect.width / content.width)
  }

  /// Ends the motion together with a leader: later actions move this picture alone.
  package mutating func endFollowing() { isFollowing = false }

  // MARK: Another picture size

  /// Changes the picture's resolution to `size` without a change on the screen, at rest or in
  /// motion.
  mutating func rescale(to size: Size, levels: ZoomLevels) {
    let k = size.width / content.width
    motion.changeResolution(by: k)
    if var pinch = grip.pinch {
      pinch.changeResolution(by: k)
      grip.set(pinch)
    }
    content = size
    self.levels = levels
  }

  /// Gives a strip the size `size`: the anchor stays where it is in the viewport, and is `offset`
  /// picture pixels further on in the strip.
  mutating func rearrange(to size: Size, shiftingAnchorBy offset: Vector) {
    motion.shiftAnchor(by: offset)
    content = size
  }

  /// Adopts other levels for the same picture, and zooms to fit about the middle of the viewport.
  mutating func refit(to levels: ZoomLevels, animated: Bool, at t: Timestamp) {
    self.levels = levels
    zoom(
      to: levels.fit, at: Point(x: viewport.width / 2, y: viewport.height / 2),
      animated: animated, time: t)
  }

  // MARK: Moving

  /// Makes the picture point under `position` of the viewport the anchor; position and velocity of
  /// the picture on the screen do not change.
  ///
  /// - Returns: the velocity of that picture point, in device pixels per second.
  mutating func reanchor(under position: Point, at t: Timestamp) -> Vector {
    let scale = scale(at: t)
    let rect = rect(at: t)
    let anchor = Point(x: (position.x - rect.minX) / scale, y: (position.y - rect.minY) / scale)
    return motion.hold(anchor, at: position, time: t)
  }

  /// The position of the anchor nearest to `position`, in the viewport, that keeps the picture
  /// within its bounds at `scale`.
  func allowedAnchor(_ position: Point, scale: Double) -> Point {
    let bounds = PanBounds(shown: content * scale, viewport: viewport)
    let allowed = bounds.clamped(corner(position, scale: scale))
    let anchor = motion.anchor
    return Point(x: allowed.x + anchor.x * scale, y: allowed.y + anchor.y * scale)
  }

  /// Zooms to `scale` about the anchor, whose position and motion stay: animated or at once.
  mutating func zoomAboutAnchor(to scale: Double, animated: Bool, at t: Timestamp) {
    guard animated else { return motion.setScale(scale) }
    motion.animateScale(
      to: scale, with: ZoomTuning.zoomSpring, at: t, tolerance: logTolerance(at: scale))
  }

  /// Lets the scale overshoot the limit `limit`, where it comes to rest, by at most `push`, a
  /// difference of logarithms.
  mutating func overshoot(_ limit: Double, by push: Double, at t: Timestamp) {
    motion.animateScale(
      to: limit, with: ZoomTuning.limitSpring, push: push, at: t,
      tolerance: logTolerance(at: limit))
  }

  /// Displaces the picture vertically by up to `distance` device pixels, and lets it return.
  mutating func pushVertically(_ distance: Double, with spring: Spring, at t: Timestamp) {
    motion.pushVertically(distance, with: spring, at: t)
  }

  /// Animates the anchor along `axis` from `start` to `end` of the viewport; the scale stays.
  mutating func glide(
    along axis: Axis, from start: Double, to end: Double, with spring: Spring, velocity: Double,
    at t: Timestamp
  ) {
    motion.animate(along: axis, from: start, to: end, with: spring, velocity: velocity, at: t)
  }

  /// Animates the anchor to `rest` of the viewport and the scale to `scale`; both arrive after
  /// exactly `seconds`.
  mutating func glide(
    to rest: Point, velocity: Vector, scale: Double, arrivingIn seconds: Double, at t: Timestamp
  ) {
    motion.animate(to: rest, velocity: velocity, scale: scale, arrivingIn: seconds, at: t)
  }

  /// Animates the anchor to `rest` of the viewport and the scale to `scale` with a spring.
  mutating func glide(
    to rest: Point, velocity: Vector, scale: Double, scaleVelocity: Double? = nil,
    with spring: Spring, at t: Timestamp
  ) {
    motion.animateScale(
      to: scale, with: spring, velocity: scaleVelocity, at: t, tolerance: logTolerance(at: scale))
    motion.animate(to: rest, with: spring, velocity: velocity, at: t)
  }

  /// Animates the picture until its top left corner rests at `rest` of the viewport, at the scale
  /// `scale`.
  mutating func glide(corner rest: Point, scale: Double, with spring: Spring, at t: Timestamp) {
    let middle = Point(x: viewport.width / 2, y: viewport.height / 2)
    let velocity = reanchor(under: middle, at: t)
    let anchor = motion.anchor
    glide(
      to: Point(x: rest.x + anchor.x * scale, y: rest.y + anchor.y * scale), velocity: velocity,
      scale: scale, with: spring, at: t)
  }
}
