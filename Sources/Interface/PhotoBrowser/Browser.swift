public import BrowserCore
public import Drawing
public import Geometry
public import Input
public import Motion
import Transitions
public import Views

/// A view of pages side by side that can be paged, zoomed, pulled down and flown to and from
/// thumbnails.
///
/// The browser owns neither data nor a loader: its data source provides the number of pages and the
/// cells, and fills the cells. A browser that starts without pages shows its background and takes
/// pages later; one that loses its last page closes. Input events arrive through the stage and
/// become actions on the state of the browser, which is a value. Every frame is derived from this
/// state and the time of the frame.
///
/// Rectangles and points are in the browser's coordinates: device pixels, y down, origin at the top
/// left corner.
@MainActor
public final class Browser: View {
  /// The state of the browser: pages, scroll position, zoom, pull-down and flights.
  package private(set) var state: BrowserState
  /// The provider of the pages. The browser retains it, so a data source must refer to its browser
  /// by a weak reference. Setting the property reloads all pages. Default: nil, for no pages.
  public var dataSource: (any BrowserDataSource)? {
    willSet { recycleAll() }
    didSet { reloadData() }
  }
  /// The pages as closures. Setting this property makes the list the ``dataSource``. The browser
  /// retains the closures, so one that uses the browser must capture it weakly.
  public var pages: PageList? {
    didSet { pagesDidChange() }
  }
  /// The index of the page that is shown first, read when the first pages arrive. Default: 0.
  public var initialIndex = 0
  /// The receiver of the browser's events; a weak reference.
  public var delegate: (any BrowserDelegate)? {
    get { events.delegate }
    set { events.delegate = newValue }
  }
  /// The receiver that gets each event after the closures and the delegate; a weak reference.
  package var host: (any BrowserEventReceiver)? {
    get { events.host }
    set { events.host = newValue }
  }
  /// The events as closures, called before the corresponding methods of ``delegate``.
  public var hooks: BrowserHooks { events.hooks }
  /// The visibility of the browser as a whole. A host that moves the browser in or out sets it.
  /// Default: in place.
  public var presence: Presence {
    get { visits.presence }
    set { visits.setPresence(newValue) }
  }
  /// The appearance of the browser, and the meaning of gestures. Changes apply at once.
  public var options: BrowserOptions {
    didSet { optionsDidChange() }
  }
  /// Whether areas behind the window can show through the backdrop. Default: false.
  public var isTranslucent = false {
    didSet { if isTranslucent != oldValue { setNeedsDisplay() } }
  }
  /// Whether another scene is drawn below the browser. The backdrop then fades to reveal that
  /// scene, and pictures fly between its thumbnails and their pages. Default: false.
  public var isOverScene = false {
    didSet { if isOverScene != oldValue { sceneBelowDidChange() } }
  }
  /// Whether the browser is one of several panes of a host that draws one backdrop for all panes.
  /// The browser then draws none, and clips its pages. Default: false.
  package var isComparisonPane = false {
    didSet {
      guard isComparisonPane != oldValue else { return }
      cells.layer.clipsChildren = isComparisonPane
      sceneBelowDidChange()
    }
  }
  /// Whether the pages are hidden, because a scene above shows the same pictures. Default: false.
  package var arePagesHidden = false {
    didSet { cells.layer.isHidden = arePagesHidden }
  }
  /// The insets that the host's bars cover, in device pixels; overlays are laid out inside them.
  /// Default: zero.
  public var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// The height at the bottom that a view of the host takes, in device pixels; pages and overlays
  /// are laid out above it. Default: 0.
  package var footerHeight = 0.0 {
    didSet { if footerHeight != oldValue { setNeedsLayout() } }
  }
  /// The size of a page, in device pixels: that of the browser without ``footerHeight``.
  package var pageSize: Size {
    Size(width: frame.width, height: max(0, frame.height - footerHeight))
  }
  /// The area for messages of the host, in the browser's coordinates: the part that neither the
  /// host's bars nor the overlays nor the controls of the current page cover.
  public var messageArea: Rect {
    guard let cell = visibleCell else { return overlayStack.freeArea }
    return bounds.inset(by: cell.controlsInsets).intersection(overlayStack.freeArea)
      ?? overlayStack.freeArea
  }
  /// Whether pages are turned faster than their pictures load. The visible picture then stays until
  /// the picture of another page has loaded, and no progress ring appears. Default: false.
  package var isPagingFast = false {
    didSet {
      guard isPagingFast != oldValue else { return }
      for cell in cells.photoCells { cell.isPagingFast = isPagingFast }
    }
  }
  /// Whether the slideshow stops measuring its interval without being paused, for instance while
  /// the host shows something over the page. Default: false.
  public var isSlideshowSuspended = false {
    didSet { if isSlideshowSuspended != oldValue { requestFrame() } }
  }
  /// Whether caption, buttons and indicator are visible; see ``BrowserOverlay/hidesWithControls``.
  /// If the action of a click is ``BrowserOptions/ClickAction/controls``, a click toggles the
  /// property. Opening the browser makes it true. Default: true.
  public var showsControls = true {
    didSet {
      guard showsControls != oldValue else { return }
      requestFrame()
      events.raise(.controlsChanged(isVisible: showsControls))
    }
  }
  /// The page indicator, in front of all other overlays; nil for none. Default: nil.
  public var indicator: (any PageIndicator)? {
    get { overlayStack.indicator }
    set { overlayStack.replaceIndicator(by: newValue) }
  }
  /// The maximum opacity of the indicator, with which a host fades it together with its own
  /// controls. Default: 1.
  public var indicatorOpacity: Double {
    get { overlayStack.indicatorOpacity }
    set { overlayStack.setIndicatorOpacity(newValue) }
  }
  /// The overlays over the pages except the indicator, the frontmost last; see ``addOverlay(_:)``.
  public var overlays: [any BrowserOverlay] { overlayStack.overlays }

  /// A closure called when a finger has swiped up over a page whose picture is at fit.
  package var onSwipeUp: () -> Void = {}
  /// The direction in which the user pages. The host records the page turns of its own commands
  /// here.
  package var pagingDirection = PagingDirection()
  /// A closure called after every event of the pointer.
  var onPointerEvent: () -> Void = {}
  /// The position of the pointer in the browser's coordinates; nil after it has left.
  var pointer: Point? { gestures.pointer }

  /// A closure that returns texts about a page for assistive programs. Default: no texts.
  package var accessiblePageTexts: (_ page: Int) -> AccessiblePageTexts = { _ in
    AccessiblePageTexts()
  }

  /// The dispatcher of events to closures, delegate and host.
  let events = BrowserEventDispatcher()
  /// The cells of the live pages, which are the current one and those near it, and the cells kept
  /// for reuse.
  let cells = PageCells()
  /// The visits to pages in progress, and the lifecycle calls that follow from them.
  private(set) lazy var visits = PageVisits(for: self)
  /// The pictures in flight between thumbnails and pages.
  let flights = PictureFlights()
  private(set) lazy var gestures = GestureInterpreter(for: self)
  private(set) lazy var overlayStack = OverlayStack(for: self)
  /// The view that draws the pages while an effect turns them.
  let effectPlayer = EffectPlayer()
  /// The list of pages whose pictures the data source was asked to prefetch.
  private var prefetchList = PrefetchList()
  private var timing = FrameTiming()
  /// The page of an animated jump that begins with the next frame, because only then the time is
  /// known; nil for none.
  private var pendingJumpPage: Int?

  public init(options: BrowserOptions = BrowserOptions()) {
    self.options = options
    state = BrowserState(viewport: .zero, count: 0, index: 0, tuning: options.tuning)
    super.init()
    isOpaque = true
    add(cells.layer)
    add(effectPlayer)
    applyPageEffectOption()
    flights.setOptions(options)
    add(flights.view)
    events.attach(to: self)
    // The lazy parts, which refer to the browser, are made here, so that none is made during
    // deinitialisation.
    (_, _, _) = (visits, gestures, overlayStack)
  }

  isolated deinit { visits.endVisitsAtDeinit(cells.allCells) }

  /// The index of the current page. Setting it jumps there without an animation; an index out of
  /// range is clamped. In a browser without pages this is ``initialIndex``.
  public var pageIndex: Int {
    get { state.layout.count == 0 ? initialIndex : state.index }
    set { jumpWithoutAnimation(to: newValue) }
  }
  /// The number of pages.
  public var pageCount: Int { state.layout.count }
  /// The cell of the current page; nil while it has none.
  public var visibleCell: (any BrowserCell)? { cell(at: state.index) }
  /// Whether nothing in the browser moves.
  public var isAtRest: Bool { state.isAtRest(at: now) }
  /// The cell of the page at `index`; nil when the page has none. Only the current page and pages
  /// near it have cells.
  public func cell(at index: Int) -> (any BrowserCell)? { cells[index] }
  /// The frame that was laid out last; nil before the first one.
  public private(set) var shownFrame: BrowserFrame?
  /// The instant that ``shownFrame`` shows.
  package var shownTime: Timestamp { timing.shownTime }
  /// The time of the last frame or action, on the clock of the frames.
  var now: Timestamp { timing.now }

  // MARK: View

  /// Adapts the pages to the view's size.
  public override func layout() {
    cells.layer.frame = bounds
    gestures.updateThresholds()
    // The effect player is resized before the actions below, which may show a page.
    effectPlayer.frame = Rect(origin: .zero, size: pageSize)
    apply(.resize(pageSize))
    apply(.tune(scaledTuning))
    if cells.isEmpty { updateLiveCells() }
    layoutOverlays()
    requestFrame()
  }

  /// Whether something in the browser moves, so that the next frame differs from this one.
  public override var wantsFrame: Bool {
    guard !state.isDismissed else { return false }
    // A drag held without moving needs no frames: its next event requests one.
    return !isAtRest && !(isHeld && timing.isNothingMoving) || overlayStack.isFading(at: now)
  }

  /// The earliest of these times: the end of the double-click interval, the end of the
  /// press-and-hold delay, the next page turn of the slideshow; nil when none is due.
  public override var nextDeadline: Timestamp? {
    let show = state.isDismissed ? nil : state.slideshow?.deadline
    return [gestures.deadline, show].compactMap(\.self).min()
  }

  /// Updates the page visits: pages of an invisible window are not visible.
  public override func stageVisibilityDidChange() { visits.visibilityDidChange() }

  /// Advances the browser to the time of a frame, and lays it out.
  public override func update(at time: FrameTime) { advance(to: time.presentation) }

  /// Draws the backdrop, unless the browser is a pane; the pages are views of their own.
  public override func draw(in canvas: Canvas, damage: Rect) {
    if !isComparisonPane { drawBackdrop(in: canvas, damage: damage) }
  }

  /// Whether windows or the desktop behind the window now show through the backdrop, as during a
  /// pull-down.
  package var showsDesktop: Bool {
    guard isTranslucent, !isOverScene, !isComparisonPane else { return false }
    return state.isDismissed || (shownFrame?.backdrop ?? 1) < 1 || options.background.alpha < 1
  }

  private func sceneBelowDidChange() {
    isOpaque =
      !isComparisonPane
      && (!isOverScene || state.isDismissed == false && (shownFrame?.backdrop ?? 1) >= 1)
    setNeedsDisplay()
  }

  /// Requests the context menu at a point in the browser's coordinates, as a right click does.
  package func requestMenu(at point: Point) { events.raise(.menuRequested(point)) }

  /// Whether a point in the browser's coordinates is on the browser. While a picture flies to its
  /// thumbnail, only the picture counts: points beside it belong to the scene below.
  public override func contains(_ point: Point) -> Bool {
    super.contains(point) && takesInput(at: point)
  }

  /// Whether a drag from `point`, in the browser's coordinates, in `direction` moves the zoomed
  /// picture or turns to another page.
  public override func followsDrag(from point: Point, towards direction: Vector) -> Bool {
    guard !state.isDismissed else { return false }
    if state.zoom(of: state.index).isZoomed || state.reading == .strip { return true }
    let layout = state.layout
    guard abs(direction[layout.axis]) > abs(direction[layout.axis.cross]) else { return false }
    let step = direction[layout.axis] * layout.axisSign > 0 ? -1 : 1
    let index = step < 0 ? state.currentSpread.lowerBound : state.currentSpread.upperBound - 1
    return layout.isEndless || (0..<layout.count).contains(index + step)
  }

  /// Passes an input event to the gesture arena. A key goes to ``BrowserHooks/key`` only: its
  /// meaning belongs to the host.
  public override func receive(_ event: InputEvent) -> Bool {
    gestures.receive(event)
    if case .pointer = event { onPointerEvent() }
    if case .key(let key) = event { return hooks.key?(key) ?? false }
    return true
  }

  // MARK: Overlays

  /// Lays `overlay` over the pages, in front of the existing overlays, and removes it from any
  /// other browser. An overlay that this browser has already keeps its order.
  public func addOverlay(_ overlay: any BrowserOverlay) { overlayStack.add(overlay) }

  /// Removes `overlay`; no effect if this browser does not have it.
  public func removeOverlay(_ overlay: any BrowserOverlay) { overlayStack.remove(overlay) }

  /// Lays out all overlays again. An overlay calls this method when its own size has changed.
  public func layoutOverlays() { overlayStack.layout() }

  // MARK: State

  /// Applies `action` at the current time, and handles its effects.
  func apply(_ action: BrowserAction) { handle(state.apply(action, at: now)) }

  /// Makes the current picture show the part that the browser `leader` shows of its current
  /// picture; see ``ZoomState/follow(_:at:)``.
  ///
  /// - Parameter animated: whether the picture moves to that part by an animation.
  package func follow(_ leader: Browser, animated: Bool = false, at time: Timestamp) {
    advanceClock(to: time)
    let zoom = leader.state.zoom(of: leader.state.index)
    guard state.follow(zoom, animated: animated, at: now) else { return }
    requestFrame()
  }

  /// Ends ``follow(_:animated:at:)``: from now on the current picture is zoomed and moved on its
  /// own.
  package func endFollowing() { state.endFollowing() }

  /// Replaces the state by one of `count` new pages at rest on page `index`.
  func replaceState(count: Int, index: Int) {
    state = BrowserState(viewport: pageSize, count: count, index: index, tuning: scaledTuning)
  }

  /// Discards the last frame, and the report that the first page is shown, before the browser is
  /// shown again.
  func discardShownFrame() {
    shownFrame = nil
    events.resetFirstPageReport()
  }

  /// Advances the current time to `time`; no effect if the current time is later already.
  func advanceClock(to time: Timestamp) {
    if let delay = timing.advanceClockReturningPostponement(to: time) { state.postpone(by: delay) }
  }

  func requestFrameAfterAction() {
    timing.recordAction()
    requestFrame()
  }

  /// Performs `action`, such as a page turn or a zoom, for a key, a menu or the host.
  ///
  /// - Parameter time: the current time, on the clock of the frames; in a `BrowserWindow`, its
  ///   `now`.
  public func perform(_ action: BrowserAction, at time: Timestamp) {
    advanceClock(to: time)
    timing.recordAction()
    prepareThumbnailAnchor(for: action)
    apply(action)
    requestFrame()
  }

  /// Turns to the next (1) or previous (−1) page as reading goes on: the next page is shown from
  /// its start, the previous one from its end; see ``BrowserState/continueReading(_:by:at:)``.
  ///
  /// - Parameters:
  ///   - turn: the action that turns the page.
  ///   - time: the current time, on the clock of the frames.
  package func continueReading(_ step: Int, by turn: BrowserAction, at time: Timestamp) {
    advanceClock(to: time)
    timing.recordAction()
    handle(state.continueReading(step, by: turn, at: now))
    requestFrame()
  }

  /// Performs a change by the host, whose time is not known. A motion that the change begins starts
  /// at the time of the next frame.
  func performUntimedChange(_ change: () -> Void) {
    let isAtRest = isAtRest
    change()
    timing.recordUntimedAction(fromRest: isAtRest)
    requestFrame()
  }

  // MARK: Jumps

  /// Scrolls to the page at `index`; an index out of range is ignored.
  ///
  /// - Parameter time: the current time on the clock of the frames; nil takes the time of the next
  ///   frame.
  public func scrollToPage(_ index: Int, animated: Bool, at time: Timestamp? = nil) {
    guard index >= 0, index < state.layout.count else { return }
    if animated, time == nil {
      pendingJumpPage = index
      return requestFrameAfterAction()
    }
    pendingJumpPage = nil
    perform(.go(to: index, animated: animated), at: time ?? now)
  }

  private func jumpWithoutAnimation(to index: Int) {
    guard state.layout.count > 0 else {
      initialIndex = index
      return
    }
    scrollToPage(state.layout.clamped(index), animated: false)
  }

  /// Goes to the page of a restored picture, which flies to the page while the pages slide; see
  /// ``BrowserState/showRestored(_:from:at:)``. An index out of range is ignored.
  ///
  /// - Parameters:
  ///   - start: the rectangle of the stage in which the flight starts; nil for the middle of the
  ///     lower edge.
  ///   - time: the current time, on the clock of the frames.
  package func showRestored(_ page: Int, from start: Rect?, at time: Timestamp) {
    guard page >= 0, page < state.layout.count else { return }
    advanceClock(to: time)
    pendingJumpPage = nil
    let place =
      start.map { $0.offset(by: Point.zero - originInStage) }
      ?? ReturnFlight.edgeStart(in: pageSize, uiScale: uiScale)
    handle(state.showRestored(page, from: place, at: now))
    requestFrameAfterAction()
  }

  /// Begins the jump in ``pendingJumpPage``.
  private func beginPendingJump() {
    guard let index = pendingJumpPage else { return }
    pendingJumpPage = nil
    perform(.go(to: state.layout.clamped(index), animated: true), at: now)
  }

  // MARK: Frames

  /// Advances the browser to `time`, and lays out the frame of that time.
  private func advance(to time: Timestamp) {
    let before = now
    advanceClock(to: time)
    // The stage updates views before it lays them out, so a new size has to be applied here to
    // affect this frame.
    if state.layout.viewport != pageSize, !state.isDismissed { layout() }
    beginPendingJump()
    gestures.advance(to: time)
    updateSlideshowSuspension()
    advanceState(to: now)
    let frame = state.frame(at: now)
    let old = shownFrame
    timing.recordFrame(equalsLast: frame == old, since: before)
    if frame.backdrop != old?.backdrop { setNeedsDisplay() }
    if isOverScene, !isComparisonPane { isOpaque = !state.isDismissed && frame.backdrop >= 1 }
    flights.updateElevation(pulledScale: state.pull == nil ? nil : frame.pullScale, at: now)
    layOut(applyingPageEffect(to: frame))
    cells.updateDepartures(frame.departing)
    flights.showFlights(of: frame, at: now, current: state.index, cells: cells)
    overlayStack.updateFades(for: frame, at: now)
    events.reportPull(to: frame, from: shownFrame, isOver: state.pull == nil)
    shownFrame = frame
    events.raise(.laidOut(frame))
    visits.adopt(frame)
    reportFirstAndLastPage()
  }

  /// Advances the state to `time`, and handles the effects of that.
  func advanceState(to time: Timestamp) { handle(state.advance(to: time)) }

  /// Reports to the host, once each, that the first page is shown and that the last page is
  /// current.
  private func reportFirstAndLastPage() {
    if state.layout.count > 0, !state.layout.viewport.isEmpty {
      events.reportFirstPage(state.index, isSettled: state.isScrollSettled(at: now))
    }
    let count = state.layout.count
    events.requestMore(
      count: count,
      isOnLastPage: count > 0 && state.index == state.layout.lastIndex && !state.isDismissed)
  }

  // MARK: Prefetching

  /// Discards the list of prefetched pages, because pages have changed their indices or contents.
  func invalidatePrefetch() { prefetchList.invalidate() }

  /// Reports to the data source the pages whose pictures will be needed soon, when these have
  /// changed.
  func updatePrefetch() {
    let next = state.shuffledPage(advancedBy: 1).map { [$0] } ?? []
    let ahead = state.pageWindow.prefetch.filter { !next.contains($0) }
    let wanted = (next + ahead).filter { $0 < state.layout.count }
    if prefetchList.replace(by: wanted) { dataSource?.browser(self, prefetch: wanted) }
  }
}
