public import Geometry
public import Motion
import Transitions

/// The browser as a value: paging, zoom and pull-down, driven by actions, read at any instant.
///
/// It knows no pictures, files, views or clock. Every change goes through ``apply(_:at:)``; the
/// passing of time through ``advance(to:)``; ``frame(at:)`` says what to draw.
public struct BrowserState: Hashable, Sendable {
  /// What a host or user chose.
  public var tuning: BrowserTuning
  /// Where the pages lie.
  public internal(set) var layout: PageLayout
  /// Where the scroll is.
  public internal(set) var scroll: PageScroll
  /// The current page.
  public internal(set) var index: Int
  /// 1 or −1: where the person was going last.
  public internal(set) var direction = 1
  /// The current picture out of its place, nil when it is in it.
  public internal(set) var pull: PullMotion?
  /// The current picture between its thumbnail and its page, nil when it is at neither's mercy.
  public internal(set) var flight: PageFlight?
  /// Where the current picture goes when it leaves; nil when it just leaves.
  public internal(set) var home: Home?
  /// True once the browser is gone.
  public internal(set) var isDismissed = false

  /// The show that turns the pages by itself; nil when there is none.
  public internal(set) var slideshow: Slideshow?

  /// True while a contact is down, whatever it does.
  var isPressed = false
  /// What is still beside its place after pages came or went.
  var gaps: [PageGap] = []
  /// Pages that were taken away and are still seen.
  var departures: [Departure] = []
  /// How many pages have departed.
  var departed = 0
  /// Other pictures on their way home.
  var ghosts: [PageFlight] = []
  /// What a hand took out of the air; ``pull`` is then the hand.
  var caught: CaughtFlight?
  /// True from the first flight up on.
  var isShown = false
  var contents: [Int: PageContent] = [:]
  var modes: [Int: ZoomMode] = [:]
  var zooms: [Int: ZoomState] = [:]
  var role: Role?
  var window: PageWindow
  var settledPage: Int?
  /// The backdrop's opacity while no picture is out of its place.
  var backdrop = AnimatedValue(1)
  /// The opacity of what lies over the page, while no picture is out of its place.
  var overlay = AnimatedValue(1)

  /// What the gesture under way does.
  enum Role: Hashable, Sendable {
    /// Something that moved was caught, and no gesture is recognised yet.
    case caught
    case page
    /// Pans the picture of a page; at the edges of `passing` the drag scrolls the pages instead.
    case move(page: Int, passing: EdgePassing?)
    case pull(Point)
    case pinch(mayClose: Bool, highest: Double)
    case pinchClose
  }

  /// Makes a browser at rest on `index`. One without pages is empty, and waits for some.
  public init(viewport: Size, count: Int, index: Int, tuning: BrowserTuning = BrowserTuning()) {
    self.tuning = tuning
    layout = PageLayout(
      viewport: viewport, spacing: tuning.spacing, axis: tuning.axis, count: count,
      isRightToLeft: tuning.isRightToLeft, isLooping: tuning.isLooping)
    let page = layout.page(in: index)
    self.index = page
    scroll = PageScroll(index: page)
    window = PageWindow(current: page, visible: [], direction: 1, in: layout)
    settledPage = page
  }

  /// The pages alive and the pictures wanted.
  public var pageWindow: PageWindow { window }

  // MARK: Places of pages

  /// Where the pages are at `t`.
  func arrangement(at t: Timestamp) -> PageArrangement {
    PageArrangement(
      layout: layout, position: scroll.position(at: t),
      joints: gaps.map { PageArrangement.Joint(gap: $0, width: $0.width.value(at: t)) },
      index: index)
  }

  /// Where page `index` is in the viewport at `t`, in points, not rounded.
  public func pageFrame(of index: Int, at t: Timestamp) -> Rect {
    arrangement(at: t).frame(of: index)
  }

  /// The same at the nearest whole point, where it is drawn.
  public func snappedPageFrame(of index: Int, at t: Timestamp) -> Rect {
    arrangement(at: t).snappedFrame(of: index)
  }

  // MARK: Zoom of a page

  func levels(of page: Int) -> ZoomLevels { levels(of: page, content: size(of: page)) }

  private func levels(of page: Int, content: Size) -> ZoomLevels {
    ZoomLevels(
      content: content, viewport: layout.viewport, mode: mode(of: page),
      axis: layout.axis, isScalable: isScalable(page), maximumFactor: tuning.maximumScale,
      doubleTap: doubleTapTarget)
  }

  private var doubleTapTarget: DoubleTapTarget {
    tuning.doubleTapFills ? .fill : tuning.doubleTapScale.map { .factor($0) } ?? .automatic
  }

  /// What fit means for `page`.
  public func mode(of page: Int) -> ZoomMode { modes[page] ?? .automatic }

  /// The zoom of `page`; at fit when it was never touched.
  public func zoom(of page: Int) -> ZoomState {
    zooms[page]
      ?? ZoomState(
        content: size(of: page), viewport: layout.viewport, levels: levels(of: page))
  }

  /// Where a picture of `size` would rest on the current page.
  package func restingRect(of size: Size) -> Rect {
    ZoomState(
      content: size, viewport: layout.viewport, levels: levels(of: index, content: size)
    ).targetRect
  }

  var current: ZoomState {
    get { zoom(of: index) }
    set { zooms[index] = newValue }
  }

  /// True when `page` has a picture of known size.
  public func hasContent(_ page: Int) -> Bool { !size(of: page).isEmpty }

  /// True when what `page` shows may be enlarged to fill it.
  public func isScalable(_ page: Int) -> Bool { contents[page]?.isScalable ?? false }

  /// The size of what `page` shows, empty while it is not known.
  func size(of page: Int) -> Size { contents[page]?.size ?? .zero }

  // MARK: Reading

  /// True when nothing moves and nothing is held at `t`.
  public func isAtRest(at t: Timestamp) -> Bool {
    role == nil && scroll.isSettled(at: t) && pull == nil && flight == nil && ghosts.isEmpty
      && gaps.allSatisfy { $0.width.isSettled(at: t) }
      && departures.allSatisfy { $0.share.isSettled(at: t) }
      && backdrop.isSettled(at: t) && overlay.isSettled(at: t)
      && zooms.values.allSatisfy { $0.isSettled(at: t) }
  }

  /// A backdrop that still recovers from one pull is dimmed further by the next.
  func backdropOpacity(at t: Timestamp) -> Double {
    (flight?.flight.state(at: t).backdrop ?? caught?.shown.backdrop ?? 1)
      * pulledBackdrop(at: t)
  }

  /// What pulls leave of it.
  func pulledBackdrop(at t: Timestamp) -> Double {
    (pull?.backdrop(at: t) ?? 1) * min(1, max(0, backdrop.value(at: t)))
  }
}
