public import BrowserCore
public import Drawing
public import Geometry
import Gestures
public import Input
public import Motion
import Pixels
import Transitions
public import Views

/// The thing one shows: pages of anything, side by side, that can be paged, zoomed and pulled away.
///
/// It owns no data and no loader: it asks its data source how many pages there are, for a cell, and
/// to fill it. Input comes in through the stage; everything it does is an action on a
/// ``BrowserState``, and everything it draws is what that state says for the frame's instant.
@MainActor
public final class Browser: View {
  /// The browser as a value.
  public internal(set) var state: BrowserState
  /// Where pages come from.
  public weak var dataSource: (any BrowserDataSource)? {
    willSet { recycleAll() }
    didSet { reloadData() }
  }
  /// Pages as closures; setting them makes them the ``dataSource``.
  public var pages: PageList? {
    didSet { pagesDidChange() }
  }
  /// The page to begin with; read when the first pages arrive. Default 0.
  public var initialIndex = 0
  /// Who is told.
  public weak var delegate: (any BrowserDelegate)?
  /// The same as closures, called before the delegate.
  public var hooks: BrowserHooks { hookCaller.hooks }
  /// How much of it its host lets be seen: hosts that move it say so. Default: it is in place.
  public var presence = BrowserPresence.inPlace {
    didSet { if presence != oldValue { presenceDidChange() } }
  }
  /// Looks and meanings; may change at any time.
  public var options: BrowserOptions {
    didSet { optionsDidChange() }
  }
  /// True when what is behind the window can shine through.
  public var isTranslucent = false {
    didSet { if isTranslucent != oldValue { setNeedsDisplay() } }
  }
  /// True when a live scene is drawn under it: the backdrop lets that scene through, and pictures
  /// fly between its thumbnails and their pages. Default: false.
  public var isOverScene = false {
    didSet { if isOverScene != oldValue { sceneBelowDidChange() } }
  }
  /// How far bars of the host reach over the browser's edges, in points: overlays keep clear of them.
  /// Default: no bars.
  public var barInsets = Insets.zero {
    didSet { if barInsets != oldValue { setNeedsLayout() } }
  }
  /// Height that bars, indicator and overlays take at the bottom, in pixels.
  var overlayBottom = 0.0 {
    didSet {
      guard overlayBottom != oldValue else { return }
      for live in cells.values { (live.cell as? PhotoCell)?.bottomInset = overlayBottom }
    }
  }
  /// True while pages are turned faster than pictures come: what is seen stays until there is
  /// something else, and nothing says that it takes long. Default: false.
  package var isPassing = false {
    didSet { if isPassing != oldValue { passingDidChange() } }
  }
  /// Called when the slideshow begins, is held, goes on, comes to its end, or is ended (nil).
  public var onSlideshowChange: ((Slideshow.Phase?) -> Void)?
  /// True holds the slideshow without pausing it, as long as something of the host's is over the
  /// page. Default: false.
  public var isSlideshowHeld = false {
    didSet { if isSlideshowHeld != oldValue { requestFrame() } }
  }
  /// Tells which page is shown, in front of all other overlays; nil for nothing.
  public var indicator: (any PageIndicator)? {
    didSet { indicatorDidChange(from: oldValue) }
  }
  /// The largest opacity of the indicator: hosts whose controls fade let it fade with them. Default: 1.
  public var indicatorOpacity = 1.0 {
    didSet { if indicatorOpacity != oldValue { indicatorOpacityDidChange() } }
  }
  /// What else is laid over the pages, the frontmost last; see ``addOverlay(_:)``.
  public internal(set) var overlays: [any BrowserOverlay] = []

  let hookCaller = HookCaller()
  /// The data source made of ``pages``.
  var pageListSource: PageListSource?
  var arena: GestureArena
  /// A cell and what kind its page asked for.
  struct LiveCell {
    let cell: any BrowserCell
    let kind: String
    var id: ObjectIdentifier { ObjectIdentifier(cell) }
  }
  var cells: [Int: LiveCell] = [:]
  /// Cells whose pages were taken away and that are still seen, by departure.
  var departing: [Int: LiveCell] = [:]
  /// Cells that show nothing, by kind.
  var pool: [String: [any BrowserCell]] = [:]
  /// Whose visits are under way.
  var visits = CellLifecycle<ObjectIdentifier>()
  /// What cells are still to be told.
  var pendingCalls: [PendingCall] = []
  /// True from the moment it begins to close until it is caught or shown again.
  var isClosing = false
  /// For how many pages the host was asked for more; nil when the last one was left since.
  var askedAfter: Int?
  /// A jump that waits for the next frame, which knows what time it is.
  var waitingJump: Int?
  var wheel = WheelMemory()
  /// True when the last press stopped something that moved.
  var pressCaught = false
  /// True while a primary button or a finger is down.
  var isPressed = false
  /// Where the person pointed last; nil when the pointer has left.
  var pointer: Point?
  /// The cell whose page a press stays on, because it wants to know.
  var heldCell: (any BrowserCell)?
  /// A pinch of which one finger is still down.
  var heldPinch: PinchGesture?
  /// How much of the overlays is seen.
  var overlayAlpha = AnimatedValue(0)
  /// The height of the current picture over the scene below.
  var lift = PictureLift()
  var lastFrame: BrowserFrame?
  var lastTime = Timestamp.zero
  /// True when something began to move while everything rested, and nobody said when.
  var awaitsTime = false
  /// True when something was done since the last frame.
  var hasActed = false
  /// True when the last frame looked like the one before it, and nothing was done in between.
  var isStill = false
  /// True once the first page was announced.
  var hasAppeared = false
  let pageLayer = View()
  let player = TransitionPlayer()
  /// What flies, by page.
  var flyers: [Int: TransitionPlayer.Flyer] = [:]
  /// What the host said of the thumbnails that matter, by page.
  var thumbnails: [Int: BrowserThumbnail] = [:]
  /// The slot the host was told to leave empty.
  var emptiedSlot: Int?
  /// Shows the pages while an effect turns them.
  let effectPlayer = EffectPlayer()
  let overlayLayer = OverlayLayer()

  /// Makes a browser without pages.
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

  // Nobody else can be told any more: who would be handed the browser might keep it.
  isolated deinit {
    for live in cells.values {
      for call in visits.end(live.id) { live.cell.receive(call.event) }
    }
  }

  /// The current page; setting it goes there at once, an index beyond the ends to the nearest page.
  public var pageIndex: Int {
    get { state.layout.count == 0 ? initialIndex : state.index }
    set { goAtOnce(to: newValue) }
  }
  /// How many pages there are.
  public var pageCount: Int { state.layout.count }
  /// The current page's cell.
  public var visibleCell: (any BrowserCell)? { cell(at: state.index) }
  /// True when nothing moves.
  public var isAtRest: Bool { state.isAtRest(at: lastTime) }
  /// The cell of page `index` while it is alive.
  public func cell(at index: Int) -> (any BrowserCell)? { cells[index]?.cell }
  /// What was drawn last.
  public var shownFrame: BrowserFrame? { lastFrame }

  // MARK: As a view

  /// Fits the pages to the view's size.
  public override func layout() {
    pageLayer.frame = bounds
    arena.tuning = GestureTuning(
      uiScale: uiScale, doubleTapEnabled: options.isDoubleClickEnabled, pointer: pointerSettings)
    // The size first: a page that begins now has the new one.
    handle(state.apply(.resize(frame.size), at: lastTime))
    handle(state.apply(.tune(scaledTuning), at: lastTime))
    if cells.isEmpty { refreshWindow() }
    placeOverlays()
    requestFrame()
  }

  /// True while something moves.
  public override var wantsFrame: Bool {
    guard !state.isDismissed else { return false }
    // A hand that holds without moving needs no frames: its next event asks for one.
    return !isAtRest && !(isHeld && isStill) || !overlayAlpha.isSettled(at: lastTime)
  }

  /// When a click stops waiting for a second one, a press becomes a hold, or the slideshow goes on.
  public override var nextDeadline: Timestamp? {
    let show = state.isDismissed ? nil : state.slideshow?.deadline
    return [arena.deadline, show].compactMap(\.self).min()
  }

  /// A window that nobody can see shows no page.
  public override func stageSightChanged() { presenceDidChange() }

  /// Lets time pass and puts everything where it belongs in this frame.
  public override func update(at time: FrameTime) { advance(to: time.presentation) }

  /// Draws the backdrop; the pages draw themselves.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let alpha = state.isDismissed ? 0 : lastFrame?.backdrop ?? 1
    if isOverScene, alpha < 1 { return drawBackdrop(alpha, in: canvas, damage: damage) }
    let color =
      isTranslucent
      ? options.background.opacity(alpha) : options.background.over(options.underlay, alpha)
    // Most of the window is covered by an opaque picture: clearing it first would cost as much as
    // drawing it.
    for area in uncovered(damage) { canvas.clear(area, to: color) }
  }

  /// Over a live scene: it is seen through as much backdrop as there is.
  private func drawBackdrop(_ alpha: Double, in canvas: Canvas, damage: Rect) {
    guard alpha > 0 else { return }
    for area in uncovered(damage) { canvas.fill(area, options.background.opacity(alpha)) }
  }

  /// What no opaque picture hides.
  private func uncovered(_ damage: Rect) -> [Rect] {
    let covered = player.opaqueArea ?? (visibleCell as? PhotoCell)?.opaqueArea
    return covered.map { damage.subtracting($0.roundedIn) } ?? [damage]
  }

  private func sceneBelowDidChange() {
    isOpaque = !isOverScene || state.isDismissed == false && (lastFrame?.backdrop ?? 1) >= 1
    setNeedsDisplay()
  }

  /// While a picture flies home, what is beside it reaches the scene below.
  public override func contains(_ point: Point) -> Bool {
    super.contains(point) && isInTheWay(point)
  }

  /// Hands the event to the arbiter of gestures; keys are the host's.
  public override func receive(_ event: InputEvent) -> Bool {
    interpret(arena.receive(event))
    if case .key = event { return false }
    return true
  }
}
