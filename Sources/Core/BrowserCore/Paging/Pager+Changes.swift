import Geometry
import Motion

/// Changes of the viewport's size and of the album's pages.
extension Pager {
  mutating func resize(to viewport: Size, at t: Timestamp) {
    row.resize(to: viewport)
    let before = groups
    groups.tune(tuning, viewport: viewport)
    relayout(from: before, at: t)
  }

  mutating func relayout(from before: PageGroups, at t: Timestamp) {
    let rules = GroupZooms.Rules(tuning, viewport: layout.viewport)
    guard groups.isStrip else { return zooms.relayout(rules, at: t) }
    rearrangeStrip(from: before, rules, at: t)
  }

  /// Changes the positions of the pages in a strip, as after the size of a picture has become
  /// known. The page at which the user reads, or the page that a command has asked for, stays at
  /// its position on the screen: by its top if that is visible, otherwise by the line at which the
  /// user reads.
  private mutating func rearrangeStrip(
    from before: PageGroups, _ rules: GroupZooms.Rules, at t: Timestamp
  ) {
    guard let size = groups.content(of: 0) else { return }
    let seen = current.visibleHeights(at: t)
    var line = current.content.isEmpty ? 0 : current.readingLine(at: t)
    let top = before.frame(of: wanted ?? before.page(atHeight: line)).minY
    if seen.contains(top) { line = top }
    zooms.rearrangeStrip(
      rules, size: size, moving: line, to: groups.height(of: line, in: before), at: t)
    showWantedPage(animated: !current.isSettled(at: t), at: t)
  }

  /// Scrolls a strip until the top of the page that a command has asked for is at the top of the
  /// viewport, as far as the ends of the strip allow. A strip that is held stays.
  private mutating func showWantedPage(animated: Bool, at t: Timestamp) {
    guard let wanted, !current.isHeld else { return }
    let corner = current.corner(showing: groups.frame(of: wanted).minY)
    let isThere = abs(corner.y - current.targetRect.minY) <= ZoomTuning.tolerance
    // A strip that moves there already arrives at once if the motion is not wanted.
    guard !isThere || !animated && !current.isSettled(at: t) else { return }
    current.scroll(corner: corner, animated: animated && !tuning.reducesMotion, at: t)
  }

  /// Groups the pages by the current options: single pages, spreads or a strip. The current page
  /// stays.
  mutating func regroup(at t: Timestamp) {
    var pictures: [Int: PageContent] = [:]
    for page in 0..<groups.count {
      pictures[page] = groups.isSingle ? zooms.content(of: page) : groups.picture(of: page)
    }
    groups.reset(tuning, viewport: layout.viewport)
    groups.setPictures(pictures)
    showGroupsAnew(at: t)
    guard groups.isSingle else { return }
    for (page, content) in pictures { _ = zooms.setContent(content, of: page, at: t) }
  }

  /// Shows the current page at once, after the groups of pages have got other numbers.
  mutating func showGroupsAnew(at t: Timestamp) {
    zooms.removeAll()
    zooms.relayout(GroupZooms.Rules(tuning, viewport: layout.viewport), at: t)
    removeDepartures()
    returns.removeAll()
    let page = layout.clamped(index)
    row.reload(count: groups.groupCount, page: groups.group(of: page), at: t)
    choice.turn(to: page)
    want(page)
    fillGroups(at: t)
    if groups.isStrip { fillStrip() }
    tracker.invalidateWindow()
    tracker.unsettle()
  }

  /// Sets the size of every spread from the sizes of the pictures on it.
  private mutating func fillGroups(at t: Timestamp) {
    guard groups.reading == .spreads else { return }
    for group in 0..<groups.groupCount { fill(group, at: t) }
  }

  private mutating func fill(_ group: Int, at t: Timestamp) {
    let content = groups.content(of: group).map { PageContent(size: $0, isScalable: false) }
    _ = zooms.setContent(content, of: group, at: t)
  }

  /// Sets the size and kind of the picture of `page`.
  ///
  /// - Returns: false when they are the same as before.
  mutating func setContent(_ content: PageContent?, of page: Int, at t: Timestamp) -> Bool {
    if groups.isSingle { return zooms.setContent(content, of: page, at: t) }
    let before = groups
    guard groups.setPicture(content, of: page, current: index) else { return false }
    if groups.isStrip {
      rearrangeStrip(
        from: before, GroupZooms.Rules(tuning, viewport: layout.viewport), at: t)
    } else if groups.groupCount != before.groupCount
      || groups.group(of: page) != before.group(of: page)
    {
      pairAnew(from: before, at: t)
    } else {
      fill(groups.group(of: page), at: t)
    }
    return true
  }

  /// Adopts other spreads, of which the current one begins with the same page as before. Its zoom
  /// and scroll position stay if it still has the same pages.
  private mutating func pairAnew(from before: PageGroups, at t: Timestamp) {
    let view = current
    let isMoving = !row.isSettled(at: t)
    let group = groups.group(of: index)
    let moved = group - before.group(of: index)
    let wasWhole = groups.pages(in: group) == before.pages(in: before.group(of: index))
    zooms.removeAll()
    fillGroups(at: t)
    row.renumber(count: groups.groupCount, by: moved, at: t)
    if wasWhole { zooms.setZoom(view, of: group) }
    tracker.invalidateWindow()
    if !isMoving { tracker.unsettle(unlessOn: index) }
  }

  /// Sets the zoom mode of the current page, which decides the scale at fit.
  mutating func setMode(_ mode: BrowserTuning.ZoomMode, animated: Bool, at t: Timestamp) {
    if groups.isStrip {
      zooms.setStripMode(mode, animated: animated, at: t)
    } else {
      zooms.setMode(mode, of: row.index, animated: animated, at: t)
    }
  }

  /// Makes the page with the index `page` the current one, and shows it at once.
  mutating func jump(to page: Int, at t: Timestamp) {
    let page = layout.clamped(page)
    row.jump(to: groups.group(of: page), at: t)
    choice.turn(to: page)
    want(page)
    if groups.isStrip { scrollStrip(to: page, animated: false, at: t) }
    tracker.unsettle()
  }

  /// Replaces all pages by `count` others, and shows the one at the index `page` at once.
  mutating func reload(count: Int, page: Int, at t: Timestamp) {
    let old = index
    removeDepartures()
    returns.removeAll()
    zooms.removeAll()
    groups.reload(count: count)
    choice.turn(to: layout.clamped(page))
    row.reload(count: groups.groupCount, page: groups.group(of: index), at: t)
    want(index)
    fillStrip()
    tracker.invalidateWindow()
    if index == old { tracker.unsettle(unlessOn: old) } else { tracker.unsettle() }
  }

  mutating func removeAll() {
    groups.reload(count: 0)
    row.removeAll()
  }

  /// Inserts `count` pages before the page at the index `position`.
  ///
  /// - Returns: the change of the pages' indices; nil when the album was empty.
  mutating func insert(_ count: Int, at position: Int, animated: Bool, at t: Timestamp)
    -> PageRenumbering?
  {
    let isAnimated = animated && !tuning.reducesMotion
    guard groups.isSingle else {
      let hadPages = groups.count > 0
      let position = min(max(0, position), groups.count)
      let change = PageRenumbering.inserted(count: count, at: position)
      regroup(change, count: groups.count + count, current: hadPages ? change(index) : index, at: t)
      return hadPages ? change : nil
    }
    groups.renumber(nil, count: groups.count + count)
    let renumbering = row.insert(count, at: position, animated: isAnimated, at: t)
    choice.turn(to: row.index)
    tracker.invalidateWindow()
    return renumbered(renumbering)
  }

  /// Renumbers the pages of spreads or of a strip after `change`, and shows the page that has the
  /// index `page` now.
  private mutating func regroup(
    _ change: PageRenumbering, count: Int, current page: Int, at t: Timestamp
  ) {
    let before = groups
    let line = groups.isStrip && groups.count > 0 ? current.readingLine(at: t) : 0
    let read = groups.isStrip && groups.count > 0 ? groups.page(atHeight: line) : -1
    let view = current
    groups.renumber(change, count: count)
    tracker.renumber(change)
    choice.turn(to: layout.clamped(page))
    if groups.isStrip, before.count > 0, count > 0, let size = groups.content(of: 0) {
      // The page at which the user reads, or that a command has asked for, stays at its position;
      // the page after a removed one takes its place.
      let isRemoved = change == .removed(read)
      let top = before.frame(of: read).minY
      let within = isRemoved ? 0 : line - top
      let page = isRemoved ? index : change(read)
      choice.want(wanted.map { change == .removed($0) ? index : change($0) })
      zooms.setZoom(view, of: 0)
      zooms.rearrangeStrip(
        GroupZooms.Rules(tuning, viewport: layout.viewport), size: size, moving: top + within,
        to: groups.frame(of: page).minY + within, keepsTop: page == read, at: t)
      showWantedPage(animated: !view.isSettled(at: t), at: t)
      return tracker.invalidateWindow()
    }
    showGroupsAnew(at: t)
  }

  /// Removes `page`, which must not be the current one.
  mutating func remove(_ page: Int, animated: Bool, at t: Timestamp) -> PageRenumbering {
    guard groups.isSingle else {
      let change = PageRenumbering.removed(page)
      regroup(change, count: groups.count - 1, current: change(index), at: t)
      return change
    }
    groups.renumber(nil, count: groups.count - 1)
    let renumbering = row.remove(page, animated: animated, at: t)
    choice.turn(to: row.index)
    renumber(renumbering)
    return renumbering
  }

  /// Removes the current page; if `slides`, the page that takes its place slides in.
  mutating func removeCurrent(slides: Bool, at t: Timestamp) -> PageRenumbering {
    guard groups.isSingle else {
      let change = PageRenumbering.removed(index)
      regroup(change, count: groups.count - 1, current: min(index, groups.count - 2), at: t)
      tracker.unsettle()
      return change
    }
    groups.renumber(nil, count: groups.count - 1)
    let renumbering = row.removeCurrent(slides: slides, at: t)
    choice.turn(to: row.index)
    renumber(renumbering)
    tracker.unsettle()
    return renumbering
  }

  /// Moves the page at the index `page` to the index `position`.
  ///
  /// - Returns: the change of the pages' indices; nil when nothing moves.
  mutating func move(_ page: Int, to position: Int, at t: Timestamp) -> PageRenumbering? {
    guard groups.isSingle else {
      let position = layout.clamped(position)
      guard page >= 0, page < groups.count, page != position else { return nil }
      let change = PageRenumbering.moved(from: page, to: position)
      regroup(change, count: groups.count, current: change(index), at: t)
      return change
    }
    let renumbering = row.move(page, to: position, at: t)
    choice.turn(to: row.index)
    return renumbered(renumbering)
  }

  /// Starts the flight of a restored picture to its page, from the rectangle `start` of the
  /// viewport. Pages that are visible already, page effects, and pages that are put together for
  /// reading have no such flight.
  mutating func beginReturn(of page: Int, from start: Rect, at t: Timestamp) {
    guard groups.isSingle, !tuning.reducesMotion, !tuning.hasPageEffect, !start.isEmpty,
      !arrangement(at: t).visible.contains(page)
    else { return }
    returns.add(page, from: start, at: t)
  }

  private mutating func renumbered(_ renumbering: PageRenumbering?) -> PageRenumbering? {
    if let renumbering { renumber(renumbering) }
    return renumbering
  }

  private mutating func renumber(_ renumbering: PageRenumbering) {
    zooms.renumber(renumbering)
    returns.renumber(renumbering)
    tracker.renumber(renumbering)
  }
}
