package import Geometry
package import Motion
import RealModule

extension ZoomState {
  /// Begins a drag of the picture under `point` of the viewport (its middle when nil), at rest or
  /// in motion. The position stops; a zoom in progress continues about the dragged picture point.
  package mutating func grabPan(under point: Point? = nil, at t: Timestamp) {
    let rect = rect(at: t)
    let scale = scale(at: t)
    let bounds = bounds(at: t)
    var free = rect.origin
    for axis in Axis.allCases {
      free[axis] = RubberBand.unresisted(
        free[axis], from: bounds[axis], length: rubberBandLength(along: axis))
    }
    let hold = point ?? Point(x: viewport.width / 2, y: viewport.height / 2)
    _ = reanchor(under: hold, at: t)
    let anchor = motion.anchor
    let raw = Point(x: free.x + anchor.x * scale, y: free.y + anchor.y * scale)
    var pan = PictureDrag(unresistedPosition: raw)
    pan.addOffset(rect.origin - resisted(pan, scale: scale))
    self.hold(by: pan)
    let goal = clampedScale(targetScale)
    if goal != targetScale, abs(Double.log(goal) - motion.targetLogScale) > 1e-9 {
      zoomAboutAnchor(to: goal, animated: true, at: t)
    }
  }

  private func rubberBandLength(along axis: Axis) -> Double {
    PictureDrag.rubberBandLength(along: axis, in: viewport)
  }

  /// The position of the picture's top left corner during the drag `pan`, including the resistance
  /// beyond the edges.
  func resisted(_ pan: PictureDrag, scale: Double) -> Point {
    pan.resisted(
      corner(pan.unresistedPosition, scale: scale),
      in: PanBounds(shown: content * scale, viewport: viewport),
      viewport: viewport)
  }

  /// Makes a dragged picture stop at those of its edges along `axis` beyond which another page
  /// lies, so that the drag scrolls the pages.
  ///
  /// - Parameters:
  ///   - before: true when a page is beyond the left or upper edge.
  ///   - after: true when a page is beyond the right or lower edge.
  ///   - uiScale: the number of device pixels in a point.
  ///
  /// - Returns: the rule by which the drag scrolls the pages; nil when no page lies beyond the
  ///   edges, or the picture is already beyond an edge.
  mutating func beginEdgePaging(
    along axis: Axis, before: Bool, after: Bool, uiScale: Double, at t: Timestamp
  ) -> EdgePaging? {
    guard var pan = grip.pan, before || after else { return nil }
    let range = bounds(at: t)[axis]
    let corner = corner(pan.unresistedPosition, scale: scale(at: t))[axis]
    guard
      range.lowerBound - PanBounds.edgeTolerance...range.upperBound + PanBounds.edgeTolerance
        ~= corner
    else { return nil }
    let edgePaging = EdgePaging(
      axis: axis, hasPageAtMinEdge: before, hasPageAtMaxEdge: after,
      beganAtMinEdge: corner >= range.upperBound - PanBounds.edgeTolerance,
      beganAtMaxEdge: corner <= range.lowerBound + PanBounds.edgeTolerance,
      resistanceLength: EdgePaging.usualResistanceLength * uiScale)
    // The drag beyond the edge is measured from the edge; the picture does not move on the screen.
    let scale = scale(at: t)
    let before = resisted(pan, scale: scale)
    pan.shift(
      by: min(max(corner, range.lowerBound), range.upperBound) - corner, along: axis)
    pan.setEdgePaging(edgePaging)
    pan.addOffset(before - resisted(pan, scale: scale))
    hold(by: pan)
    return edgePaging
  }

  /// The distance by which a drag along `axis` is beyond an edge and scrolls the pages, in device
  /// pixels: positive beyond the left or upper edge, 0 when it is not, and nil when the picture is
  /// not being dragged.
  func panOverflow(along axis: Axis, at t: Timestamp) -> Double? {
    guard let pan = grip.pan else { return nil }
    let range = bounds(at: t)[axis]
    let corner = corner(pan.unresistedPosition, scale: scale(at: t))[axis]
    let overflow = corner - min(max(corner, range.lowerBound), range.upperBound)
    return pan.edgePaging?.scrollsPages(overflow) ?? false ? overflow : 0
  }

  /// Continues the drag, whose movement since its start is `translation`, in device pixels. The
  /// picture does not follow along an axis on which it fits into the viewport.
  package mutating func pan(translation: Vector, at t: Timestamp) {
    guard var pan = grip.pan, translation.isFinite else { return }
    pan.move(
      translation: translation, in: PanBounds(shown: content * targetScale, viewport: viewport))
    hold(by: pan)
  }

  /// Ends the drag at `velocity` device pixels per second: the picture decelerates, bounces at an
  /// edge, and returns from beyond an edge.
  package mutating func releasePan(velocity: Vector, at t: Timestamp) {
    guard let pan = grip.pan else { return }
    let rect = rect(at: t)
    let scale = scale(at: t)
    let currentBounds = bounds(at: t)
    let free = corner(pan.unresistedPosition, scale: scale)
    endGrip()
    let goal = targetScale
    let bounds = PanBounds(shown: content * goal, viewport: viewport)
    let capped = ZoomTuning.capped(velocity)
    for axis in Axis.allCases {
      let slope = RubberBand.slope(
        at: free[axis], range: currentBounds[axis], length: rubberBandLength(along: axis))
      let anchor = motion.anchor[axis]
      fling(
        along: axis, from: rect.origin[axis] + anchor * scale, offset: anchor * goal,
        in: bounds[axis], velocity: bounds.canMove(along: axis) ? capped[axis] * slope : 0, at: t)
    }
  }

  /// Animates one coordinate of the dragged picture point to its resting position after a release.
  ///
  /// - Parameters:
  ///   - start: the coordinate at the release.
  ///   - offset: the distance from the picture's top left corner to the dragged point, in device
  ///     pixels.
  ///   - range: the range in which the corner rests.
  ///   - velocity: the velocity at the release, in device pixels per second.
  private mutating func fling(
    along axis: Axis, from start: Double, offset: Double, in range: ClosedRange<Double>,
    velocity: Double, at t: Timestamp
  ) {
    let x = start - offset
    let decay = levels.isStrip ? ZoomTuning.stripFlingDecay : ZoomTuning.flingDecay
    let projected = x + decay.distance(velocity: velocity)
    let rest = min(max(projected, range.lowerBound), range.upperBound)
    let isOutside = x < range.lowerBound || x > range.upperBound
    let spring =
      isOutside
      ? ZoomTuning.returnSpring
      : rest != projected
        ? ZoomTuning.bounceSpring
        : levels.isStrip ? ZoomTuning.stripFlingSpring : ZoomTuning.flingSpring
    glide(
      along: axis, from: start, to: rest + offset, with: spring, velocity: velocity, at: t)
  }

  /// Moves the picture by `delta` device pixels, animated or at once, up to its edges; without
  /// effect during a drag or pinch.
  package mutating func scroll(by delta: Vector, animated: Bool, at t: Timestamp) {
    guard grip.isFree, delta.isFinite else { return }
    let rect = targetRect
    let bounds = PanBounds(shown: rect.size, viewport: viewport)
    let corner = bounds.clamped(rect.origin + delta)
    if animated {
      glide(corner: corner, scale: targetScale, with: ZoomTuning.returnSpring, at: t)
    } else {
      set(corner: corner, scale: targetScale)
    }
  }
}
