public import Geometry
public import Motion
import RealModule

extension ZoomState {
  /// Zooms to `scale` (clamped to the limits) so that the picture point under `point` stays under
  /// it where the edges allow, gliding there or at once. A dragging hand keeps its hold, and the
  /// point it holds stays instead; two pinching fingers are not overruled.
  public mutating func zoom(to scale: Double, at point: Point, animated: Bool, time t: Timestamp) {
    guard scale.isFinite, scale > 0, point.isFinite, !content.isEmpty else { return }
    let goal = clampedScale(scale)
    switch grip {
    case .pinch: return
    case .pan:
      if animated {
        logScale.animate(
          to: Double.log(goal), with: ZoomTuning.zoomSpring, at: t,
          tolerance: logTolerance(at: goal))
      } else {
        logScale.set(Double.log(goal))
      }
    case nil:
      guard animated else { return zoomAtOnce(to: goal, at: point) }
      let velocity = reanchor(under: point, at: t)
      let rest = allowedAnchor(point, scale: goal)
      glide(to: rest, velocity: velocity, scale: goal, with: ZoomTuning.zoomSpring, at: t)
    }
  }

  private mutating func zoomAtOnce(to goal: Double, at point: Point) {
    let rect = targetRect
    let old = targetScale
    let picture = Point(x: (point.x - rect.minX) / old, y: (point.y - rect.minY) / old)
    let bounds = PanBounds(shown: content * goal, viewport: viewport)
    place(
      corner: bounds.clamped(
        Point(x: point.x - picture.x * goal, y: point.y - picture.y * goal)), scale: goal)
  }

  /// Takes over scale, place and velocity of `other`, and glides from there to its own rest.
  public mutating func begin(from other: ZoomState, at t: Timestamp) {
    guard !content.isEmpty, other.content == content, other.viewport == viewport else { return }
    let goal = targetScale
    let rest = targetRect.origin
    logScale = other.logScale
    anchor = other.anchor
    anchorX = other.anchorX
    anchorY = other.anchorY
    grip = other.grip
    switch grip {
    case .pinch: break
    case .pan:
      logScale.animate(
        to: Double.log(goal), with: ZoomTuning.zoomSpring, at: t,
        tolerance: logTolerance(at: goal))
    case nil: glide(corner: rest, scale: goal, with: ZoomTuning.zoomSpring, at: t)
    }
  }

  /// Glides home from `rect`, where something else had put the picture.
  ///
  /// - Parameters:
  ///   - fraction: the point of the picture whose velocity is known, 0…1 in both directions.
  ///   - velocity: that point's, in points per second.
  ///   - growth: relative change of size per second.
  mutating func glideHome(
    from rect: Rect, fraction: Point, velocity: Vector, growth: Double, at t: Timestamp
  ) {
    guard !content.isEmpty, !rect.isEmpty else { return }
    let goal = targetScale
    let rest = targetRect
    grip = nil
    anchor = Point(x: fraction.x * content.width, y: fraction.y * content.height)
    logScale.set(Double.log(rect.width / content.width))
    anchorX.set(rect.minX + fraction.x * rect.width)
    anchorY.set(rect.minY + fraction.y * rect.height)
    glide(
      to: rest.point(atX: fraction.x, y: fraction.y), velocity: velocity, scale: goal,
      scaleVelocity: growth, with: ZoomTuning.zoomSpring, at: t)
  }

  /// Is at once where it would come to rest; nothing has hold of it any more.
  mutating func finish() {
    var goal = clampedScale(targetScale)
    if case .pinch(let pinch) = grip { goal = clampedScale(pinch.goal) }
    let position: Point
    if case .pan(let pan) = grip {
      position = pan.raw
    } else {
      position = Point(x: anchorX.target, y: anchorY.target)
    }
    let rest = allowedAnchor(position, scale: goal)
    grip = nil
    place(corner: corner(rest, scale: goal), scale: goal)
  }

  // MARK: Pinching

  /// Two fingers take hold around `centroid`.
  public mutating func grabPinch(centroid: Point, at t: Timestamp) {
    let shown = scale(at: t)
    let goal = targetScale
    _ = reanchor(under: centroid, at: t)
    logScale.set(Double.log(shown))
    let free = inelastic(shown)
    let residue = logScale.target - Double.log(elastic(free))
    grip = .pinch(Pinch(logScale: Double.log(free), residue: residue, goal: goal))
  }

  /// The fingers are `factor` times as far apart as at the beginning, around `centroid`.
  public mutating func pinch(factor: Double, centroid: Point) {
    guard case .pinch(let start) = grip, factor.isFinite, factor > 0, centroid.isFinite else {
      return
    }
    logScale.set(Double.log(elastic(Double.exp(start.logScale) * factor)) + start.residue)
    anchorX.set(centroid.x)
    anchorY.set(centroid.y)
  }

  /// From here on `factor` means what is on the screen.
  mutating func rebasePinch(factor: Double) {
    guard case .pinch(var pinch) = grip, factor.isFinite, factor > 0 else { return }
    pinch.logScale -= Double.log(factor)
    grip = .pinch(pinch)
  }

  /// The fingers let go: glides on a little, and comes back within the limits.
  public mutating func releasePinch(
    velocity: Vector, scaleVelocity: Double, at t: Timestamp
  ) {
    guard case .pinch = grip else { return }
    grip = nil
    let limit = ZoomTuning.maximumGrowth
    var growth = scaleVelocity.isFinite ? min(max(scaleVelocity, -limit), limit) : 0
    let scale = scale(at: t)
    let goal = clampedScale(scale * Double.exp(growth * ZoomTuning.pinchGlide))
    // Beyond a limit the picture follows only this share of the fingers.
    if scale < levels.minimum || scale > levels.maximum { growth *= ZoomTuning.elasticExponent }
    let position = Point(x: anchorX.value(at: t), y: anchorY.value(at: t))
    glide(
      to: allowedAnchor(position, scale: goal), velocity: ZoomTuning.capped(velocity),
      scale: goal, scaleVelocity: growth, with: ZoomTuning.zoomSpring, at: t)
  }

  /// The gesture was taken away: comes back within limits and edges.
  public mutating func cancelGrip(at t: Timestamp) {
    switch grip {
    case .pan: releasePan(velocity: .zero, at: t)
    case .pinch: releasePinch(velocity: .zero, scaleVelocity: 0, at: t)
    case nil: break
    }
  }

  private func elastic(_ scale: Double) -> Double {
    let limit = clampedScale(scale)
    let over = scale / limit
    if over > 1 {
      return limit * min(Double.pow(over, ZoomTuning.elasticExponent), ZoomTuning.elasticLimit)
    }
    if over < 1 {
      return limit * max(Double.pow(over, ZoomTuning.elasticExponent), 1 / ZoomTuning.elasticLimit)
    }
    return scale
  }

  private func inelastic(_ shown: Double) -> Double {
    let limit = clampedScale(shown)
    let reach = ZoomTuning.elasticLimit
    let over = min(max(shown / limit, 1 / reach), reach)
    return limit * Double.pow(over, 1 / ZoomTuning.elasticExponent)
  }
}
