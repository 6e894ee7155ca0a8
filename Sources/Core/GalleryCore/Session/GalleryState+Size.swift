import Geometry
import Motion
import RealModule

extension GalleryState {
  /// The factor of one step of cell size, 2^(1/4).
  private static let stepFactor = 1.1892
  /// The maximum number of steps taken at once; more are a device error.
  private static let maxSteps = 50.0

  mutating func applySize(_ action: GalleryAction, at t: Timestamp) -> [GalleryEffect] {
    let side = tuning.cellSide
    switch action {
    case .pinchBegan(let centroid): beginPinch(at: centroid, t)
    case .pinchChanged(let factor, let centroid): pinch(by: factor, at: centroid, t)
    case .pinchEnded(let velocity, let growth):
      endPinch(velocity: velocity, growth: growth, at: t)
    case .pinchCancelled: endPinch(velocity: .zero, growth: 0, at: t)
    case .resizeCells(let steps, let point): resize(by: steps, at: point, t)
    case .resetCellSize:
      guard tuning.minColumns == nil else { break }
      tuning.cellSide = GridMetrics.defaultCellLength
      relayout(makeLayout(), animated: true, at: t)
    default: break
    }
    return tuning.cellSide == side ? [] : [.cellSideChanged(tuning.cellSide)]
  }

  /// The numbers of columns from the largest to the smallest permitted cells.
  private var columnRange: ClosedRange<Int> {
    guard tuning.minColumns == nil else { return layout.columns...layout.columns }
    func columns(_ side: Double) -> Int {
      Int(
        GridLayout.exactColumns(width: layout.width, side: side, metrics: layout.metrics)
          .rounded())
    }
    let fewest = max(1, columns(layout.metrics.largestSide))
    return fewest...max(fewest, columns(layout.metrics.minCellSide))
  }

  // MARK: Steps

  private mutating func resize(by steps: Double, at point: Point?, _ t: Timestamp) {
    guard steps.isFinite, zoom.grip == nil else { return }
    if steps * pendingSteps < 0 { pendingSteps = 0 }
    pendingSteps += min(max(steps, -Self.maxSteps), Self.maxSteps)
    let whole = pendingSteps.rounded(.towardZero)
    guard whole != 0 else { return }
    pendingSteps -= whole
    let metrics = layout.metrics
    let side = tuning.preferredSide * Double.pow(Self.stepFactor, whole)
    let range = columnRange
    let exact = GridLayout.exactColumns(
      width: layout.width, side: metrics.clamped(side: side), metrics: metrics)
    var columns = Int(exact.rounded())
    if columns == layout.columns { columns -= whole > 0 ? 1 : -1 }
    columns = min(max(columns, range.lowerBound), range.upperBound)
    guard columns != layout.columns else { return }
    let next = makeLayout(columns: columns)
    tuning.preferredSide = next.cellWidth
    guard let point, point.isFinite else { return relayout(next, animated: true, at: t) }
    let place = Point(x: 0, y: point.y)
    let content = Point(x: point.x, y: point.y + scroll.position(at: t))
    relayout(
      next, around: GridAnchor(content: content, place: place, in: layout), isFirm: true,
      animated: true, at: t)
  }

  // MARK: Pinch

  private mutating func beginPinch(at centroid: Point, _ t: Timestamp) {
    guard centroid.isFinite, band == nil, bar.grip == nil else { return }
    let glance = GridGeometry(self, at: t, isSnapped: false)
    let content = glance.transform.invert(centroid) + Vector(dx: 0, dy: glance.offset)
    guard let anchor = GridAnchor(content: content, place: centroid, in: layout) else { return }
    goal = nil
    pendingSteps = 0
    let side = unelastic(layout.cellWidth * glance.transform.scale)
    zoom.grip = GridZoom.Grip(side: side, anchor: anchor)
    place(side: side, at: centroid, t)
  }

  /// Re-anchors a pinch in progress to the content that is now under its centroid, after a change
  /// of the list.
  mutating func reanchorPinch(at t: Timestamp) {
    guard zoom.grip != nil else { return }
    let transform = zoom.transform(at: t)
    let content =
      transform.invert(zoom.center) + Vector(dx: 0, dy: scroll.position(at: t))
    if let anchor = GridAnchor(content: content, place: zoom.center, in: layout) {
      zoom.grip?.anchor = anchor
    } else {
      endPinch(velocity: .zero, growth: 0, at: t)
    }
  }

  private mutating func pinch(by factor: Double, at centroid: Point, _ t: Timestamp) {
    guard let grip = zoom.grip, centroid.isFinite, factor.isFinite, factor > 0 else { return }
    let wanted = grip.side * factor
    let before = GridGeometry(self, at: t, isSnapped: false)
    let columns = nearestColumns(to: wanted)
    guard columns != layout.columns else { return place(side: wanted, at: centroid, t) }
    layout = makeLayout(columns: columns)
    scroll.renumber(by: 0, extent: extent, at: t)
    place(side: wanted, at: centroid, t)
    reflow(from: tuning.reducesMotion ? nil : before, at: t)
  }

  /// The number of columns whose cells are nearest to `side`, with hysteresis in favour of the
  /// present number.
  private func nearestColumns(to side: Double) -> Int {
    let range = columnRange
    let exact = GridLayout.exactColumns(width: layout.width, side: side, metrics: layout.metrics)
    let limited = min(max(exact, Double(range.lowerBound)), Double(range.upperBound))
    guard abs(limited - Double(layout.columns)) > 0.5 + GridZoom.hysteresis else {
      return min(max(layout.columns, range.lowerBound), range.upperBound)
    }
    return Int(limited.rounded())
  }

  /// Shows cells of width `side` with the pinched content at `place` in the viewport.
  private mutating func place(side: Double, at place: Point, _ t: Timestamp) {
    guard let grip = zoom.grip else { return }
    let content = grip.anchor.content(in: layout)
    zoom.hold(
      scale: elastic(side) / layout.cellWidth, shift: place.x - content.x, center: place)
    scroll.hold(at: content.y - place.y)
    pace.reset()
    isUnsettled = true
  }

  /// The displayed cell side for a pinched side: beyond the limits the change is damped.
  private func elastic(_ side: Double) -> Double {
    let limited = limited(side)
    return limited * Double.pow(side / limited, GridZoom.elasticExponent)
  }

  /// The pinched cell side for a displayed side: the inverse of `elastic`, for a pinch that catches
  /// cells beyond the limits.
  private func unelastic(_ side: Double) -> Double {
    let limited = limited(side)
    return limited * Double.pow(side / limited, 1 / GridZoom.elasticExponent)
  }

  private func limited(_ side: Double) -> Double {
    let range = columnRange
    return min(
      max(side, layout.side(columns: range.upperBound)), layout.side(columns: range.lowerBound))
  }

  mutating func endPinch(velocity: Vector, growth: Double, at t: Timestamp) {
    guard zoom.grip != nil else { return }
    let growth =
      growth.isFinite
      ? min(max(growth, -GridZoom.maxGrowth), GridZoom.maxGrowth) : 0
    let side = unelastic(layout.cellWidth * zoom.scale(at: t))
    let before = GridGeometry(self, at: t, isSnapped: false)
    let columns = nearestColumns(to: side * Double.exp(growth * GridZoom.glide))
    if columns != layout.columns {
      layout = makeLayout(columns: columns)
      scroll.renumber(by: 0, extent: extent, at: t)
      place(side: side, at: zoom.center, t)
      reflow(from: tuning.reducesMotion ? nil : before, at: t)
    }
    if tuning.minColumns == nil { tuning.preferredSide = layout.cellWidth }
    zoom.release(growth: growth, animated: !tuning.reducesMotion, at: t)
    scroll.release(velocity: velocity.dy, at: t)
  }
}
