import Geometry
public import Motion
import Transitions

/// The description of a frame.
extension BrowserState {
  /// The frame to be drawn at `t`.
  ///
  /// - Complexity: O(visible pages).
  public func frame(at t: Timestamp) -> BrowserFrame {
    let places = arrangement(at: t)
    let air = pictureInFlight(at: t)
    var pages = places.visible.map { page in
      page == air?.page
        ? flyingPage(page, air?.state, at: t) : ordinaryPage(page, at: t)
    }
    // A page that slides aside is drawn above the page that comes in its place.
    func height(_ page: Int) -> Double {
      page == index ? .infinity : abs(places.displacement(of: places.slot(of: page)))
    }
    pages.sort { (height($0.index), $0.index) < (height($1.index), $1.index) }
    return BrowserFrame(
      departing: departures.map { $0.shown(at: t) }, pages: pages, flying: flying(air, at: t),
      index: index, position: places.position,
      backdrop: backdropOpacity(at: t), chrome: chrome(at: t), pull: pull?.scale(at: t) ?? 1,
      isMoving: !isAtRest(at: t),
      isScaling: pull != nil || flight != nil || !current.isSettled(at: t))
  }

  /// The frame of page `index` at rest in the viewport.
  public func restingPage(_ index: Int) -> BrowserFrame.Page {
    let zoom = zoom(of: index)
    return BrowserFrame.Page(
      index: index, frame: Rect(origin: .zero, size: layout.viewport),
      content: hasContent(index) ? zoom.targetRect : .zero, scale: zoom.targetScale, opacity: 1,
      placement: .still)
  }

  private func ordinaryPage(_ page: Int, at t: Timestamp) -> BrowserFrame.Page {
    let frame = snappedPageFrame(of: page, at: t)
    let zoom = zoom(of: page)
    var result = BrowserFrame.Page(
      index: page, frame: frame,
      content: hasContent(page) ? zoom.rect(at: t).offset(by: frame.origin - .zero) : .zero,
      scale: zoom.scale(at: t), opacity: 1,
      placement: zoom.isSettled(at: t) ? .still : .moving)
    if page == index, let pull {
      result.content = pull.rect(at: t)
      result.scale *= pull.shownScale(at: t)
      result.opacity = pull.opacity(at: t)
      result.placement = .pulled
    } else if detachedFlights.contains(where: { $0.page == page }) {
      result.placement = .flying
    } else if flight?.flight.goal == .thumbnail {
      // A neighbouring page that still slides out during a return flight must be invisible at its
      // end.
      result.opacity = backdropOpacity(at: t)
    }
    return result
  }

  // MARK: Flying pictures

  /// The page whose picture is in flight or was caught in flight, and the visible state of that
  /// picture.
  private func pictureInFlight(at t: Timestamp) -> (page: Int, state: TransitionState)? {
    if let flight {
      return (
        flight.page, flight.flight.state(at: t).offset(by: offset(of: flight, at: t))
      )
    }
    return caught.map { ($0.page, shown(at: t)) }
  }

  private func flyingPage(_ page: Int, _ state: TransitionState?, at t: Timestamp)
    -> BrowserFrame.Page
  {
    var result = ordinaryPage(page, at: t)
    guard let lead = state?.lead else { return result }
    let rest = result.content
    if !rest.isEmpty, lead.picture != rest {
      result.scale *= lead.picture.width / rest.width
      result.content = lead.picture
      result.placement = .pulled
    }
    result.opacity = lead.alpha
    if lead.source != .page { result.placement = .flying }
    return result
  }

  private func flying(_ air: (page: Int, state: TransitionState)?, at t: Timestamp)
    -> [BrowserFrame.Flying]
  {
    var all = detachedFlights.map {
      BrowserFrame.Flying(page: $0.page, layers: $0.flight.state(at: t).layers)
    }
    if let air, let lead = air.state.lead, lead.source != .page {
      all.append(BrowserFrame.Flying(page: air.page, layers: air.state.layers))
    }
    return all
  }

  func chrome(at t: Timestamp) -> Double {
    (flight?.flight.state(at: t).chrome ?? caught?.shown.chrome ?? 1) * pulledChrome(at: t)
  }
}
