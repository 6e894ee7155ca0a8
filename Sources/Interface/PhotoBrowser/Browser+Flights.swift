import BrowserCore
import Geometry
public import Motion
import Transitions

/// Flights of pictures between the scene below and their pages.
extension Browser {
  /// Shows the current page with a flight from its thumbnail.
  ///
  /// - Parameter time: the present time, on the clock of the frames.
  public func show(at time: Timestamp) { show(index: state.index, at: time) }

  /// Shows page `index` with a flight from its thumbnail. A flight to the thumbnail of another page
  /// continues meanwhile; a browser that is open already turns to the page.
  ///
  /// - Parameter time: the present time, on the clock of the frames.
  public func show(index: Int, at time: Timestamp) {
    reach(time)
    hasActed = true
    if state.isDismissed { resetForShow(at: index) }
    // The size is applied first, so that the flight has it.
    if state.layout.viewport != frame.size { layout() }
    let index = state.layout.clamped(index)
    // The flight depends on the content of the page.
    makeLive(index)
    updateThumbnailAnchor(to: index)
    handle(state.apply(.show(page: index), at: lastTime))
    requestFrame()
  }

  /// Resets a browser that was closed: the pages or their pictures may have changed since.
  private func resetForShow(at index: Int) {
    recycleAll()
    state = BrowserState(
      viewport: frame.size, count: dataSource?.numberOfItems(in: self) ?? 0, index: index,
      tuning: scaledTuning)
    lastFrame = nil
    hasAppeared = false
    showsControls = true
    reloadOverlays()
  }

  /// Reports that thumbnails have moved or changed, so that pictures in flight follow.
  public func thumbnailsDidMove() {
    guard state.flight != nil || state.pull != nil else { return }
    updateThumbnailAnchor(to: state.index)
    requestFrame()
  }

  /// Asks the host for the thumbnail of a page, and passes its position to the state.
  ///
  /// - Parameter reveals: whether the thumbnail is scrolled into view before.
  func updateThumbnailAnchor(to index: Int, reveals: Bool = false) {
    guard isOverScene, state.layout.count > 0 else {
      if state.home != nil { handle(state.apply(.home(nil), at: lastTime)) }
      return
    }
    if reveals { tell { $0.browser(self, revealThumbnailFor: index) } }
    let thumbnail =
      delegate?.browser(self, thumbnailFor: index)
      ?? hookCaller.browser(self, thumbnailFor: index)
    thumbnails[index] = thumbnail
    if let size = thumbnail?.contentSize, !state.hasContent(index), !hasFailed(index) {
      handle(state.apply(.content(page: index, size: size), at: lastTime))
    }
    let cell = cell(at: index) as? PhotoCell
    if let thumbnail { cell?.thumbnail = thumbnail.picture }
    let home = Home(
      page: index, thumbnail: thumbnail?.place,
      provided: thumbnail?.flyingView == nil ? nil : thumbnail?.frame,
      hasPicture: cell?.painting != nil || canBePictured(index))
    handle(state.apply(.home(home), at: lastTime))
  }

  private func hasFailed(_ index: Int) -> Bool {
    if case .failed = (cell(at: index) as? PhotoCell)?.content { true } else { false }
  }

  /// Asks the host for the thumbnail before an action that may begin a flight to it.
  func prepareThumbnailAnchor(for action: BrowserAction) {
    guard isOverScene else { return }
    switch action {
    case .close: updateThumbnailAnchor(to: state.index, reveals: true)
    case .panEnded, .pinchEnded, .release:
      if state.pull != nil { updateThumbnailAnchor(to: state.index) }
    default: break
    }
  }

  /// Handles the effects of a flight.
  func handleFlight(_ effect: BrowserEffect) {
    switch effect {
    case .flightBegan(let direction, let page):
      empties(page, direction)
      takeSnapshot(of: page)
      tell { $0.browser(self, flightBegan: direction, page: page) }
    case .flightCaught(let page): tell { $0.browser(self, flightCaught: page) }
    case .flightEnded(let end, let page):
      if end == .page { emptySlot(state.index) }
      tell { $0.browser(self, flightEndedAt: end, page: page) }
    default: break
    }
  }

  /// Empties the slot of a thumbnail that takes part in a flight. When the page only fades, the
  /// slot is filled again while the backdrop still hides the scene.
  private func empties(_ page: Int, _ direction: TransitionDirection) {
    if let flight = state.flight, flight.flight.plan.layers.last?.source != .page, hasThumbnail {
      emptySlot(page)
    } else if direction == .dismiss, lastFrame?.backdrop ?? 1 >= 1 {
      emptySlot(nil)
    }
  }

  /// True when the host has given a thumbnail or a flying view of the current page.
  var hasThumbnail: Bool { state.home?.thumbnail != nil || state.home?.provided != nil }

  /// Reports to the host that the slot of page `index` is empty and all others are filled; nil
  /// fills all.
  func emptySlot(_ index: Int?) {
    let slot = options.hidesThumbnail && isOverScene ? index : nil
    guard slot != emptySlotIndex else { return }
    emptySlotIndex = slot
    tell { $0.browser(self, emptySlotFor: slot) }
  }

  /// Passes the pictures in flight to the player.
  func play(_ frame: BrowserFrame) {
    let pages = Set(frame.flying.map(\.page))
    for page in pages {
      var flyer = flyers[page] ?? TransitionPlayer.Flyer()
      if let painting = (cell(at: page) as? PhotoCell)?.painting { flyer.painting = painting }
      if let thumbnail = thumbnails[page] { flyer.thumbnail = thumbnail }
      flyers[page] = flyer
    }
    flyers = flyers.filter { pages.contains($0.key) }
    thumbnails = thumbnails.filter { pages.contains($0.key) || $0.key == state.index }
    player.show(frame.flying, flyers: flyers, height: lift.value(at: lastTime))
  }

  /// True when the browser takes input at `point`. During a flight to a thumbnail only the picture
  /// does; other points belong to the scene below.
  func takesInput(_ point: Point) -> Bool {
    guard isOverScene else { return true }
    guard !state.isDismissed else { return false }
    guard state.flight?.flight.goal == .thumbnail else { return true }
    // Before its first frame the flight is where the picture was last.
    let place = lastFrame?.flying.last?.layers.last?.clip ?? lastFrame?.pages.last?.content
    return place?.contains(point) ?? true
  }
}
