import BrowserCore
import Geometry
public import Motion
import Transitions

/// Flying pictures up from the scene below and home to it.
extension Browser {
  /// Flies the current page up from its thumbnail.
  ///
  /// - Parameter time: this moment, on the clock frames are timed by.
  public func show(at time: Timestamp) { show(index: state.index, at: time) }

  /// Flies page `index` up from its thumbnail. One that is in the air flies home meanwhile; one that
  /// is open already turns to the page.
  public func show(index: Int, at time: Timestamp) {
    reach(time)
    hasActed = true
    if state.isDismissed { beginAnew(at: index) }
    // The size first: a flight that begins now has the new one.
    if state.layout.viewport != frame.size { layout() }
    let index = state.layout.clamped(index)
    // What there is to fly decides how it flies.
    bringToLife(index)
    giveHome(to: index)
    handle(state.apply(.show(page: index), at: lastTime))
    requestFrame()
  }

  /// One that was closed has other pages by now, or others of them have pictures.
  private func beginAnew(at index: Int) {
    recycleAll()
    state = BrowserState(
      viewport: frame.size, count: dataSource?.numberOfItems(in: self) ?? 0, index: index,
      tuning: scaledTuning)
    lastFrame = nil
    hasAppeared = false
    reloadOverlays()
  }

  /// Thumbnails are elsewhere, or others, from now on: pictures in the air follow.
  public func thumbnailsDidMove() {
    guard state.flight != nil || state.pull != nil else { return }
    giveHome(to: state.index)
    requestFrame()
  }

  /// Asks the host for the place of a page's thumbnail.
  ///
  /// - Parameter reveals: true has it scrolled into view before.
  func giveHome(to index: Int, reveals: Bool = false) {
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

  /// Before an action that may end in a flight home, the host is asked where that is.
  func prepareHome(for action: BrowserAction) {
    guard isOverScene else { return }
    switch action {
    case .close: giveHome(to: state.index, reveals: true)
    case .panEnded, .pinchEnded, .release:
      if state.pull != nil { giveHome(to: state.index) }
    default: break
    }
  }

  /// Passes on what happens in the air.
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

  /// A thumbnail that flies leaves its slot. Where the page only fades, the slot is emptied and
  /// filled while nobody can see it, if there is such a moment.
  private func empties(_ page: Int, _ direction: TransitionDirection) {
    if let flight = state.flight, flight.flight.plan.layers.last?.source != .page {
      emptySlot(page)
    } else if direction == .dismiss, lastFrame?.backdrop ?? 1 >= 1 {
      emptySlot(nil)
    }
  }

  /// The slot of the picture that is away is empty, all others are filled.
  func emptySlot(_ index: Int?) {
    let slot = options.hidesSource && isOverScene ? index : nil
    guard slot != emptiedSlot else { return }
    emptiedSlot = slot
    tell { $0.browser(self, emptySlotFor: slot) }
  }

  /// Gives the player what is in the air.
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

  /// While a picture flies home only it is in the way of the scene below.
  func isInTheWay(_ point: Point) -> Bool {
    guard isOverScene else { return true }
    guard !state.isDismissed else { return false }
    guard state.flight?.flight.goal == .thumbnail else { return true }
    // Until the first frame of the flight the picture is where it was.
    let place = lastFrame?.flying.last?.layers.last?.clip ?? lastFrame?.pages.last?.content
    return place?.contains(point) ?? true
  }
}
