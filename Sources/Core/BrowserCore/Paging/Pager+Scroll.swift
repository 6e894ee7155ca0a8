import Geometry
import Motion

/// The positions of the pages, and the places to which gestures and commands lead.
extension Pager {
  /// The positions of the groups of pages at `t`.
  func arrangement(at t: Timestamp) -> PageArrangement { row.arrangement(at: t) }

  /// The position of the top left corner of the group of `page` in the viewport, in whole device
  /// pixels.
  func offset(of page: Int, at t: Timestamp) -> Vector {
    arrangement(at: t).snappedFrame(of: groups.group(of: page)).origin - .zero
  }

  /// The position of the top left corner of the current page's group in the viewport, in whole
  /// device pixels.
  func offset(at t: Timestamp) -> Vector { offset(of: index, at: t) }

  /// The velocity of the current page on the screen, in device pixels per second.
  func velocity(at t: Timestamp) -> Vector { row.velocity(at: t) }

  /// The effect of a pan in `direction`, which is recognised at `t`.
  func panIntent(for direction: Vector, at t: Timestamp) -> PanIntent {
    let isAcross = abs(direction[layout.axis.cross]) >= abs(direction[layout.axis])
    // A page that a page effect draws has no rectangle on the screen, so its picture cannot be
    // pulled out of it.
    if !scroll.isSettled(at: t), !isAcross || tuning.hasPageEffect { return .turnPages }
    let zoom = currentZoom
    let intent = PanIntent(
      PanIntent.Situation(
        direction: direction, bounds: zoom.bounds(at: t), pictureCorner: zoom.rect(at: t).origin,
        axis: layout.axis, isZoomed: zoom.isZoomed,
        profile: tuning.dismissProfile, isPullDownEnabled: tuning.isDismissGestureEnabled))
    // A strip has no page beside it, so a pan that would turn the page moves the strip.
    if groups.isStrip { return intent == .turnPages ? .panPicture : intent }
    return intent == .turnPages && canPageAtEdges(at: t) ? .panPicture : intent
  }

  /// True when the current picture can be panned along the paging axis, and a pan beyond its edges
  /// scrolls the pages.
  func canPageAtEdges(at t: Timestamp) -> Bool {
    tuning.allowsPagingPastEdges && currentZoom.bounds(at: t).canMove(along: layout.axis)
  }

  /// True when the pan of the picture of `page` is beyond an edge of the picture, so that it
  /// scrolls the pages.
  func isPastEdge(_ page: Int, at t: Timestamp) -> Bool { panOverflow(of: page, at: t) ?? 0 != 0 }

  /// The distance by which the pan of the picture of `page` is beyond an edge of the picture, in
  /// device pixels; nil while the picture is not panned.
  func panOverflow(of page: Int, at t: Timestamp) -> Double? {
    zooms[groups.group(of: page)].panOverflow(along: layout.axis, at: t)
  }

  /// The slot that is `step` slots after the one on which the scroll comes to rest; nil beyond the
  /// first and last slot.
  func slot(after step: Int) -> Int? {
    let groupLayout = row.layout
    let count = groupLayout.count
    let goal = groupLayout.slot(at: scroll.target) + min(max(step, -count), count)
    return groupLayout.contains(slot: goal) ? goal : nil
  }

  /// The slot of the group of `page` that is nearest to the scroll position; `page` is limited to
  /// the pages.
  func slot(of page: Int, at t: Timestamp) -> Int {
    row.layout.slot(
      of: groups.group(of: layout.clamped(page)), near: scroll.position(at: t))
  }

  /// The index of the page on which the scroll comes to rest.
  var targetPage: Int {
    let group = row.layout.index(at: scroll.target)
    return groups.hasSinglePages ? group : currentPage(ofGroup: group)
  }
}
