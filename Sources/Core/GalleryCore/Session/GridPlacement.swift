import Geometry
import Motion

/// The placement of headers and cells in the viewport: the layout of a grid, its scroll position,
/// the scaling of a pinch and the running animations.
///
/// These change together: when the layout changes, the scroll offsets are renumbered, a pinch in
/// progress is re-anchored, and every cell moves on from its visible frame. Methods that change the
/// layout take the focused item, which is kept visible.
struct GridPlacement: Hashable, Sendable {
  private(set) var arrangement: GridArrangement
  private(set) var scrolling: GridScrollController
  private(set) var gesture = GridGesture.none
  private var anchorMemory = GridAnchorMemory()
  private var zoom = GridZoom()
  private var cellSizeStepper = CellSizeStepper()
  private var rearrangement = GridRearrangement()
  /// The options that are adopted when the dragged selection rectangle ends; nil when no change of
  /// options is pending.
  private var postponedOptions: GalleryOptions?

  init(_ arrangement: GridArrangement) {
    self.arrangement = arrangement
    scrolling = GridScrollController(extent: arrangement.extent)
  }

  // MARK: Reading

  /// The number of lists of items that the grid has shown before the current list.
  var generation: Int { rearrangement.generation }
  private var layout: GridLayout { arrangement.layout }
  private var reducesMotion: Bool { arrangement.options.reducesMotion }

  func offset(at t: Timestamp) -> Double { scrolling.scroll.position(at: t) }

  /// Whether nothing in the grid moves, or is held by a contact, at `t`.
  func isAtRest(at t: Timestamp) -> Bool {
    let scroll = scrolling.scroll
    return scroll.isSettled(at: t) && !scroll.isHeld && zoom.isIdle(at: t)
      && rearrangement.isSettled(at: t) && gesture.isNone
  }

  /// Whether cells or headers move at `t` or later without any input.
  func isMoving(at t: Timestamp) -> Bool {
    !scrolling.scroll.isSettled(at: t) || !rearrangement.isSettled(at: t)
      || (gesture.pinch == nil && !zoom.isIdle(at: t))
  }

  /// Whether a pinch scales the cells, or they return to an unscaled size after one.
  func isScaling(at t: Timestamp) -> Bool { gesture.pinch != nil || !zoom.isIdle(at: t) }

  /// Whether cells move with the scroll offset only: none is scaled, displaced or fades out.
  func isScrollingOnly(at t: Timestamp) -> Bool {
    !isScaling(at: t) && rearrangement.hasOnlySettledCells(at: t)
  }

  /// The cells that fade out at `t`, with their frames in the viewport and their opacities.
  func departingCells(in geometry: GridGeometry, at t: Timestamp) -> [GalleryFrame.DepartingCell] {
    rearrangement.departingCells(in: geometry, at: t)
  }

  /// The geometry of the grid at `t`.
  ///
  /// - Parameters:
  ///   - isSnapped: whether the scroll offset is rounded to whole pixels, as long as nothing is
  ///     scaled.
  ///   - isDisplaced: whether cells are displaced by the running animation of a layout change;
  ///     otherwise they have their final frames. Default: true.
  func geometry(
    at t: Timestamp, isSnapped: Bool, isDisplaced: Bool = true
  ) -> GridGeometry {
    GridGeometry(
      arrangement, position: offset(at: t), transform: zoom.transform(at: t),
      reflow: isDisplaced ? rearrangement.snapshot(at: t) : GridReflow().snapshot(at: t),
      flights: isDisplaced ? rearrangement.flights(at: t) : [:],
      isSnapped: isSnapped)
  }

  // MARK: Time

  mutating func advance(to t: Timestamp) {
    rearrangement.advance(to: t)
    scrolling.advance(to: t)
  }

  /// Delays the motions of the scroll, of cells and headers, and of restored items, by `seconds`.
  mutating func postpone(by seconds: Double) {
    rearrangement.postpone(by: seconds)
    scrolling.postpone(by: seconds)
  }

  /// Whether the grid came to rest after a scroll or a change of its layout, since the last call.
  mutating func detectNewRest(at t: Timestamp) -> Bool {
    scrolling.detectNewRest(isResting: isAtRest(at: t))
  }

  /// Ends all motions of the grid at once. A drag or pinch in progress is not affected.
  mutating func finish() {
    scrolling.finish()
    rearrangement.finish()
    if gesture.pinch == nil { zoom = GridZoom() }
  }

  // MARK: Scroll

  /// Ends the running scroll motion at its target at once.
  mutating func finishScroll() { scrolling.finish() }

  /// Records that the user acted: from now on, a change of the layout keeps the visible content in
  /// place.
  mutating func recordUserAction() { anchorMemory.recordUserAction() }

  /// Lets a grid at its top stay there when the layout changes, until the user acts.
  mutating func stayAtTop(at t: Timestamp) {
    if offset(at: t) == 0 { anchorMemory = GridAnchorMemory() }
  }

  mutating func press(at t: Timestamp) { scrolling.press(isWithoutGesture: gesture.isNone, at: t) }

  mutating func beginDrag(at t: Timestamp) {
    scrolling.grab(isWithoutGesture: gesture.isNone, at: t)
  }

  mutating func drag(translation: Double) {
    if gesture.pinch == nil { scrolling.drag(translation: translation) }
  }

  mutating func release(velocity: Double, at t: Timestamp) {
    if gesture.isNone { scrolling.release(velocity: velocity, at: t) }
  }

  mutating func scrollByWheel(notches: Double, at t: Timestamp) {
    scrolling.scrollByWheel(notches: notches, in: arrangement, at: t)
  }

  mutating func scroll(to offset: Double, animated: Bool, at t: Timestamp) {
    scrolling.go(to: offset, animated: animated && !reducesMotion, at: t)
  }

  mutating func scroll(pages: Double, at t: Timestamp) {
    scrolling.go(pages: pages, in: arrangement, at: t)
  }

  mutating func reveal(
    _ item: Int, _ reveal: GalleryReveal, animated: Bool, at t: Timestamp
  ) {
    scrolling.reveal(item, reveal, animated: animated, in: arrangement, at: t)
  }

  // MARK: The thumb of the scroll bar

  mutating func beginThumb(at point: Point, _ t: Timestamp) {
    guard let thumb = arrangement.scrollBarThumb(of: scrolling.scroll.extent), point.isFinite,
      gesture.pinch == nil, gesture.selectionRectangle == nil
    else { return }
    let offset = offset(at: t)
    let below = point.y - arrangement.scrollBarTrack.minY - thumb.top(atOffset: offset)
    let isOnThumb = below >= 0 && below < thumb.length
    gesture = .thumb(grabOffset: isOnThumb ? below : thumb.length / 2)
    // A press on the thumb stops the scroll, and does not move the thumb.
    if isOnThumb {
      scrolling.go(to: offset, animated: false, at: t)
    } else {
      moveThumb(to: point, at: t)
    }
  }

  mutating func moveThumb(to point: Point, at t: Timestamp) {
    guard let below = gesture.thumbGrabOffset,
      let thumb = arrangement.scrollBarThumb(of: scrolling.scroll.extent),
      point.isFinite
    else { return }
    let offset = thumb.offset(atTop: point.y - arrangement.scrollBarTrack.minY - below)
    scrolling.go(to: offset, animated: false, at: t)
  }

  mutating func endThumb() {
    if gesture.thumbGrabOffset != nil { gesture = .none }
  }

  // MARK: The selection rectangle

  /// Begins a selection rectangle at a point of the viewport; with `adds` the items of `selection`
  /// stay selected.
  ///
  /// - Returns: false when another drag or pinch is in progress.
  mutating func beginSelectionRectangle(
    at point: Point, selection: GallerySelection, adds: Bool, _ t: Timestamp
  ) -> Bool {
    guard point.isFinite, gesture.isNone else { return false }
    recordUserAction()
    scrolling.stop(at: t)
    gesture = .selectionRectangle(
      SelectionRectangle(at: point, offset: offset(at: t), selection: selection, adds: adds))
    return true
  }

  mutating func moveSelectionRectangle(to point: Point, at t: Timestamp) {
    guard point.isFinite, case .selectionRectangle(var rectangle) = gesture else { return }
    rectangle.move(to: point)
    gesture = .selectionRectangle(rectangle)
    let zone = arrangement.options.metrics.edgeZone
    let velocity = rectangle.scrollVelocity(viewport: arrangement.viewport, zone: zone)
    scrolling.autoscroll(velocity: velocity, at: t)
  }

  mutating func endSelectionRectangle(focus: Int?, at t: Timestamp) {
    guard gesture.selectionRectangle != nil else { return }
    gesture = .none
    scrolling.autoscroll(velocity: 0, at: t)
    if let postponedOptions { setOptions(postponedOptions, focus: focus, at: t) }
  }

  /// The items selected by the dragged rectangle, and those kept besides; nil when no rectangle is
  /// dragged.
  func rectangleSelection(at t: Timestamp) -> GallerySelection? {
    gesture.selectionRectangle?.selection(in: layout, offset: offset(at: t))
  }

  // MARK: Change of the layout

  /// Adopts new options. The room at the bottom does not change while a selection rectangle is
  /// dragged: a bar that appears because of the selection would move the cells, and with them the
  /// selection.
  mutating func setOptions(_ options: GalleryOptions, focus: Int?, at t: Timestamp) {
    var sameRoom = options
    sameRoom.bottomInset = arrangement.options.bottomInset
    if gesture.selectionRectangle != nil, sameRoom == arrangement.options {
      postponedOptions = options
      return
    }
    postponedOptions = nil
    guard options != arrangement.options else { return }
    endPinch(at: t)
    let isOnlySize = arrangement.options.uiScale == options.uiScale
    arrangement.adopt(options)
    relayout(arrangement.makeLayout(), focus: focus, animated: isOnlySize, at: t)
  }

  mutating func resize(to size: Size, focus: Int?, at t: Timestamp) {
    let size = GridArrangement.wholePixels(size)
    guard size != arrangement.viewport else { return }
    endPinch(at: t)
    let before = geometry(at: t, isSnapped: false)
    let anchor = anchorMemory.anchor(in: arrangement, offset: offset(at: t))
    arrangement.adopt(viewport: size)
    let next = arrangement.makeLayout()
    relayout(
      next, from: before, around: anchor, keeping: self.anchor(ofVisible: focus, at: t),
      animated: next.columns != layout.columns, at: t)
  }

  /// Replaces the list of items; the anchor keeps its position in the viewport.
  mutating func change(_ change: GalleryChange, focus: Int?, at t: Timestamp) {
    let offset = offset(at: t)
    let anchor = anchorMemory.anchor(following: change, in: arrangement, offset: offset)
    let focused = self.anchor(ofVisible: focus, at: t).flatMap { focus in
      change.newIndex(of: focus.item).map { focus.moved(to: $0) }
    }
    scrolling.adapt(to: change)
    if case .selectionRectangle(var rectangle) = gesture {
      rectangle.adapt(to: change)
      gesture = .selectionRectangle(rectangle)
    }
    anchorMemory.forgetAnchor()
    relayout(
      arrangement.makeLayout(sections: change.sections), around: anchor, keeping: focused,
      change: change, animated: true, at: t)
    rearrangement.beginGeneration()
  }

  /// Makes restored items fly to their cells from the rectangle `start` of the viewport: those that
  /// will be visible when the scroll has come to rest, and at most
  /// ``ReturnFlight/maxPhotosInFlight`` of them.
  mutating func beginReturnFlights(of items: [Int], from start: Rect, at t: Timestamp) {
    guard !reducesMotion, !start.isEmpty else { return }
    let seen = geometry(at: t, isSnapped: false).visibleArea
    let goal = seen.offset(by: Vector(dx: 0, dy: scrolling.scroll.target - offset(at: t)))
    let visible = items.filter { layout.frame(ofItem: $0).intersection(goal) != nil }
    rearrangement.beginReturnFlights(of: visible, from: start, at: t)
  }

  /// The anchor at an item's top left corner; nil when the item is not visible.
  private func anchor(ofVisible item: Int?, at t: Timestamp) -> GridAnchor? {
    arrangement.anchor(ofVisible: item, offset: offset(at: t))
  }

  /// Replaces the layout, and keeps the scroll anchor, or else the focused item, at its position in
  /// the viewport.
  private mutating func relayout(
    _ next: GridLayout, focus: Int?, animated: Bool, at t: Timestamp
  ) {
    let anchor = anchorMemory.anchor(in: arrangement, offset: offset(at: t))
    relayout(
      next, around: anchor, keeping: self.anchor(ofVisible: focus, at: t), animated: animated, at: t
    )
  }

  /// Replaces the layout. The point `anchor` of the content keeps its position in the viewport,
  /// below headers that appear, and every cell moves on from its visible frame.
  ///
  /// - Parameters:
  ///   - former: the geometry before the change, if the viewport already has another size.
  ///   - focused: the anchor of the visible item with the focus; nil keeps `anchor` in any case.
  ///   - change: the change of the list of items; `anchor` and `focused` refer to the new list.
  private mutating func relayout(
    _ next: GridLayout, from former: GridGeometry? = nil, around anchor: GridAnchor?,
    keeping focused: GridAnchor?, change: GalleryChange? = nil, animated: Bool, at t: Timestamp
  ) {
    let before = former ?? geometry(at: t, isSnapped: false)
    let preferred = arrangement.preferredAnchor(
      anchor, focused, offset: before.offset, isSameList: change == nil, in: next)
    let anchor = preferred.map { arrangement.anchorBelowHeaders($0, focused, in: next) }
    let delta = (anchor?.scrollOffset(in: next) ?? before.offset) - before.offset
    arrangement.adopt(next)
    scrolling.shiftOffsets(by: delta, extent: arrangement.extent, at: t)
    if case .selectionRectangle(var rectangle) = gesture {
      rectangle.shiftOrigin(by: delta)
      gesture = .selectionRectangle(rectangle)
    }
    scrolling.continueToGoal(in: arrangement, at: t)
    reanchorPinch(at: t)
    if animated, !reducesMotion, before.layout.itemCount > 0 {
      rearrange(from: before, change: change, at: t)
    } else if change != nil {
      // With other item indices, a running motion cannot continue.
      rearrangement.finish()
    }
    if let anchor { anchorMemory.keep(anchor, offset: offset(at: t)) }
  }

  private mutating func rearrange(
    from before: GridGeometry, change: GalleryChange? = nil, at t: Timestamp
  ) {
    let after = geometry(at: t, isSnapped: false, isDisplaced: false)
    rearrangement.move(from: before, to: after, change: change, at: t)
  }

  // MARK: Cell size

  /// Enlarges (positive) or shrinks the cells by a number of steps around a point of the viewport;
  /// with nil, the first visible row keeps its position.
  mutating func resizeCells(
    by count: Double, at point: Point?, focus: Int?, _ t: Timestamp
  ) {
    guard gesture.pinch == nil, let next = cellSizeStepper.addSteps(count, in: arrangement) else {
      return
    }
    arrangement.setPreferredSide(next.meanCellWidth)
    guard let point, point.isFinite else {
      return relayout(next, focus: focus, animated: true, at: t)
    }
    let kept = Point(x: 0, y: point.y)
    let content = Point(x: point.x, y: point.y + offset(at: t))
    relayout(
      next, around: GridAnchor(content: content, viewportPoint: kept, in: layout), keeping: nil,
      animated: true, at: t)
  }

  mutating func resetCellSize(focus: Int?, at t: Timestamp) {
    guard arrangement.options.minColumns == nil else { return }
    arrangement.resetPreferredSide()
    relayout(arrangement.makeLayout(), focus: focus, animated: true, at: t)
  }

  mutating func beginPinch(at centroid: Point, _ t: Timestamp) {
    guard centroid.isFinite, gesture.selectionRectangle == nil, gesture.thumbGrabOffset == nil
    else { return }
    let current = geometry(at: t, isSnapped: false)
    let content = current.transform.invert(centroid) + Vector(dx: 0, dy: current.offset)
    guard let anchor = GridAnchor(content: content, viewportPoint: centroid, in: layout) else {
      return
    }
    cellSizeStepper.reset()
    let side = arrangement.unresisted(side: layout.meanCellWidth * current.transform.scale)
    gesture = .pinch(GridPinch(initialSide: side, anchor: anchor))
    showPinch(side: side, at: centroid)
  }

  mutating func pinch(by factor: Double, at centroid: Point, _ t: Timestamp) {
    guard let pinch = gesture.pinch, centroid.isFinite, factor.isFinite, factor > 0 else { return }
    let side = pinch.initialSide * factor
    showPinch(side: side, columns: arrangement.nearestColumns(to: side), at: centroid, t)
  }

  mutating func endPinch(
    velocity: Vector = .zero, growth: Double = 0, at t: Timestamp
  ) {
    guard gesture.pinch != nil else { return }
    let growth =
      growth.isFinite ? min(max(growth, -GridZoom.maxGrowth), GridZoom.maxGrowth) : 0
    let side = arrangement.unresisted(side: layout.meanCellWidth * zoom.scale(at: t))
    let columns = arrangement.nearestColumns(to: GridZoom.projectedSide(side, after: growth))
    if columns != layout.columns { showPinch(side: side, columns: columns, at: zoom.center, t) }
    if arrangement.options.minColumns == nil { arrangement.setPreferredSide(layout.meanCellWidth) }
    gesture = .none
    zoom.release(growth: growth, animated: !reducesMotion, at: t)
    scrolling.release(velocity: velocity.dy, at: t)
  }

  /// Shows cells of width `side`, in device pixels, in a layout of `columns` columns, with the
  /// pinched content at `point` in the viewport.
  private mutating func showPinch(side: Double, columns: Int, at point: Point, _ t: Timestamp) {
    guard columns != layout.columns else { return showPinch(side: side, at: point) }
    let before = geometry(at: t, isSnapped: false)
    arrangement.adopt(arrangement.makeLayout(columns: columns))
    scrolling.shiftOffsets(by: 0, extent: arrangement.extent, at: t)
    showPinch(side: side, at: point)
    if !reducesMotion { rearrange(from: before, at: t) }
  }

  /// Shows cells of width `side`, in device pixels, with the pinched content at `point` in the
  /// viewport.
  private mutating func showPinch(side: Double, at point: Point) {
    guard let pinch = gesture.pinch else { return }
    let content = pinch.anchor.contentPoint(in: layout)
    zoom.hold(
      scale: arrangement.resisted(side: side) / layout.meanCellWidth, shift: point.x - content.x,
      center: point)
    scrolling.hold(at: content.y - point.y)
  }

  /// Anchors a pinch in progress to the content that is under its centroid after a change of the
  /// layout, and ends the pinch when the grid has no items.
  private mutating func reanchorPinch(at t: Timestamp) {
    guard let pinch = gesture.pinch else { return }
    let content =
      zoom.transform(at: t).invert(zoom.center) + Vector(dx: 0, dy: offset(at: t))
    if let anchor = GridAnchor(content: content, viewportPoint: zoom.center, in: layout) {
      gesture = .pinch(GridPinch(initialSide: pinch.initialSide, anchor: anchor))
    } else {
      endPinch(at: t)
    }
  }
}
