package import Geometry
package import Motion

/// Scale and position of one picture in its viewport, in motion or at rest.
///
/// A drag anchors a point of the picture, so a zoom in progress continues about that point; see
/// ``AnchoredMotion``.
package struct ZoomState: Hashable, Sendable {
  /// The upright size of the picture, in picture pixels.
  package internal(set) var content: Size
  /// The size of the page, in device pixels.
  package internal(set) var viewport: Size
  /// The fit, minimum, maximum and double-click scales of the picture.
  package internal(set) var levels: ZoomLevels

  /// The motion of scale and position, before the resistance of a drag beyond edges.
  var motion: AnchoredMotion
  var grip = PictureGrip()
  private var pin = PinnedScale()
  private var wheel = WheelSpin()
  /// Whether the picture follows the motion of another one; see ``follow(_:at:)``.
  package internal(set) var isFollowing = false

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
      return Rect(origin: bounds.clamped(corner(pan.raw, scale: scale)), size: content * scale)
    }
    return Rect(origin: corner(motion.targetPosition, scale: scale), size: content * scale)
  }

  /// The allowed positions of the picture at its scale at `t`.
  package func bounds(at t: Timestamp) -> PanBounds {
    PanBounds(shown: content * scale(at: t), viewport: viewport)
  }

  /// True when the target scale is larger than fit by more than a tenth.
  package var isZoomed: Bool { targetScale > levels.fit * ZoomTuning.zoomedFactor }
  /// True when the target scale is at most a tenth larger than the minimum.
  package var isAtMinScale: Bool { targetScale <= levels.minimum * ZoomTuning.zoomedFactor }
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
  func heldPoint(at t: Timestamp) -> Point { motion.position(at: t) }

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
  func readingStep(_ step: Int, share: Double) -> Vector? {
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
  mutating func showEnd() {
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
  /// nil for none. See ``PinnedScale/kept(at:ratio:)``.
  func keptScale(ratio: Double) -> Double? { pin.kept(at: targetScale, ratio: ratio) }

  /// Records the scale that the picture has kept; nil after a zoom.
  mutating func setKeptScale(_ scale: Double?) { pin.set(scale) }

  /// Counts a notch of the wheel. See ``WheelSpin/countNotch(isFine:at:)``.
  ///
  /// - Returns: true when the notch belongs to a spin.
  mutating func countNotch(isFine: Bool, at t: Timestamp) -> Bool {
    wheel.countNotch(isFine: isFine, at: t)
  }

  /// The smallest change of the scale's natural logarithm that is visible at `scale`.
  func logTolerance(at scale: Double) -> Double {
    // The anchor's distance to any point of the picture is at most about this.
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

  mutating func set(corner: Point, scale: Double) {
    motion = AnchoredMotion(corner: corner, scale: scale)
  }

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
