public import Geometry
public import Motion

/// The state of a grid as a value: layout, scroll, zoom, focus and selection. Actions change it,
/// and it can be read at any instant.
///
/// It contains no files, names, pictures, views or clock. Every change goes through
/// ``apply(_:at:)``, the passing of time through ``advance(to:)``; ``frame(at:)`` returns the
/// geometry to draw.
public struct GalleryState: Hashable, Sendable {
  /// The options that the host or the user chose.
  public internal(set) var tuning: GalleryOptions
  /// The size of the visible area, in device pixels.
  public internal(set) var viewport: Size
  /// The layout of headers and cells.
  public internal(set) var layout: GridLayout
  /// The scroll position and its motion.
  public internal(set) var scroll: GridScroll
  /// The item with the keyboard focus.
  public internal(set) var focus: Int?
  /// Whether the focus ring is visible: the keyboard was the last device used.
  public internal(set) var showsFocus = false
  /// The selected items.
  public internal(set) var selection = GallerySelection()
  /// The item whose cell is an empty slot because its picture is in flight or on a page.
  public internal(set) var emptySlot: Int?
  /// The text typed to find a name.
  public internal(set) var typeAhead = TypeAhead()
  /// The number of lists before the current one.
  public internal(set) var generation = 0
  /// Whether the last press stopped a moving grid; a tap that follows does not open an item.
  public internal(set) var didPressCatch = false

  var zoom = GridZoom()
  var reflow = GridReflow()
  var departures: [Departure] = []
  var band: SelectionBand?
  var bar = ScrollBarState()
  var pace = ScrollPace()
  /// The accumulator of wheel motion: the fraction of a cell-size step that has no effect yet.
  var pendingSteps = 0.0
  /// The anchor of a range selection.
  var pivot: Int?
  /// The column that vertical moves return to after rows that are too short.
  var column: Int?
  /// The item that the running scroll reveals.
  var goal: Goal?
  /// The last anchor, and the scroll offset it was valid for.
  var keptAnchor: KeptAnchor?
  /// False until the user acts: a list that grows while loading stays scrolled to its top.
  var isTouched = false
  /// Whether ``GalleryEffect/settled`` is to be reported when everything is at rest.
  var isUnsettled = false
  var announced: GalleryWindow?
  var nameSearch: NameSearch?
  /// The item at which the name search starts.
  var searchOrigin = 0

  /// A cell that fades out because its item is gone or its new frame is far away.
  struct Departure: Hashable, Sendable {
    var item: Int
    var generation: Int
    /// The frame in content coordinates.
    var frame: Rect
    var alpha: AnimatedValue
    /// True for the cell of a removed item, which shrinks; the cell of a moved item only fades.
    var shrinks: Bool
  }
  struct Goal: Hashable, Sendable {
    var item: Int
    var reveal: GalleryReveal
  }
  struct KeptAnchor: Hashable, Sendable {
    var anchor: GridAnchor
    var offset: Double
  }

  /// Makes a grid at rest at its top; empty by default.
  public init(
    viewport: Size = .zero, sections: GridSections = GridSections(),
    tuning: GalleryOptions = GalleryOptions()
  ) {
    self.tuning = tuning
    self.viewport = Self.whole(viewport)
    layout = tuning.makeLayout(width: self.viewport.width, sections: sections)
    scroll = GridScroll(
      extent: GridExtent(content: layout.contentHeight, viewport: self.viewport.height))
  }

  /// `size` in whole pixels, clamped to 0…``GridLayout/widest``; a length that is not finite
  /// becomes 0.
  static func whole(_ size: Size) -> Size {
    func whole(_ length: Double) -> Double {
      length.isFinite ? min(max(0, length.rounded()), GridLayout.widest) : 0
    }
    return Size(width: whole(size.width), height: whole(size.height))
  }

  var extent: GridExtent {
    GridExtent(content: layout.contentHeight, viewport: viewport.height)
  }
  var itemCount: Int { layout.itemCount }

  /// `item` if the list contains it, else nil.
  func existing(_ item: Int?) -> Int? {
    item.flatMap { (0..<itemCount).contains($0) ? $0 : nil }
  }

  // MARK: Reading

  /// Whether nothing moves and nothing is held at `t`.
  public func isAtRest(at t: Timestamp) -> Bool {
    scroll.isSettled(at: t) && !scroll.isHeld && zoom.isIdle(at: t) && reflow.isSettled(at: t)
      && departures.allSatisfy { $0.alpha.isSettled(at: t) } && band == nil && bar.grip == nil
  }

  /// Whether the next frame differs from this one without any input.
  public func wantsFrame(at t: Timestamp) -> Bool {
    let isStill =
      scroll.isSettled(at: t) && (zoom.grip != nil || zoom.isIdle(at: t))
      && reflow.isSettled(at: t) && departures.allSatisfy { $0.alpha.isSettled(at: t) }
    return !isStill || isSearching || !bar.isSettled(at: t)
  }

  /// The earliest time at which ``advance(to:)`` is needed although nothing moves until then; nil
  /// when there is none.
  public func deadline(at t: Timestamp) -> Timestamp? {
    [bar.deadline, typeAhead.deadline, pace.deadline].compactMap { $0 }.min()
  }

  /// The scroll offset at `t`, in device pixels; outside the content range while overscrolled.
  public func offset(at t: Timestamp) -> Double { scroll.position(at: t) }

  /// The part of the viewport that a sticky header does not cover.
  public var clearArea: Rect {
    let top = min(layout.headerHeight, viewport.height)
    return Rect(x: 0, y: top, width: viewport.width, height: viewport.height - top)
  }

  /// The frame of an item's cell in the viewport at `t`, visible or not; nil when there is no such
  /// item.
  ///
  /// - Complexity: O(log sections).
  public func frame(ofItem item: Int, at t: Timestamp) -> Rect? {
    existing(item).map { GridGeometry(self, at: t, isSnapped: true).cell($0).rect }
  }

  /// The item whose cell is under a point of the viewport and not covered by a header.
  ///
  /// - Complexity: O(log sections); O(visible cells) while cells move.
  public func item(at point: Point, time t: Timestamp) -> Int? {
    let glance = GridGeometry(self, at: t, isSnapped: true)
    guard point.isFinite, !glance.headers.contains(where: { $0.frame.contains(point) }) else {
      return nil
    }
    if !glance.moment.items.isEmpty {
      return glance.items.last { glance.cell($0).rect.contains(point) }
    }
    return layout.item(at: glance.transform.invert(point) + Vector(dx: 0, dy: glance.offset))
  }

  /// The section whose header is under a point of the viewport.
  public func header(at point: Point, time t: Timestamp) -> Int? {
    GridGeometry(self, at: t, isSnapped: true).headers
      .last { $0.frame.contains(point) }?.section
  }
}
