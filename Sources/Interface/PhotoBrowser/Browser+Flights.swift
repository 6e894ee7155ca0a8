import BrowserCore
import Geometry
public import Motion
import Transitions

/// The flights of pictures between thumbnails in the scene below and pages.
extension Browser {
  /// Shows the current page, whose picture flies out of its thumbnail.
  ///
  /// - Parameter time: the current time, on the clock of the frames.
  public func show(at time: Timestamp) { show(index: state.index, at: time) }

  /// Shows the page at `index`, whose picture flies out of its thumbnail. The flight of another
  /// picture back to its thumbnail continues meanwhile; a browser that is open already turns to the
  /// page.
  ///
  /// - Parameter time: the current time, on the clock of the frames.
  public func show(index: Int, at time: Timestamp) {
    advanceClock(to: time)
    requestFrameAfterAction()
    if state.isDismissed { resetForShow(at: index) }
    // The new size of the view is applied first, so that the flight ends at the right place.
    if state.layout.viewport != pageSize { layout() }
    let index = state.layout.clamped(index)
    // The page gets its cell first, because the flight depends on the content of the page.
    makeLive(index)
    updateThumbnailAnchor(to: index)
    apply(.flyFromThumbnail(page: index))
    requestFrame()
  }

  /// Discards pages, frames and flights of a closed browser, whose pages or pictures may have
  /// changed since.
  private func resetForShow(at index: Int) {
    recycleAll()
    replaceState(count: dataSource?.numberOfItems(in: self) ?? 0, index: index)
    discardShownFrame()
    showsControls = true
    overlayStack.reload()
  }

  /// Reports that the host's thumbnails have moved or changed, so that pictures in flight follow.
  public func thumbnailsDidMove() {
    guard state.flight != nil || state.pull != nil || state.isLeaving else { return }
    updateThumbnailAnchor(to: state.index)
    requestFrame()
  }

  /// Requests the thumbnail of the page at `index` from the host, and passes its position to the
  /// state.
  ///
  /// - Parameter reveals: whether the host first scrolls the thumbnail into view.
  func updateThumbnailAnchor(to index: Int, reveals: Bool = false) {
    guard isOverScene, state.layout.count > 0 else {
      if state.thumbnailAnchor != nil { apply(.thumbnailAnchor(nil)) }
      return
    }
    if reveals { events.raise(.thumbnailRevealRequested(page: index)) }
    let thumbnail = events.thumbnail(for: index)
    flights.setThumbnail(thumbnail, of: index)
    if let size = thumbnail?.contentSize, !state.hasContent(index),
      mayAssumeThumbnailSize(of: index)
    {
      apply(.content(page: index, size: size))
    }
    let cell = cell(at: index) as? PhotoCell
    if let thumbnail { cell?.thumbnail = thumbnail.picture }
    var geometry = thumbnail?.geometry
    geometry?.isVisibleOutside = isComparisonPane
    let anchor = ThumbnailAnchor(
      page: index, thumbnail: geometry,
      flyingViewFrame: thumbnail?.flyingView == nil ? nil : thumbnail?.frame,
      hasPicture: cell?.placedContent != nil || canTakeSnapshot(of: index))
    apply(.thumbnailAnchor(anchor))
  }

  /// Whether the content of the page at `index`, whose size is unknown, may be assumed to have the
  /// size of its thumbnail's picture: true unless its photo has failed to load, or its cell is not
  /// a ``PhotoCell``.
  private func mayAssumeThumbnailSize(of index: Int) -> Bool {
    guard let cell = cell(at: index) else { return true }
    guard let photo = cell as? PhotoCell else { return false }
    if case .failed = photo.content { return false }
    return true
  }

  /// Requests the thumbnail of the current page before an action that may begin a flight to it.
  func prepareThumbnailAnchor(for action: BrowserAction) {
    guard isOverScene else { return }
    switch action {
    case .close: updateThumbnailAnchor(to: state.index, reveals: true)
    case .panEnded, .pinchEnded, .release:
      if state.pull != nil { updateThumbnailAnchor(to: state.index) }
    default: break
    }
  }

  func handleFlight(_ effect: BrowserEffect) {
    switch effect {
    case .flightBegan(let direction, let page):
      setEmptySlot(forFlightOf: page, direction)
      takeSnapshot(of: page)
      events.raise(.flightBegan(direction, page: page))
    case .flightCaught(let page): events.raise(.flightCaught(page: page))
    case .flightEnded(let end, let page):
      if end == .page { setEmptySlot(state.index) }
      events.raise(.flightEnded(end, page: page))
    default: break
    }
  }

  /// Reports to the host the empty slot of the thumbnail that takes part in a flight. If the page
  /// only fades out, the slot is filled again while the backdrop still hides the scene below.
  private func setEmptySlot(forFlightOf page: Int, _ direction: Flight.Direction) {
    if let flight = state.flight, flight.flight.plan.layers.last?.source != .page, hasThumbnail {
      setEmptySlot(page)
    } else if direction == .dismiss, shownFrame?.backdrop ?? 1 >= 1 {
      setEmptySlot(nil)
    }
  }

  /// Whether the host has given a thumbnail or a flying view for the current page.
  var hasThumbnail: Bool {
    state.thumbnailAnchor.map { $0.thumbnail != nil || $0.flyingViewFrame != nil } ?? false
  }

  /// Reports to the host that the thumbnail of the page at `index` is hidden, as an empty slot, and
  /// all others are visible; nil makes all visible.
  func setEmptySlot(_ index: Int?) {
    let slot = options.hidesThumbnail && isOverScene ? index : nil
    if flights.setEmptySlot(slot) { events.raise(.emptySlotChanged(page: slot)) }
  }

  /// Whether the browser takes input at `point`, in its coordinates. During a flight to a thumbnail
  /// only the picture in flight does; other points belong to the scene below.
  func takesInput(at point: Point) -> Bool {
    guard isOverScene else { return true }
    guard !state.isDismissed else { return false }
    guard state.flight?.flight.goal == .thumbnail else { return true }
    // Before its first frame the picture in flight is still at its last place on the page.
    let pictureFrame = shownFrame?.flying.last?.layers.last?.clip ?? shownFrame?.pages.last?.content
    return pictureFrame?.contains(point) ?? true
  }
}
