import Geometry
import Motion
import Transitions

/// The composition of a frame from pages whose pictures are in them, and pictures that are out of
/// their pages.
struct BrowserFrameComposer {
  let pages: Pager
  let presentation: PresentationState
  let time: Timestamp

  /// The frame to be drawn at ``time``.
  ///
  /// - Complexity: O(visible pages).
  func frame(isMoving: Bool) -> BrowserFrame {
    let arrangement = pages.arrangement(at: time)
    let inFlight = presentation.pictureInFlight(in: pages, at: time)
    var shown =
      pages.groups.hasSinglePages
      ? arrangement.visiblePages.map { index in
        let page = page(index, frame: arrangement.snappedFrame(of: index))
        return index == inFlight?.page ? flying(page, inFlight?.state) : page
      }
      : arrangement.visiblePages.flatMap { group in
        visiblePages(of: group, frame: arrangement.snappedFrame(of: group), inFlight: inFlight)
      }
    // The place of a page in the drawing order: pages displaced by a closing gap, which slide
    // aside, are above those that come in their place, the current page above them, and a page to
    // which a restored picture flies above all.
    func height(_ page: Int) -> Double {
      if pages.returnFlights.snapshot(of: page, at: time) != nil { return .infinity }
      guard page != pages.index else { return .greatestFiniteMagnitude }
      let slot = arrangement.slot(of: pages.groups.group(of: page))
      return abs(arrangement.gapDisplacement(of: slot))
    }
    shown.sort { (height($0.index), $0.index) < (height($1.index), $1.index) }
    let pull = presentation.pull
    return BrowserFrame(
      departing: pages.departingPages(at: time), pages: shown, flying: flyingPictures(inFlight),
      index: pages.index, position: pages.positionInPages(at: time),
      backdrop: presentation.backdrop(at: time),
      chrome: presentation.chrome(at: time), pullScale: pull?.scaleByProfile(at: time) ?? 1,
      isMoving: isMoving,
      isScaling: pull != nil || presentation.flight != nil || !isScaleSettled)
  }

  /// True when the scale of the current picture does not change at ``time``. A strip may scroll
  /// meanwhile.
  private var isScaleSettled: Bool {
    pages.groups.isStrip
      ? pages.currentZoom.isScaleSettled(at: time) : pages.currentZoom.isSettled(at: time)
  }

  /// The page `index`, whose picture is not in flight, at the rectangle `frame` of the viewport.
  private func page(_ index: Int, frame: Rect) -> BrowserFrame.Page {
    var page = pages.page(index, frame: frame, at: time)
    if index == pages.index, let pull = presentation.pull {
      page.content = pull.rect(at: time)
      page.scale *= pull.shownScale(at: time)
      page.opacity = pull.opacity(at: time)
      page.placement = .pulled
    } else if presentation.detached.contains(page: index) {
      page.placement = .flying
    } else if presentation.flight?.flight.goal == .thumbnail {
      // A page beside the current one that still slides out while the current picture returns to
      // its thumbnail must be invisible at the end of that flight.
      page.opacity = presentation.backdrop(at: time)
    }
    return returning(page)
  }

  /// The page `page`, with its picture on the way to it if the picture was restored just before.
  private func returning(_ page: BrowserFrame.Page) -> BrowserFrame.Page {
    guard page.placement != .flying, !page.content.isEmpty,
      let snapshot = pages.returnFlights.snapshot(of: page.index, at: time)
    else { return page }
    var page = page
    let rect = snapshot.rect(to: page.content)
    page.scale *= rect.width / page.content.width
    page.content = rect
    page.opacity *= snapshot.opacity
    page.placement = .pulled
    return page
  }

  /// The visible pages of a spread or strip. While the picture of one of them is in flight, the
  /// other pages move along with it, and fade. While the current picture is pulled, all pages of
  /// its group move with it.
  ///
  /// - Parameters:
  ///   - group: the number of the group of pages.
  ///   - frame: the rectangle of the group in the viewport, in device pixels.
  private func visiblePages(
    of group: Int, frame: Rect, inFlight: (page: Int, state: TransitionState)?
  ) -> [BrowserFrame.Page] {
    let isCurrent = group == pages.groups.group(of: pages.index)
    let rest = pages.visiblePages(of: group, frame: frame, at: time)
    if let inFlight, pages.groups.group(of: inFlight.page) == group,
      let lead = inFlight.state.topLayer
    {
      let rect = pages.groupFrames.groupRect(of: inFlight.page, whenPageAt: lead.picture)
      guard let unit = pages.groups.contentSize(of: group)?.width, unit > 0 else {
        return rest.map { $0.index == inFlight.page ? flying($0, inFlight.state) : $0 }
      }
      let isInPlace = rest.first { $0.index == inFlight.page }?.content == lead.picture
      var moved = pages.groupFrames.visiblePages(
        of: group, at: rect, scale: rect.width / unit, frame: frame,
        placement: isInPlace ? .still : .pulled)
      for index in moved.indices where moved[index].index != inFlight.page {
        let opacity = presentation.backdrop(at: time)
        moved[index].opacity = opacity * opacity
      }
      for index in moved.indices where moved[index].index == inFlight.page {
        moved[index].content = lead.picture
        moved[index].opacity = lead.alpha
        if lead.source != .page { moved[index].placement = .flying }
      }
      return moved
    }
    guard isCurrent, let pull = presentation.pull, presentation.activity.caught == nil else {
      return presentation.flight?.flight.goal == .thumbnail ? rest.map(faded) : rest
    }
    let rect = pull.rect(at: time)
    guard let unit = pages.groups.contentSize(of: group)?.width, unit > 0 else { return rest }
    return pages.groupFrames.visiblePages(
      of: group, at: rect, scale: rect.width / unit, frame: frame, placement: .pulled
    ).map {
      var page = $0
      page.opacity = pull.opacity(at: time)
      return page
    }
  }

  /// The page `page`, faded with the backdrop, while the current picture returns to its thumbnail.
  private func faded(_ page: BrowserFrame.Page) -> BrowserFrame.Page {
    var page = page
    page.opacity = presentation.backdrop(at: time)
    return page
  }

  // MARK: Flying pictures

  /// The page `page` with its picture at the position of its flight, which has the state `state`.
  private func flying(_ page: BrowserFrame.Page, _ state: TransitionState?) -> BrowserFrame.Page {
    guard let lead = state?.topLayer else { return page }
    var page = page
    // A page without a picture is in flight as a whole.
    let fills = page.content.isEmpty && pages.groups.hasSinglePages
    let rest = fills ? page.frame : page.content
    if !rest.isEmpty, lead.picture != rest {
      page.scale *= lead.picture.width / rest.width
      page.content = lead.picture
      page.placement = .pulled
    }
    page.opacity = lead.alpha
    if lead.source != .page { page.placement = .flying }
    return page
  }

  /// The pictures in flight that are not drawn by their pages: those of detached flights, and that
  /// of `inFlight`.
  private func flyingPictures(
    _ inFlight: (page: Int, state: TransitionState)?
  ) -> [BrowserFrame.FlyingPicture] {
    var all = presentation.detached.flyingPictures(at: time)
    if let inFlight, let lead = inFlight.state.topLayer, lead.source != .page {
      all.append(BrowserFrame.FlyingPicture(page: inFlight.page, layers: inFlight.state.layers))
    }
    return all
  }
}
