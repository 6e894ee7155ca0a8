import Geometry
import Motion

/// The animation from one layout of a grid to the next: cells that move to their new frames, and
/// cells that fade out because their item is gone or its new frame is far away.
struct GridRearrangement: Hashable, Sendable {
  /// The opacity spring of a fading cell whose item was removed from the grid.
  private static let departureSpring = Spring(frequency: 20)
  /// The opacity spring of a cell that fades out below the cell that replaces it. The spring is
  /// slower than that of the fade-in, so that the background does not shine through both cells.
  private static let crossFadeSpring = Spring(frequency: 14)
  /// The maximum number of cells that fade out at the same time; when more begin to fade, the
  /// oldest ones disappear at once.
  private static let maxDepartures = 512
  /// The largest difference of opacity, of 0…1, that is invisible.
  private static let opacityTolerance = 0.004

  /// A cell that fades out, and is no longer the cell of an item of the current list.
  private struct Departure: Hashable, Sendable {
    var item: Int
    var generation: Int
    /// The frame of the fading cell in content coordinates of the grid, in device pixels.
    var frame: Rect
    var alpha: AnimatedValue
    /// Whether the cell shrinks while it fades: true for the cell of a removed item, false for that
    /// of an item that was moved.
    var shrinks: Bool
  }

  /// The number of lists that the grid has shown before the current list.
  private(set) var generation = 0
  private var reflow = GridReflow()
  private var departures: [Departure] = []
  /// The flights of restored items to their cells, by item index.
  private var returnFlights: [Int: ReturnFlight] = [:]

  // MARK: Reading

  func isSettled(at t: Timestamp) -> Bool {
    reflow.isSettled(at: t) && departures.allSatisfy { $0.alpha.isSettled(at: t) }
      && returnFlights.values.allSatisfy { $0.isSettled(at: t) }
  }

  /// Whether every cell is drawn at its frame in the layout, and no cell fades out.
  func hasOnlySettledCells(at t: Timestamp) -> Bool {
    reflow.isSettled(at: t) && departures.isEmpty && returnFlights.isEmpty
  }

  /// The running flights of restored items to their cells at `t`, by item index.
  func flights(at t: Timestamp) -> [Int: ReturnFlight.Snapshot] {
    guard !returnFlights.isEmpty else { return [:] }
    return returnFlights.filter { !$0.value.isSettled(at: t) }.mapValues { $0.snapshot(at: t) }
  }

  /// The displacements of cells and headers at `t`.
  func snapshot(at t: Timestamp) -> GridReflow.Snapshot { reflow.snapshot(at: t) }

  /// The cells that fade out, with their frames in the viewport and their opacities at `t`;
  /// invisible ones are left out.
  func departingCells(in geometry: GridGeometry, at t: Timestamp) -> [GalleryFrame.DepartingCell] {
    departures.compactMap { departure in
      let alpha = min(1, max(0, departure.alpha.value(at: t)))
      let shown = departure.frame.offset(by: Vector(dx: 0, dy: -geometry.offset))
      let frame = GridReflow.shrunken(
        geometry.transform.apply(shown), by: departure.shrinks ? 1 - alpha : 0)
      guard alpha > 0, geometry.isVisible(frame) else { return nil }
      return GalleryFrame.DepartingCell(
        item: departure.item, generation: departure.generation, frame: frame, alpha: alpha)
    }
  }

  // MARK: Time

  mutating func advance(to t: Timestamp) {
    departures.removeAll { $0.alpha.isSettled(at: t) }
    if !returnFlights.isEmpty {
      returnFlights = returnFlights.filter { !$0.value.isSettled(at: t) }
    }
    if reflow.isSettled(at: t) { reflow = GridReflow() }
  }

  /// Delays the animation by `seconds`.
  mutating func postpone(by seconds: Double) {
    reflow.postpone(by: seconds)
    for index in departures.indices { departures[index].alpha.postpone(by: seconds) }
    for item in returnFlights.keys { returnFlights[item]?.postpone(by: seconds) }
  }

  /// Ends the animation at once: cells are at their frames, and those that faded out are gone.
  mutating func finish() {
    reflow = GridReflow()
    departures = []
    returnFlights = [:]
  }

  /// Starts the flights of restored items to their cells from the rectangle `start` of the
  /// viewport. Items that fly already continue, and those beyond
  /// ``ReturnFlight/maxPhotosInFlight`` get no flight.
  mutating func beginReturnFlights(of items: [Int], from start: Rect, at t: Timestamp) {
    for item in items where returnFlights[item] == nil {
      guard returnFlights.count < ReturnFlight.maxPhotosInFlight else { return }
      returnFlights[item] = ReturnFlight(from: start, at: t)
    }
  }

  /// Counts a new list of the grid; cells that begin to fade out later are identified by its
  /// number.
  mutating func beginGeneration() { generation += 1 }

  /// Animates every cell from its frame in `before` to its frame in `after`, a geometry without
  /// displacements of its own.
  ///
  /// Cells move when files are added or removed. A change of the columns or the order would make
  /// nearly all cells cross each other: in that case, cells fade out in their old frames while the
  /// new ones fade in above them.
  mutating func move(
    from before: GridGeometry, to after: GridGeometry, change: GalleryChange?, at t: Timestamp
  ) {
    moveDepartures(from: before, to: after)
    defer { updateReturnFlights(change) }
    let seen = before.items
    let crossFades =
      before.layout.columns != after.layout.columns || change?.reorders(seen) ?? false
    if crossFades { restartDepartures(at: t) }
    var cells: [Int: GridReflow.Displacement] = [:]
    for old in seen {
      let item = change == nil ? old : change?.newIndex(of: old)
      if let item, after.isNearViewport(after.frame(ofItem: item)) {
        let displacement = before.displacement(ofItem: old, to: item, in: after)
        if crossFades, !displacement.isInPlace {
          beginDeparture(old, from: before, to: after, isItemRemoved: false, at: t)
        } else {
          cells[item] = displacement
        }
      } else {
        beginDeparture(old, from: before, to: after, isItemRemoved: item == nil, at: t)
      }
    }
    for item in after.layout.items(in: after.visibleArea) where cells[item] == nil {
      let old = change == nil ? item : change?.oldIndex(of: item)
      if crossFades, old != nil {
        let frame = after.frame(ofItem: item)
        cells[item] = GridReflow.Displacement(from: frame, to: frame, crossFade: 1)
      } else if let old, before.isNearViewport(before.cell(old).rect) {
        cells[item] = before.displacement(ofItem: old, to: item, in: after)
      } else {
        let frame = after.frame(ofItem: item)
        cells[item] = GridReflow.Displacement(from: frame, to: frame, missingGrowth: 1)
      }
    }
    reflow = GridReflow(
      cells: cells.filter { !$0.value.isNegligible },
      headers: before.headerDisplacements(in: after, change: change), at: t)
  }

  /// Converts the frames of the cells that fade out from the content coordinates of `before` to
  /// those of `after`, and drops the oldest of too many.
  private mutating func moveDepartures(from before: GridGeometry, to after: GridGeometry) {
    let overflow = departures.count - Self.maxDepartures
    if overflow > 0 { departures.removeFirst(overflow) }
    for index in departures.indices {
      let shown = before.transform.apply(
        departures[index].frame.offset(by: Vector(dx: 0, dy: -before.offset)))
      departures[index].frame = after.transform.invert(shown)
        .offset(by: Vector(dx: 0, dy: after.offset))
    }
  }

  /// Renumbers the items that fly to their cells; the flights of removed items end.
  private mutating func updateReturnFlights(_ change: GalleryChange?) {
    guard let change, !returnFlights.isEmpty else { return }
    returnFlights = returnFlights.reduce(into: [:]) { kept, old in
      if let item = change.newIndex(of: old.key) { kept[item] = old.value }
    }
  }

  /// Restarts the fade-out of the cells below a cross-fade from their present opacities, because
  /// the cells above them fade out now, too.
  private mutating func restartDepartures(at t: Timestamp) {
    for index in departures.indices where !departures[index].shrinks {
      var alpha = AnimatedValue(min(1, max(0, departures[index].alpha.value(at: t))))
      alpha.animate(to: 0, with: Self.crossFadeSpring, at: t, tolerance: Self.opacityTolerance)
      departures[index].alpha = alpha
    }
  }

  private mutating func beginDeparture(
    _ item: Int, from before: GridGeometry, to after: GridGeometry, isItemRemoved: Bool,
    at t: Timestamp
  ) {
    let cell = before.cell(item)
    guard cell.missingOpacity < 1 - Self.opacityTolerance else { return }
    let frame = after.transform.invert(cell.flightFrame).offset(by: Vector(dx: 0, dy: after.offset))
    var alpha = AnimatedValue(1 - cell.missingOpacity)
    let spring = isItemRemoved ? Self.departureSpring : Self.crossFadeSpring
    alpha.animate(to: 0, with: spring, at: t, tolerance: Self.opacityTolerance)
    departures.append(
      Departure(
        item: item, generation: generation, frame: frame, alpha: alpha, shrinks: isItemRemoved))
  }
}

extension GridGeometry {
  /// Whether a rectangle in the viewport is visible, or at most one viewport height above or below
  /// it. Cells farther away fade instead of moving, because the eye cannot follow them.
  func isNearViewport(_ rect: Rect) -> Bool {
    rect.maxY > -viewport.height && rect.minY < 2 * viewport.height
  }

  /// The difference between the frame in which a cell is shown in this geometry and its frame in
  /// `after`. The index of the cell's item is `old` in this geometry, and `item` in `after`.
  func displacement(ofItem old: Int, to item: Int, in after: GridGeometry)
    -> GridReflow.Displacement
  {
    let here = cell(old)
    var result = GridReflow.Displacement(
      from: after.transform.invert(here.rect), to: after.frame(ofItem: item),
      missingGrowth: here.missingGrowth,
      crossFade: reflow.displacement(ofCell: old)?.crossFade ?? 0)
    if let moving = reflow.displacement(ofCell: old) {
      result.velocity = moving.scaled(by: transform.scale / after.transform.scale).velocity
    }
    return result
  }

  /// The vertical displacements, from their positions in `after`, of the headers that are visible
  /// in `after`; by section index.
  func headerDisplacements(in after: GridGeometry, change: GalleryChange?)
    -> [Int: GridReflow.Displacement]
  {
    guard layout.headerHeight > 0, after.layout.headerHeight > 0 else { return [:] }
    var sections = Set(after.headers.map(\.section))
    if change == nil { sections.formUnion(headers.map(\.section)) }
    // The next header pushes the last visible one out of the viewport, and needs a displacement as
    // well.
    if let last = sections.max(), last + 1 < after.layout.sections.count {
      sections.insert(last + 1)
    }
    var result: [Int: GridReflow.Displacement] = [:]
    for section in sections {
      let old = change == nil ? section : change?.oldSection(of: section)
      guard let old, old < layout.sections.count else { continue }
      let shown = Rect(x: 0, y: naturalHeaderTop(ofSection: old), width: 1, height: 1)
      let top = after.layout.frame(ofHeader: section).minY - after.offset
      let delta = after.transform.invert(shown.origin).y - top
      guard abs(delta) < 2 * viewport.height else { continue }
      var displacement = GridReflow.Displacement(
        from: Rect(x: 0, y: delta, width: 0, height: 0), to: .zero)
      displacement.velocity[1] =
        reflow.verticalVelocity(ofHeader: old) * transform.scale / after.transform.scale
      if !displacement.isNegligible { result[section] = displacement }
    }
    return result
  }
}
