import Geometry
import Motion

extension GalleryState {
  /// How quickly a cell that leaves is gone.
  private static let departing = Spring(frequency: 20)
  /// The spring of a cell that fades out below the one that takes its place. It is slower than that
  /// one's, so that the background is not seen through both.
  private static let crossFading = Spring(frequency: 14)
  /// So many cells leave visibly at most; of more the first ones are gone at once.
  private static let mostDepartures = 512
  /// An opacity that cannot be seen.
  private static let fadeTolerance = 0.004

  /// The layout for the present width, list and wanted size.
  func makeLayout(sections: GridSections? = nil) -> GridLayout {
    GridLayout(
      width: viewport.width, sections: sections ?? layout.sections, side: tuning.wantedSide,
      metrics: tuning.metrics, omitsOnlyHeader: tuning.omitsOnlyHeader)
  }

  /// The present list in so many columns.
  func makeLayout(columns: Int) -> GridLayout {
    GridLayout(
      width: viewport.width, sections: layout.sections, columns: columns, metrics: tuning.metrics,
      omitsOnlyHeader: tuning.omitsOnlyHeader)
  }

  // MARK: What stays in place

  /// What the person looks at: it stays in its place while everything around it changes. Nil keeps
  /// the offset.
  ///
  /// It is the first whole row; asked again before anything scrolled, it is the same as before, so
  /// that there and back again is where one was.
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

  /// `anchor`, unless keeping it loses the focus: with the same list from sight, with another one
  /// by more than a row.
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

  /// The focus, when something of it is seen.
  func seenFocus(at t: Timestamp) -> GridAnchor? {
    guard let focus else { return nil }
    let offset = scroll.position(at: t)
    let frame = layout.frame(ofItem: focus)
    guard frame.maxY > offset + clearArea.minY, frame.minY < offset + viewport.height else {
      return nil
    }
    return GridAnchor(item: focus, offset: offset, in: layout)
  }

  // MARK: From one layout to another

  /// Changes the layout around what the person looks at.
  mutating func relayout(_ next: GridLayout, animated: Bool, at t: Timestamp) {
    relayout(next, around: anchor(at: t), animated: animated, at: t)
  }

  /// Changes the layout; `anchor` stays in its place, and every cell goes on from where it is seen.
  ///
  /// - Parameters:
  ///   - glance: what was seen before, where the viewport has another size already.
  ///   - isFirm: true keeps the anchor even if the focus is lost from sight.
  ///   - change: the list that changes with it; anchor and `focused` are of the next one.
  mutating func relayout(
    _ next: GridLayout, from glance: GalleryGlance? = nil, around anchor: GridAnchor?,
    isFirm: Bool = false, focused: GridAnchor? = nil, change: GalleryChange? = nil,
    animated: Bool, at t: Timestamp
  ) {
    let before = glance ?? GalleryGlance(self, at: t, isSnapped: false)
    let focused = isFirm ? nil : change == nil ? seenFocus(at: t) : focused
    let anchor = choice(anchor, focused, isSameList: change == nil, in: next)
    let offset = anchor?.offset(in: next) ?? before.offset
    layout = next
    renumber(by: offset - before.offset, at: t)
    isUnsettled = true
    if let goal, !scroll.isHeld { reveal(goal.item, goal.reveal, animated: true, at: t) }
    takeHoldAgain(at: t)
    let isSeen = animated && !tuning.reducesMotion && before.layout.itemCount > 0
    reflow(from: isSeen ? before : nil, change: change, at: t)
    if let anchor { keptAnchor = KeptAnchor(anchor: anchor, offset: scroll.position(at: t)) }
  }

  /// Adds `delta` to all offsets: the content has other numbers, and nothing moves.
  private mutating func renumber(by delta: Double, at t: Timestamp) {
    scroll.renumber(by: delta, extent: extent, at: t)
    band?.origin.y += delta
    pace.reset()
  }

  /// Lets every cell go on from where it was `before` to where it belongs from now on; without
  /// that, everything is there at once.
  ///
  /// The neighbours of files that come and go move. With another number of columns or another order
  /// nearly every cell would cross the others: cells that belong elsewhere fade out where they are
  /// while those that belong there fade in above them.
  mutating func reflow(
    from before: GalleryGlance?, change: GalleryChange? = nil, at t: Timestamp
  ) {
    guard let before else {
      // A motion under way goes on, unless its cells have other numbers.
      if change != nil { (reflow, departures) = (GridReflow(), []) }
      return
    }
    reflow = GridReflow()
    let after = GalleryGlance(self, at: t, isSnapped: false)
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
      cells: cells.filter { !$0.value.isNothing },
      headers: before.headerDisplacements(in: after, change: change), at: t)
  }

  /// Cells that were leaving go on leaving from where they are seen.
  private mutating func moveDepartures(from before: GalleryGlance, to after: GalleryGlance) {
    let overflow = departures.count - Self.mostDepartures
    if overflow > 0 { departures.removeFirst(overflow) }
    for index in departures.indices {
      let shown = before.transform.apply(
        departures[index].frame.offset(by: Vector(dx: 0, dy: -before.offset)))
      departures[index].frame = after.transform.invert(shown)
        .offset(by: Vector(dx: 0, dy: after.offset))
    }
  }

  /// Cells that were fading out below others stay a little longer: those above them leave now, too.
  private mutating func restartDepartures(at t: Timestamp) {
    for index in departures.indices where !departures[index].shrinks {
      var alpha = AnimatedValue(min(1, max(0, departures[index].alpha.value(at: t))))
      alpha.animate(to: 0, with: Self.crossFading, at: t, tolerance: Self.fadeTolerance)
      departures[index].alpha = alpha
    }
  }

  private mutating func depart(
    _ item: Int, from before: GalleryGlance, to after: GalleryGlance, isGone: Bool,
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

extension GalleryGlance {
  /// True for a cell that can be followed with the eyes: no further than a viewport away.
  func isNear(_ rect: Rect) -> Bool {
    rect.maxY > -viewport.height && rect.minY < 2 * viewport.height
  }

  /// How far the cell that is `old` here and `item` there is from where it belongs there.
  func displacement(ofItem old: Int, to item: Int, in after: GalleryGlance)
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

  /// How far the headers seen there are from where they belong.
  func headerDisplacements(in after: GalleryGlance, change: GalleryChange?)
    -> [Int: GridReflow.Displacement]
  {
    guard layout.headerHeight > 0, after.layout.headerHeight > 0 else { return [:] }
    var sections = Set(after.headers.map(\.section))
    if change == nil { sections.formUnion(headers.map(\.section)) }
    // The one after the last pushes it out.
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
      if !displacement.isNothing { result[section] = displacement }
    }
    return result
  }
}
