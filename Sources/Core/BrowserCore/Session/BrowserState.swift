public import Geometry
public import Motion
import Transitions

/// The state of the browser as a value: paging, zoom and pull-down, changed by actions, and
/// readable at any instant.
///
/// It contains no pictures, files, views or clock. Every change goes through ``apply(_:at:)``; the
/// passing of time through ``advance(to:)``; ``frame(at:)`` returns the frame to be drawn.
public struct BrowserState: Hashable, Sendable {
  /// The options of the host or the user.
  public var tuning: BrowserTuning
  /// The layout of the pages.
  public internal(set) var layout: PageLayout
  /// The scroll position and its motion.
  public internal(set) var scroll: PageScroll
  /// The index of the current page.
  public internal(set) var index: Int
  /// The direction of the last page turn: 1 or −1.
  public internal(set) var direction = 1
  /// The pull-down of the current picture; nil when none is in progress.
  public internal(set) var pull: PullMotion?
  /// The running show or dismiss transition of the current picture; nil when none runs.
  public internal(set) var flight: PageFlight?
  /// The thumbnail to which the current picture returns; nil when it has none.
  public internal(set) var home: Home?
  /// True after the browser has closed.
  public internal(set) var isDismissed = false

  /// The running slideshow; nil when there is none.
  public internal(set) var slideshow: Slideshow?

  /// True while a contact is down, in any role.
  var isPressed = false
  /// The gaps that are still closing after an insertion or removal.
  var gaps: [PageGap] = []
  /// Removed pages that are still fading out.
  var departures: [Departure] = []
  /// The number of page removals that faded, for their identifiers.
  var departed = 0
  /// Detached flights: pictures of other pages that return to their thumbnails.
  var detachedFlights: [PageFlight] = []
  /// The flight caught by a contact; ``pull`` is then its drag.
  var caught: CaughtFlight?
  /// True after the first flight up has started.
  var isShown = false
  var contents: [Int: PageContent] = [:]
  var modes: [Int: ZoomMode] = [:]
  var zooms: [Int: ZoomState] = [:]
  var role: Role?
  var window: PageWindow
  var settledPage: Int?
  /// The recovery of the backdrop's opacity after a pull-down that was interrupted.
  var backdrop = AnimatedValue(1)
  /// The recovery of the overlay's opacity after a pull-down that was interrupted.
  var overlay = AnimatedValue(1)

  /// The role of the gesture in progress.
  enum Role: Hashable, Sendable {
    /// A motion was caught, and no gesture is recognised yet.
    case caught
    case page
    /// Pans the picture of a page; at the edges of `passing` the drag scrolls the pages instead.
    case move(page: Int, passing: EdgePaging?)
    case pull(Point)
    case pinch(mayClose: Bool, highest: Double)
    case pinchClose
  }

  /// Creates a browser at rest on page `index`. A browser without pages is empty until pages are
  /// inserted.
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

  /// The pages that have a cell, and the pictures to be prefetched.
  public var pageWindow: PageWindow { window }

  // MARK: Positions of pages

  /// The positions of the pages at `t`.
  func arrangement(at t: Timestamp) -> PageArrangement {
    PageArrangement(
      layout: layout, position: scroll.position(at: t),
      joints: gaps.map { PageArrangement.Joint(gap: $0, width: $0.width.value(at: t)) },
      index: index)
  }

  /// The rectangle of page `index` in the viewport at `t`, in points, not rounded.
  public func pageFrame(of index: Int, at t: Timestamp) -> Rect {
    arrangement(at: t).frame(of: index)
  }

  /// The rectangle of page `index` at the nearest whole point, where the page is drawn.
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

  /// The meaning of fit for `page`.
  public func mode(of page: Int) -> ZoomMode { modes[page] ?? .automatic }

  /// The zoom of `page`; at fit if it was never changed.
  public func zoom(of page: Int) -> ZoomState {
    zooms[page]
      ?? ZoomState(
        content: size(of: page), viewport: layout.viewport, levels: levels(of: page))
  }

  /// The resting rectangle of a picture of `size` on the current page.
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

  /// True when the picture of `page` is resolution-independent, and may be enlarged to fill its
  /// page.
  public func isScalable(_ page: Int) -> Bool { contents[page]?.isScalable ?? false }

  /// The size of the picture of `page`; empty while it is unknown.
  func size(of page: Int) -> Size { contents[page]?.size ?? .zero }

  // MARK: State at a time

  /// True when no animation runs, and no drag or pinch is in progress at `t`.
  public func isAtRest(at t: Timestamp) -> Bool {
    role == nil && scroll.isSettled(at: t) && pull == nil && flight == nil
      && detachedFlights.isEmpty
      && gaps.allSatisfy { $0.width.isSettled(at: t) }
      && departures.allSatisfy { $0.share.isSettled(at: t) }
      && backdrop.isSettled(at: t) && overlay.isSettled(at: t)
      && zooms.values.allSatisfy { $0.isSettled(at: t) }
  }

  /// The backdrop's opacity; a pull-down during the recovery from another one dims it further.
  func backdropOpacity(at t: Timestamp) -> Double {
    (flight?.flight.state(at: t).backdrop ?? caught?.shown.backdrop ?? 1)
      * pulledBackdrop(at: t)
  }

  /// The backdrop's opacity under the influence of pull-downs alone.
  func pulledBackdrop(at t: Timestamp) -> Double {
    (pull?.backdrop(at: t) ?? 1) * min(1, max(0, backdrop.value(at: t)))
  }
}
