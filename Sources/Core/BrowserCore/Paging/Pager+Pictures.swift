import Geometry
import Motion

/// The pictures of the pages, and the zoom of the current one.
extension Pager {
  /// The page `page` as it is drawn at `t`: a single page, not one in a spread or strip, whose
  /// picture is neither pulled out nor in flight.
  ///
  /// - Parameter frame: the rectangle of the page in the viewport, in device pixels.
  func page(_ page: Int, frame: Rect, at t: Timestamp) -> BrowserFrame.Page {
    let zoom = zooms[page]
    return BrowserFrame.Page(
      index: page, frame: frame,
      content: zooms.hasContent(page) ? zoom.rect(at: t).offset(by: frame.origin - .zero) : .zero,
      scale: zoom.scale(at: t), opacity: 1, placement: zoom.isSettled(at: t) ? .still : .moving)
  }

  /// True when the size of the current group of pages, or of its single picture, is known.
  var hasPicture: Bool { zooms.hasContent(row.index) }

  /// The zoom of the picture of `page`, derived from the zoom of its group.
  func zoom(of page: Int) -> ZoomState {
    let zoom = zooms[groups.group(of: page)]
    guard !groups.hasSinglePages else { return zoom }
    return zoom.stateOfPart(groups.frame(of: page), size: groups.size(of: page) ?? .zero)
  }

  func zoomMode(of page: Int) -> BrowserTuning.ZoomMode {
    zooms.zoomMode(of: groups.group(of: page))
  }
  func hasContent(_ page: Int) -> Bool {
    groups.hasSinglePages ? zooms.hasContent(page) : groups.size(of: page) != nil
  }
  func isScalable(_ page: Int) -> Bool {
    groups.hasSinglePages ? zooms.isScalable(page) : groups.picture(of: page)?.isScalable ?? false
  }

  /// The frames of the pages in spreads and strips.
  var groupFrames: GroupFrames { GroupFrames(groups, viewport: layout.viewport) }

  /// The rectangle of a group of pages at rest: the whole viewport.
  var restingPageRect: Rect { Rect(origin: .zero, size: layout.viewport) }

  /// The rectangle at rest of the content of the current group, in its page; the whole page when
  /// the content's size is unknown.
  var restingRect: Rect { hasPicture ? currentZoom.targetRect : restingPageRect }

  /// The rectangle at rest of the current page's picture, in the coordinates of its group.
  var restingPicture: Rect { picture(in: restingRect) }

  /// The rectangle at rest of the picture of `page`, in the coordinates of its own group.
  func restingRect(ofPage page: Int) -> Rect {
    let group = groups.group(of: page)
    let rest = zooms[group].targetRect
    return groups.hasSinglePages ? rest : groupFrames.pageRect(page, whenGroupAt: rest)
  }

  /// The rectangle of the current page's picture when the content of its group is at `rect`. The
  /// mapping is linear, so it also maps the rate of change of the group's rectangle to that of the
  /// picture's.
  func picture(in rect: Rect) -> Rect {
    groups.hasSinglePages ? rect : groupFrames.pageRect(index, whenGroupAt: rect)
  }

  /// The rectangle at rest that a picture of size `size` would have on the current page.
  func restingRect(of size: Size) -> Rect {
    guard !groups.hasSinglePages else { return zooms.restingRect(of: size, on: index) }
    let rest = restingPicture
    guard !size.isEmpty, !rest.isEmpty else { return rest }
    let scale = ContentFit.fit.scale(content: size, in: rest.size)
    return Rect(center: rest.center, size: size * scale)
  }

  /// The rectangle of the content of the current group in its page at `t`; the whole page when its
  /// size is unknown.
  func pictureRect(at t: Timestamp) -> Rect {
    hasPicture ? currentZoom.rect(at: t) : restingPageRect
  }

  /// The rectangle of the content of the current group in the viewport at `t`; that of the page
  /// when its size is unknown.
  func pictureRectInViewport(at t: Timestamp) -> Rect {
    pictureRect(at: t).offset(by: offset(at: t))
  }

  /// The rate of change of the rectangle of the current group's content in its page, per second;
  /// zero when its size is unknown.
  func pictureRate(at t: Timestamp) -> Rect { hasPicture ? currentZoom.rate(at: t) : .zero }

  // MARK: The current picture

  /// Makes the current picture show the part that the picture of `leader` shows.
  ///
  /// - Parameter joins: true animates the current picture to that part.
  /// - Returns: false when nothing has changed.
  mutating func follow(_ leader: ZoomState, joins: Bool, at t: Timestamp) -> Bool {
    var zoom = currentZoom
    if joins { zoom.animateToView(of: leader, at: t) } else { zoom.follow(leader, at: t) }
    guard zoom != currentZoom else { return false }
    currentZoom = zoom
    return true
  }

  /// `point` of the viewport in the coordinates of the current page.
  func pointInPage(_ point: Point, at t: Timestamp) -> Point { point - offset(at: t) }

  mutating func beginPinch(centroid: Point, at t: Timestamp) {
    dropRequestedPage()
    let point = pointInPage(centroid, at: t)
    currentZoom.grabPinch(centroid: point, at: t)
  }

  mutating func pinch(factor: Double, centroid: Point, at t: Timestamp) {
    let point = pointInPage(centroid, at: t)
    currentZoom.pinch(factor: factor, centroid: point)
  }

  /// Zooms or scrolls the current picture by a zoom or scroll action; other actions are ignored.
  mutating func zoom(_ action: BrowserAction, animated mayAnimate: Bool, at t: Timestamp) {
    if case .scroll = action { dropRequestedPage() }
    currentZoom.perform(action, offset: offset(at: t), animated: mayAnimate, at: t)
  }
}
