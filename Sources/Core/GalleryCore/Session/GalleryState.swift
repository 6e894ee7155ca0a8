public import Geometry
public import Motion

/// The grid as a value: where cells lie, what is seen of them, focus and selection, driven by
/// actions, read at any instant.
///
/// It knows no files, names, pictures, views or clock. Every change goes through
/// ``apply(_:at:)``; the passing of time through ``advance(to:)``; ``frame(at:)`` says what to draw.
public struct GalleryState: Hashable, Sendable {
  /// What a host or user chose.
  public internal(set) var tuning: GalleryTuning
  /// The visible area, in device pixels.
  public internal(set) var viewport: Size
  /// Where the cells lie.
  public internal(set) var layout: GridLayout
  /// Where the scroll is.
  public internal(set) var scroll: GridScroll
  /// The item with the keyboard focus.
  public internal(set) var focus: Int?
  /// True while the ring around the focus is to be seen: the keyboard was used last.
  public internal(set) var showsFocus = false
  /// The selected items.
  public internal(set) var selection = GallerySelection()
  /// The item whose cell is empty.
  public internal(set) var emptySlot: Int?
  /// What was typed to find a name.
  public internal(set) var typeAhead = TypeAhead()
  /// How many lists there were before this one.
  public internal(set) var generation = 0
  /// True when the last press stopped a grid that moved: a tap that follows opens nothing.
  public internal(set) var didPressCatch = false

  var zoom = GridZoom()
  var reflow = GridReflow()
  var departures: [Departure] = []
  var band: SelectionBand?
  var bar = ScrollBarState()
  var pace = ScrollPace()
  /// Fractions of a step of cell size that a wheel turned and that showed nothing yet.
  var openSteps = 0.0
  /// The item from which a run is selected.
  var pivot: Int?
  /// The column that moves up and down keep through rows that are too short.
  var column: Int?
  /// What a scroll under way is to show in the end.
  var goal: Goal?
  /// What stayed in place last, and the offset that was right for it.
  var keptAnchor: KeptAnchor?
  /// False until somebody did something: a list that grows stays at its top.
  var isTouched = false
  /// True while there is something to tell when everything is at rest.
  var isUnsettled = false
  var announced: GalleryWindow?
  var nameSearch: NameSearch?
  /// Where looking for a name began.
  var searchOrigin = 0

  /// A cell that leaves.
  struct Departure: Hashable, Sendable {
    var item: Int
    var generation: Int
    /// In the content.
    var frame: Rect
    var alpha: AnimatedValue
    /// True for an item that is gone: it grows smaller. A cell that only goes elsewhere fades.
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

  /// Makes an empty grid, or one at rest at its top.
  public init(
    viewport: Size = .zero, sections: GridSections = GridSections(),
    tuning: GalleryTuning = GalleryTuning()
  ) {
    self.tuning = tuning
    self.viewport = Self.whole(viewport)
    layout = GridLayout(
      width: self.viewport.width, sections: sections, side: tuning.wantedSide,
      metrics: tuning.metrics, omitsOnlyHeader: tuning.omitsOnlyHeader)
    scroll = GridScroll(
      extent: GridExtent(content: layout.contentHeight, viewport: self.viewport.height))
  }

  /// Whole pixels, none when they make no sense.
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

  /// `item` when there is such a one.
  func existing(_ item: Int?) -> Int? {
    item.flatMap { (0..<itemCount).contains($0) ? $0 : nil }
  }

  // MARK: Reading

  /// True when nothing moves and nothing is held at `t`.
  public func isAtRest(at t: Timestamp) -> Bool {
    scroll.isSettled(at: t) && !scroll.isHeld && zoom.isIdle(at: t) && reflow.isSettled(at: t)
      && departures.allSatisfy { $0.alpha.isSettled(at: t) } && band == nil && bar.grip == nil
  }

  /// True when the next frame differs from this one, unless somebody does something.
  public func wantsFrame(at t: Timestamp) -> Bool {
    let isStill =
      scroll.isSettled(at: t) && (zoom.grip != nil || zoom.isIdle(at: t))
      && reflow.isSettled(at: t) && departures.allSatisfy { $0.alpha.isSettled(at: t) }
    return !isStill || isSearching || !bar.isSettled(at: t)
  }

  /// When something happens by itself though nothing moves until then: ``advance(to:)`` is to be
  /// called; nil when nothing will.
  public func deadline(at t: Timestamp) -> Timestamp? {
    [bar.deadline, typeAhead.deadline, pace.deadline].compactMap { $0 }.min()
  }

  /// How far it is scrolled at `t`, in device pixels; outside of what there is while a band is
  /// stretched.
  public func offset(at t: Timestamp) -> Double { scroll.position(at: t) }

  /// The part of the viewport no header is kept over.
  public var clearArea: Rect {
    let top = min(layout.headerHeight, viewport.height)
    return Rect(x: 0, y: top, width: viewport.width, height: viewport.height - top)
  }

  /// Where an item's cell is in the viewport at `t`, seen or not; nil when there is no such item.
  ///
  /// - Complexity: O(log sections).
  public func frame(ofItem item: Int, at t: Timestamp) -> Rect? {
    existing(item).map { GalleryGlance(self, at: t, isSnapped: true).cell($0).rect }
  }

  /// The item whose cell is under a point of the viewport and not covered by a header.
  ///
  /// - Complexity: O(log sections); O(cells seen) while cells are on their way.
  public func item(at point: Point, time t: Timestamp) -> Int? {
    let glance = GalleryGlance(self, at: t, isSnapped: true)
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
    GalleryGlance(self, at: t, isSnapped: true).headers
      .last { $0.frame.contains(point) }?.section
  }
}
