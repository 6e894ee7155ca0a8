public import Geometry
public import Motion
import RealModule

/// Scale and place of one picture in its viewport, moving or at rest.
///
/// The place is kept as an anchor: a point of the picture and where it is in the viewport. A zoom
/// about a point is then a motion of the scale alone, and every hand-over keeps all velocities:
///
///     corner(t) = anchorPosition(t) − anchor · scale(t)
///
/// A dragging hand holds a point of the picture, so a zoom under way goes on about that point.
public struct ZoomState: Hashable, Sendable {
  /// The picture's size, in picture pixels, upright.
  public internal(set) var content: Size
  /// The page's size, in points.
  public internal(set) var viewport: Size
  /// The scales that matter.
  public internal(set) var levels: ZoomLevels

  var logScale: AnimatedValue
  var anchor: Point
  var anchorX: AnimatedValue
  var anchorY: AnimatedValue
  var grip: Grip?
  /// The scale at which the picture stays when its viewport changes: 100, 200 or 300 % of its pixels;
  /// nil, or any other than ``targetScale``, for a zoom that is relative to fit.
  var pinnedScale: Double?
  /// The time of the last notch of the wheel that zoomed.
  var lastNotch: Timestamp?

  enum Grip: Hashable, Sendable {
    case pan(Pan)
    case pinch(Pinch)
  }

  struct Pan: Hashable, Sendable {
    /// Where the anchor would be without resistance.
    var raw: Point
    /// How far the hand is from where it took hold.
    var translation: Vector
    /// What the band cannot express: how far beyond its reach the picture was caught.
    var residue: Vector
    /// The edges where the picture stops and the drag goes on into paging.
    var passing: EdgePassing?
  }

  struct Pinch: Hashable, Sendable {
    /// The logarithm of the unresisted scale at the beginning.
    var logScale: Double
    /// What elasticity cannot express, as a difference of logarithms.
    var residue: Double
    /// The scale it was at, or on its way to, before.
    var goal: Double
  }

  /// Makes a picture at fit; a long one starts at its top.
  public init(content: Size, viewport: Size, levels: ZoomLevels) {
    self.content = content
    self.viewport = viewport
    self.levels = levels
    logScale = AnimatedValue(Double.log(levels.fit))
    anchor = .zero
    let corner = Self.startingCorner(content: content, viewport: viewport, levels: levels)
    anchorX = AnimatedValue(corner.x)
    anchorY = AnimatedValue(corner.y)
  }

  /// The top left corner at fit: in the middle, at the top of a long picture, at the left end of a
  /// panorama.
  static func startingCorner(content: Size, viewport: Size, levels: ZoomLevels) -> Point {
    let shown = content * levels.fit
    let x = (viewport.width - shown.width) / 2
    return Point(
      x: levels.readingAxis == .horizontal ? max(0, x) : x,
      y: max(0, (viewport.height - shown.height) / 2))
  }

  // MARK: Reading

  /// Window pixels per picture pixel at `t`.
  public func scale(at t: Timestamp) -> Double { Double.exp(logScale.value(at: t)) }
  /// The scale it will rest at.
  public var targetScale: Double { Double.exp(logScale.target) }

  /// The picture's rectangle in the viewport at `t`, in points.
  public func rect(at t: Timestamp) -> Rect {
    let scale = scale(at: t)
    if case .pan(let pan) = grip {
      return Rect(origin: resisted(pan, scale: scale), size: content * scale)
    }
    return Rect(
      x: anchorX.value(at: t) - anchor.x * scale, y: anchorY.value(at: t) - anchor.y * scale,
      width: content.width * scale, height: content.height * scale)
  }

  /// How fast the rectangle changes at `t`, per second; a hand holds still.
  func rate(at t: Timestamp) -> Rect {
    guard grip == nil else { return .zero }
    let growth = scale(at: t) * logScale.velocity(at: t)
    return Rect(
      x: anchorX.velocity(at: t) - anchor.x * growth,
      y: anchorY.velocity(at: t) - anchor.y * growth,
      width: content.width * growth, height: content.height * growth)
  }

  /// The rectangle it will rest at; while held, where it would rest if it were let go.
  public var targetRect: Rect {
    let scale = targetScale
    if case .pan(let pan) = grip {
      let bounds = PanBounds(shown: content * scale, viewport: viewport)
      return Rect(origin: bounds.clamped(corner(pan.raw, scale: scale)), size: content * scale)
    }
    let position = Point(x: anchorX.target, y: anchorY.target)
    return Rect(origin: corner(position, scale: scale), size: content * scale)
  }

  /// How far it may be moved at its present scale.
  public func bounds(at t: Timestamp) -> PanBounds {
    PanBounds(shown: content * scale(at: t), viewport: viewport)
  }

  /// True when it is, or is going to be, larger than fit by more than a tenth.
  public var isZoomed: Bool { targetScale > levels.fit * ZoomTuning.zoomedFactor }
  /// True when it cannot be made much smaller.
  public var isSmallest: Bool { targetScale <= levels.minimum * ZoomTuning.zoomedFactor }
  /// True while a hand holds it.
  public var isHeld: Bool { grip != nil }
  /// True when it will not move by itself.
  public func isSettled(at t: Timestamp) -> Bool {
    grip == nil && logScale.isSettled(at: t) && anchorX.isSettled(at: t)
      && anchorY.isSettled(at: t)
  }

  /// The place of the picture point that is held, or was last.
  func heldPoint(at t: Timestamp) -> Point {
    Point(x: anchorX.value(at: t), y: anchorY.value(at: t))
  }

  // MARK: Anchoring

  func corner(_ position: Point, scale: Double) -> Point {
    Point(x: position.x - anchor.x * scale, y: position.y - anchor.y * scale)
  }

  func clampedScale(_ scale: Double) -> Double {
    min(max(scale, levels.minimum), levels.maximum)
  }

  /// A change of the scale's logarithm that cannot be seen at `scale`.
  func logTolerance(at scale: Double) -> Double {
    // Everything is as far from the anchor as the picture is large, or further.
    let farthest = max(
      max(content.width, content.height), max(abs(anchor.x), abs(anchor.y)))
    return ZoomTuning.tolerance / max(1, farthest * scale)
  }

  mutating func place(corner: Point, scale: Double) {
    logScale.set(Double.log(scale))
    anchor = .zero
    anchorX.set(corner.x)
    anchorY.set(corner.y)
  }

  /// Makes the picture point under `position` the anchor without moving anything: place and
  /// velocity stay what they are.
  ///
  /// - Returns: the velocity of that picture point.
  mutating func reanchor(under position: Point, at t: Timestamp) -> Vector {
    let scale = scale(at: t)
    let rect = rect(at: t)
    let growth = scale * logScale.velocity(at: t)
    let old = anchor
    anchor = Point(x: (position.x - rect.minX) / scale, y: (position.y - rect.minY) / scale)
    let velocity = Vector(
      dx: anchorX.velocity(at: t) + (anchor.x - old.x) * growth,
      dy: anchorY.velocity(at: t) + (anchor.y - old.y) * growth)
    anchorX.set(position.x)
    anchorY.set(position.y)
    return velocity
  }

  /// Where the anchor has to be for the picture to lie within its bounds at `scale`.
  func allowedAnchor(_ position: Point, scale: Double) -> Point {
    let bounds = PanBounds(shown: content * scale, viewport: viewport)
    let allowed = bounds.clamped(corner(position, scale: scale))
    return Point(x: allowed.x + anchor.x * scale, y: allowed.y + anchor.y * scale)
  }

  mutating func glide(
    to rest: Point, velocity: Vector, scale: Double, scaleVelocity: Double? = nil,
    with spring: Spring, at t: Timestamp
  ) {
    logScale.animate(
      to: Double.log(scale), with: spring, velocity: scaleVelocity, at: t,
      tolerance: logTolerance(at: scale))
    anchorX.animate(
      to: rest.x, with: spring, velocity: velocity.dx, at: t, tolerance: ZoomTuning.tolerance)
    anchorY.animate(
      to: rest.y, with: spring, velocity: velocity.dy, at: t, tolerance: ZoomTuning.tolerance)
  }

  /// Glides until its corner rests at `rest`.
  mutating func glide(corner rest: Point, scale: Double, with spring: Spring, at t: Timestamp) {
    let middle = Point(x: viewport.width / 2, y: viewport.height / 2)
    let velocity = reanchor(under: middle, at: t)
    glide(
      to: Point(x: rest.x + anchor.x * scale, y: rest.y + anchor.y * scale), velocity: velocity,
      scale: scale, with: spring, at: t)
  }
}
