import Geometry
import Motion

extension GalleryState {
  /// The opacity spring of a cell whose item is gone.
  private static let departing = Spring(frequency: 20)
  /// The opacity spring of a cell that fades out below its replacement. It is slower than the
  /// spring of the replacement, so that the background does not shine through both.
  private static let crossFading = Spring(frequency: 14)
  /// The maximum number of cells that fade out; of more, the oldest disappear at once.
  private static let maxDepartures = 512
  /// A difference of opacity that is invisible.
  private static let fadeTolerance = 0.004

  /// The layout for the present width, list and preferred cell size.
  func makeLayout(sections: GridSections? = nil) -> GridLayout {
    tuning.makeLayout(width: viewport.width, sections: sections ?? layout.sections)
  }

  /// The layout of the present list in `columns` columns.
  func makeLayout(columns: Int) -> GridLayout {
    GridLayout(
      width: viewport.width, sections: layout.sections, columns: columns, metrics: tuning.metrics,
      omitsOnlyHeader: tuning.omitsOnlyHeader)
  }

  // MARK: Anchor

  /// The point of the content that keeps its position in the viewport while the layout changes. Nil
  /// keeps the scroll offset.
  ///
  /// It is in the first row whose top edge is visible. Until the next scroll the previous anchor is
  /// reused, so that a change and its reversal end at the initial offset.
  func anchor(at t: Timestamp) -> GridAnchor? {
    guard isTouched else { return nil }
    let offset = scroll.position(at: t)
    if let keptAnchor, keptAnchor.offset == offset, keptAnchor.anchor.item < itemCount {
      return keptAnchor.anchor
    }
    let rows = layout.items(in: clearArea.offset(by: Vector(dx: 0, dy: offset)))
    guard !rows.isEmpty else {
      return GridAnchor(content: Point(x: 0, y: offset), place: .zero, in: layout)
    }
    var item = rows.lowerBound
    let below = layout.item(1, below: item, column: 0)
    if layout.frame(ofItem: item).minY < offset + clearArea.minY, rows.contains(below) {
      item = below
    }
    return GridAnchor(item: item, offset: offset, in: layout)
  }

  /// `anchor`, or `focus` when keeping `anchor` would move the focused item out of view (same list)
  /// or by more than one row (another list).
  private func choice(
    _ anchor: GridAnchor?, _ focus: GridAnchor?, isSameList: Bool, in next: GridLayout
  ) -> GridAnchor? {
    guard let anchor, let focus else { return anchor }
    let frame = next.frame(ofItem: focus.item)
    let top = frame.minY - anchor.offset(in: next)
    if isSameList {
      return top + frame.height > clearArea.minY && top < viewport.height ? anchor : focus
    }
    return abs(top - focus.place.y) <= next.rowPitch + 1 ? anchor : focus
  }

  /// An anchor at the focused item; nil when the item is not visible.
  func visibleFocus(at t: Timestamp) -> GridAnchor? {
    guard let focus else { return nil }
    let offset = scroll.position(at: t)
    let frame = layout.frame(ofItem: focus)
    guard frame.maxY > offset + clearArea.minY, frame.minY < offset + viewport.height else {
      return nil
    }
    return GridAnchor(item: focus, offset: offset, in: layout)
  }

  // MARK: Change of the layout

  /// Changes the layout and keeps the anchor in its position.
  mutating func relayout(_ next: GridLayout, animated: Bool, at t: Timestamp) {
    relayout(next, around: anchor(at: t), animated: animated, at: t)
  }

  /// Changes the layout. `anchor` keeps its position, and every cell moves on from its visible
  /// frame.
  ///
  /// - Parameters:
  ///   - glance: the geometry before the change, if the viewport already has another size.
  ///   - isFirm: whether the anchor is kept even if the focused item becomes invisible.
  ///   - change: the change of the list; `anchor` and `focused` refer to the new list.
  mutating func relayout(
    _ next: GridLayout, from glance: GridGeometry? = nil, around anchor: GridAnchor?,
    isFirm: Bool = false, focused: GridAnchor? = nil, change: GalleryChange? = nil,
    animated: Bool, at t: Timestamp
  ) {
    let before = glance ?? GridGeometry(self, at: t, isSnapped: false)
    let focused = isFirm ? nil : change == nil ? visibleFocus(at: t) : focused
    let anchor = choice(anchor, focused, isSameList: change == nil, in: next)
    let offset = anchor?.offset(in: next) ?? before.offset
    layout = next
    renumber(by: offset - before.offset, at: t)
    isUnsettled = true
    if let goal, !scroll.isHeld { reveal(goal.item, goal.reveal, animated: true, at: t) }
    reanchorPinch(at: t)
    let isSeen = animated && !tuning.reducesMotion && before.layout.itemCount > 0
    reflow(from: isSeen ? before : nil, change: change, at: t)
    if let anchor { keptAnchor = KeptAnchor(anchor: anchor, offset: scroll.position(at: t)) }
  }

  /// Adds `delta` to all content coordinates; nothing moves visibly.
  private mutating func renumber(by delta: Double, at t: Timestamp) {
    scroll.renumber(by: delta, extent: extent, at: t)
    band?.origin.y += delta
    pace.reset()
  }

  /// Animates every cell from its frame `before` to its new frame; with nil the change is
  /// immediate.
  ///
  /// Cells move when files are added or removed. A change of the columns or the order would make
  /// nearly all cells cross each other: there, cells fade out in their old frames while the new
  /// ones fade in above them.
  mutating func reflow(
    from before: GridGeometry?, change: GalleryChange? = nil, at t: Timestamp
  ) {
    guard let before else {
      // A running motion continues, unless the item indices have changed.
      if change != nil { (reflow, departures) = (GridReflow(), []) }
      return
    }
    reflow = GridReflow()
    let after = GridGeometry(self, at: t, isSnapped: false)
    moveDepartures(from: before, to: after)
    let seen = before.items
    let crossFades =
      before.layout.columns != after.layout.columns || change?.reorders(seen) ?? false
    if crossFades { restartDepartures(at: t) }
    var cells: [Int: GridReflow.Displacement] = [:]
    for old in seen {
      let item = change == nil ? old : change?.newIndex(of: old)
      if let item, after.isNear(after.place(ofItem: item)) {
        let displacement = before.displacement(ofItem: old, to: item, in: after)
        if crossFades, !displacement.isInPlace {
          depart(old, from: before, to: after, isGone: false, at: t)
        } else {
          cells[item] = displacement
        }
      } else {
        depart(old, from: before, to: after, isGone: item == nil, at: t)
      }
    }
    for item in after.layout.items(in: after.seen) where cells[item] == nil {
      let old = change == nil ? item : change?.oldIndex(of: item)
      if crossFades, old != nil {
        let place = after.place(ofItem: item)
        cells[item] = GridReflow.Displacement(from: place, to: place, crossFade: 1)
      } else if let old, before.isNear(before.cell(old).rect) {
        cells[item] = before.displacement(ofItem: old, to: item, in: after)
      } else {
        let place = after.place(ofItem: item)
        cells[item] = GridReflow.Displacement(from: place, to: place, fade: 1)
      }
    }
    reflow = GridReflow(
      cells: cells.filter { !$0.value.isNegligible },
      headers: before.headerDisplacements(in: after, change: change), at: t)
  }

  /// Converts the frames of cells that fade out to the new content coordinates.
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

  /// Restarts the fade-out of cells below a cross-fade, because the cells above them fade out now,
  /// too.
  private mutating func restartDepartures(at t: Timestamp) {
    for index in departures.indices where !departures[index].shrinks {
      var alpha = AnimatedValue(min(1, max(0, departures[index].alpha.value(at: t))))
      alpha.animate(to: 0, with: Self.crossFading, at: t, tolerance: Self.fadeTolerance)
      departures[index].alpha = alpha
    }
  }

  private mutating func depart(
    _ item: Int, from before: GridGeometry, to after: GridGeometry, isGone: Bool,
    at t: Timestamp
  ) {
    let cell = before.cell(item)
    guard cell.fade < 1 - Self.fadeTolerance else { return }
    let frame = after.transform.invert(cell.rect).offset(by: Vector(dx: 0, dy: after.offset))
    var alpha = AnimatedValue(1 - cell.fade)
    let spring = isGone ? Self.departing : Self.crossFading
    alpha.animate(to: 0, with: spring, at: t, tolerance: Self.fadeTolerance)
    departures.append(
      Departure(
        item: item, generation: generation, frame: frame, alpha: alpha, shrinks: isGone))
  }
}

extension GridGeometry {
  /// Whether a rectangle is at most one viewport height away: far cells fade, because the eye
  /// cannot follow them.
  func isNear(_ rect: Rect) -> Bool {
    rect.maxY > -viewport.height && rect.minY < 2 * viewport.height
  }

  /// The displacement of a cell from its frame in `after`; the item is `old` in this geometry and
  /// `item` in `after`.
  func displacement(ofItem old: Int, to item: Int, in after: GridGeometry)
    -> GridReflow.Displacement
  {
    let here = cell(old)
    var result = GridReflow.Displacement(
      from: after.transform.invert(here.rect), to: after.place(ofItem: item), fade: here.growth,
      crossFade: moment.cell(old)?.crossFade ?? 0)
    if let moving = moment.cell(old) {
      result.velocity = moving.scaled(by: transform.scale / after.transform.scale).velocity
    }
    return result
  }

  /// The displacements of the headers visible in `after`, by section.
  func headerDisplacements(in after: GridGeometry, change: GalleryChange?)
    -> [Int: GridReflow.Displacement]
  {
    guard layout.headerHeight > 0, after.layout.headerHeight > 0 else { return [:] }
    var sections = Set(after.headers.map(\.section))
    if change == nil { sections.formUnion(headers.map(\.section)) }
    // The next header pushes the last one out, and needs a displacement as well.
    if let last = sections.max(), last + 1 < after.layout.sections.count {
      sections.insert(last + 1)
    }
    var result: [Int: GridReflow.Displacement] = [:]
    for section in sections {
      let old = change == nil ? section : change?.oldSection(of: section)
      guard let old, old < layout.sections.count else { continue }
      let shown = Rect(x: 0, y: headerTop(old), width: 1, height: 1)
      let place = after.layout.frame(ofHeader: section).minY - after.offset
      let delta = after.transform.invert(shown.origin).y - place
      guard abs(delta) < 2 * viewport.height else { continue }
      var displacement = GridReflow.Displacement(
        from: Rect(x: 0, y: delta, width: 0, height: 0), to: .zero)
      displacement.velocity[1] =
        moment.headerVelocity(old) * transform.scale / after.transform.scale
      if !displacement.isNegligible { result[section] = displacement }
    }
    return result
  }
}
