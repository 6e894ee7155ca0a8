public import BrowserCore
public import Drawing
public import Geometry
import Gestures
public import Input
public import Motion
import Pixels
import Transitions
public import Views

/// A view of pages side by side that can be paged, zoomed, pulled down and flown to and from
/// thumbnails.
///
/// The browser owns neither data nor a loader: its data source provides the number of pages and the
/// cells, and fills the cells. A browser that starts without pages shows its background and takes
/// pages later; one that loses its last page closes. Input events arrive through the stage and become actions on a
/// ``BrowserState``; every frame is drawn from that state at the time of the frame.
///
/// Rectangles and points are in the browser's coordinates: device pixels, y down, origin at the top
/// left corner.
@MainActor
public final class Browser: View {
  /// The state of the browser, as a value.
  public internal(set) var state: BrowserState
  /// The provider of the pages, retained by the browser: a data source that refers to its browser
  /// does so weakly. Setting it reloads all pages. Default: nil, no pages.
  public var dataSource: (any BrowserDataSource)? {
    willSet { recycleAll() }
    didSet { reloadData() }
  }
  /// The pages as closures. Setting this property replaces the ``dataSource``, and retains the
  /// list.
  public var pages: PageList? {
    didSet { pagesDidChange() }
  }
  /// The index of the first page to show, read when the first pages arrive. Default: 0.
  public var initialIndex = 0
  /// The receiver of the browser's events; a weak reference.
  public weak var delegate: (any BrowserDelegate)?
  /// The events as closures, called before the methods of ``delegate``.
  public var hooks: BrowserHooks { hookCaller.hooks }
  /// The visibility that the host gives the browser. A host that moves the browser sets it.
  /// Default: in place.
  public var presence = BrowserPresence.inPlace {
    didSet { if presence != oldValue { presenceDidChange() } }
  }
  /// The appearance and the meaning of gestures. Can be changed at any time.
  public var options: BrowserOptions {
    didSet { optionsDidChange() }
  }
  /// Whether areas behind the window can show through the backdrop. Default: false.
  public var isTranslucent = false {
    didSet { if isTranslucent != oldValue { setNeedsDisplay() } }
  }
  /// Whether a live scene is drawn below the browser. The backdrop then fades to reveal the scene,
  /// and pictures fly between the scene's thumbnails and their pages. Default: false.
  public var isOverScene = false {
    didSet { if isOverScene != oldValue { sceneBelowDidChange() } }
  }
  /// The insets that bars of the host cover, in device pixels; overlays are laid out inside them.
  /// Default: zero.
  public var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// The area for messages of the host, in the browser's coordinates: clear of the host's bars, of
  /// the overlays, and of the controls of the current page.
  public var messageArea: Rect {
    guard let cell = visibleCell else { return overlayArea }
    return bounds.inset(by: cell.controlsInsets).intersection(overlayArea) ?? overlayArea
  }
  /// The area that neither bars of the host nor overlays cover, as of the last layout.
  var overlayArea = Rect.zero
  /// The height that bars, indicator and overlays take at the bottom, in device pixels.
  var overlayBottom = 0.0 {
    didSet {
      guard overlayBottom != oldValue else { return }
      for live in cells.values { (live.cell as? PhotoCell)?.bottomInset = overlayBottom }
    }
  }
  /// Whether pages change faster than their pictures load. The visible picture then stays until
  /// there is another one, and no progress ring appears. Default: false.
  package var isPagingFast = false {
    didSet { if isPagingFast != oldValue { pagingFastDidChange() } }
  }
  /// Called when the slideshow starts, is held, resumes, reaches its end, or is stopped (nil).
  public var onSlideshowChange: ((Slideshow.Phase?) -> Void)?
  /// Whether the slideshow is held without being paused, for instance while the host shows
  /// something over the page. Default: false.
  public var isSlideshowHeld = false {
    didSet { if isSlideshowHeld != oldValue { requestFrame() } }
  }
  /// Whether caption, buttons and indicator are visible; see
  /// ``BrowserOverlay/hidesWithControls``. A click changes it with
  /// ``BrowserOptions/ClickAction/controls``, and opening the browser makes it true. Default: true.
  public var showsControls = true {
    didSet { if showsControls != oldValue { showsControlsDidChange() } }
  }
  /// Called after ``showsControls`` has changed.
  public var onControlsChange: ((Bool) -> Void)?
  /// The page indicator, in front of all other overlays; nil for none. Default: nil.
  public var indicator: (any PageIndicator)? {
    didSet { indicatorDidChange(from: oldValue) }
  }
  /// The maximum opacity of the indicator, with which a host fades it together with its own
  /// controls. Default: 1.
  public var indicatorOpacity = 1.0 {
    didSet { if indicatorOpacity != oldValue { indicatorOpacityDidChange() } }
  }
  /// The other overlays over the pages, the frontmost last; see ``addOverlay(_:)``.
  public internal(set) var overlays: [any BrowserOverlay] = []

  let hookCaller = HookCaller()
  var arena: GestureArena
  /// A live cell, and the kind its page asked for.
  struct LiveCell {
    let cell: any BrowserCell
    let kind: String
    var id: ObjectIdentifier { ObjectIdentifier(cell) }
  }
  var cells: [Int: LiveCell] = [:]
  /// Cells of removed pages that still fade out, by departure id.
  var departing: [Int: LiveCell] = [:]
  /// Cells for reuse, by kind.
  var pool: [String: [any BrowserCell]] = [:]
  /// The visits in progress.
  var visits = CellLifecycle<ObjectIdentifier>()
  /// Lifecycle calls that have not been made yet.
  var pendingCalls: [PendingCall] = []
  /// True from the beginning of closing until the browser is caught or shown again.
  var isClosing = false
  /// The page count for which the host was last asked for more pages; nil once the last page has
  /// been left.
  var requestedMoreAtCount: Int?
  /// The target of an animated jump that begins with the next frame, whose time is known.
  var pendingJump: Int?
  var wheel = WheelMemory()
  /// True when the last press stopped a motion.
  var pressCaught = false
  /// True while a primary button or a finger is down.
  var isPressed = false
  /// The last position of the pointer; nil after it has left.
  var pointer: Point?
  /// The cell that handles the current press and hold.
  var heldCell: (any BrowserCell)?
  /// A pinch that continues with one finger after the other was lifted.
  var heldPinch: PinchGesture?
  /// The opacity of the overlays.
  var overlayAlpha = AnimatedValue(0)
  /// The opacity of the overlays that hide with the controls.
  var controlsAlpha = AnimatedValue(1)
  /// The elevation of the current picture over the scene below.
  var lift = PictureElevation()
  var lastFrame: BrowserFrame?
  var lastTime = Timestamp.zero
  /// True when a motion began from rest at an unknown time; it starts with the next frame.
  var startsAtNextFrame = false
  /// True when an action was performed since the last frame.
  var hasActed = false
  /// True when the last frame equals the one before it, without an action in between.
  var isStill = false
  /// True once the first page has been announced.
  var hasAppeared = false
  /// True from the beginning of a pull-down until the picture is back on its page or the browser is
  /// closed.
  var reportsPull = false
  /// The pages of the last prefetch; nil after a change of the data that may have changed them.
  var prefetched: [Int]? = []
  let pageLayer = View()
  let player = TransitionPlayer()
  /// The pictures in flight between thumbnail and page, by page index.
  var flyers: [Int: TransitionPlayer.Flyer] = [:]
  /// The thumbnails that the host has provided, by page; only those still needed.
  var thumbnails: [Int: BrowserThumbnail] = [:]
  /// The page whose thumbnail slot is empty on the host's side.
  var emptySlotIndex: Int?
  /// Draws the pages while an effect turns them.
  let effectPlayer = EffectPlayer()
  let overlayLayer = OverlayLayer()

  public init(options: BrowserOptions = BrowserOptions()) {
    self.options = options
    state = BrowserState(viewport: .zero, count: 0, index: 0, tuning: options.tuning)
    arena = GestureArena(tuning: GestureTuning())
    super.init()
    isOpaque = true
    add(pageLayer)
    add(effectPlayer)
    chooseEffect()
    player.options = options
    add(player)
    overlayLayer.join(self)
  }

  // No delegate is called from here: a delegate that received the browser could retain it.
  isolated deinit {
    for live in cells.values {
      for call in visits.end(live.id) { live.cell.receive(call.event) }
    }
  }

  /// The index of the current page. Setting it jumps there without an animation; an index out of
  /// range is clamped. Without pages it gets and sets ``initialIndex``.
  public var pageIndex: Int {
    get { state.layout.count == 0 ? initialIndex : state.index }
    set { jumpWithoutAnimation(to: newValue) }
  }
  /// The number of pages.
  public var pageCount: Int { state.layout.count }
  /// The cell of the current page; nil while it has none.
  public var visibleCell: (any BrowserCell)? { cell(at: state.index) }
  /// True when nothing moves.
  public var isAtRest: Bool { state.isAtRest(at: lastTime) }
  /// The cell of page `index`; nil when the page has none. Only the current page and pages near it
  /// have cells.
  public func cell(at index: Int) -> (any BrowserCell)? { cells[index]?.cell }
  /// The last frame that was laid out; nil before the first one.
  public var shownFrame: BrowserFrame? { lastFrame }

  // MARK: View

  /// Adapts the pages to the view's size.
  public override func layout() {
    pageLayer.frame = bounds
    arena.tuning = GestureTuning(
      uiScale: uiScale, doubleTapEnabled: options.isDoubleClickEnabled, pointer: pointerSettings)
    // The size is applied first, so that a page that begins now has it.
    handle(state.apply(.resize(frame.size), at: lastTime))
    handle(state.apply(.tune(scaledTuning), at: lastTime))
    if cells.isEmpty { refreshWindow() }
    layoutOverlays()
    requestFrame()
  }

  /// True while something moves.
  public override var wantsFrame: Bool {
    guard !state.isDismissed else { return false }
    // A drag held without moving needs no frames: its next event requests one.
    return !isAtRest && !(isHeld && isStill) || !overlayAlpha.isSettled(at: lastTime)
      || !controlsAlpha.isSettled(at: lastTime) || wantsControlsFade
  }

  /// The earliest of these times: the end of the double-click interval, the end of the
  /// press-and-hold delay, the next page of the slideshow.
  public override var nextDeadline: Timestamp? {
    let show = state.isDismissed ? nil : state.slideshow?.deadline
    return [arena.deadline, show].compactMap(\.self).min()
  }

  /// Updates the page visits: pages of an invisible window are not visible.
  public override func stageVisibilityDidChange() { presenceDidChange() }

  /// Lays out the frame at the given time.
  public override func update(at time: FrameTime) { advance(to: time.presentation) }

  /// Draws the backdrop; the pages draw themselves.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let alpha = state.isDismissed ? 0 : lastFrame?.backdrop ?? 1
    if isOverScene, alpha < 1 { return drawBackdrop(alpha, in: canvas, damage: damage) }
    let color =
      isTranslucent
      ? options.background.opacity(alpha) : options.background.over(options.underlay, alpha)
    // An opaque picture covers most of the window: clearing below it would cost as much as drawing
    // it.
    for area in uncovered(damage) { canvas.clear(area, to: color) }
  }

  /// Draws the backdrop over a live scene, which shows through as the backdrop fades.
  private func drawBackdrop(_ alpha: Double, in canvas: Canvas, damage: Rect) {
    guard alpha > 0 else { return }
    for area in uncovered(damage) { canvas.fill(area, options.background.opacity(alpha)) }
  }

  /// The parts of `damage` that no opaque picture covers.
  private func uncovered(_ damage: Rect) -> [Rect] {
    let covered = player.opaqueArea ?? (visibleCell as? PhotoCell)?.opaqueArea
    return covered.map { damage.subtracting($0.roundedIn) } ?? [damage]
  }

  private func sceneBelowDidChange() {
    isOpaque = !isOverScene || state.isDismissed == false && (lastFrame?.backdrop ?? 1) >= 1
    setNeedsDisplay()
  }

  /// True for points on the browser. While a picture flies to its thumbnail, only the picture
  /// counts: points beside it belong to the scene below.
  public override func contains(_ point: Point) -> Bool {
    super.contains(point) && takesInput(point)
  }

  /// True when the drag moves the zoomed picture or turns to another page.
  public override func followsDrag(from point: Point, towards direction: Vector) -> Bool {
    follows(direction)
  }

  /// Passes the event to the gesture arena. Keys go to ``BrowserHooks/key`` only: their meaning
  /// belongs to the host.
  public override func receive(_ event: InputEvent) -> Bool {
    interpret(arena.receive(event))
    if case .key(let key) = event { return hooks.key?(key) ?? false }
    return true
  }
}
