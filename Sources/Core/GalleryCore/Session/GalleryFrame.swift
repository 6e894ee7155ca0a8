public import Geometry

/// What is to be drawn at one instant; rectangles in the viewport, in device pixels.
///
/// At rest every edge is a whole pixel. Draw in this order: departing, cells, headers, band, bar.
public struct GalleryFrame: Hashable, Sendable {
  /// One cell that is seen.
  public struct Cell: Hashable, Sendable {
    /// Which, by flat index.
    public var item: Int
    /// Where.
    public var frame: Rect
    /// Its opacity; below 1 while it appears.
    public var alpha: Double
    /// True when the focus is on it and the ring is to be seen.
    public var isFocused: Bool
    /// True when it is selected.
    public var isSelected: Bool
    /// True when its picture is elsewhere.
    public var isSlotEmpty: Bool
    /// True while it moves by itself or is scaled: draw it fast; else draw it sharp.
    public var isMoving: Bool
  }
  /// A picture that is leaving: its item is gone, or went too far away to be followed.
  public struct Departing: Hashable, Sendable {
    /// Its flat index in the list as it was when it left.
    public var item: Int
    /// How many lists there had been before that one: see ``GalleryState/generation``.
    public var generation: Int
    /// Where.
    public var frame: Rect
    /// Its opacity, falling.
    public var alpha: Double
  }
  /// The scroll bar.
  public struct ScrollBar: Hashable, Sendable {
    /// The lane at the right side.
    public var track: Rect
    /// What is held and dragged.
    public var thumb: Rect
    /// Its opacity: it fades when nothing scrolls.
    public var alpha: Double
    /// True while a hand has hold of the thumb: its label is to be seen.
    public var isHeld: Bool
    /// The section at the top of the viewport, for the label.
    public var section: Int?
  }
  /// The cells that are seen, in order.
  public var cells: [Cell]
  /// Pictures that are leaving, below the cells.
  public var departing: [Departing]
  /// The headers that are seen, over the cells.
  public var headers: [StickyHeader]
  /// The scroll bar; nil when everything fits.
  public var scrollBar: ScrollBar?
  /// The selection rectangle.
  public var band: Rect?
  /// How far it is scrolled, in whole pixels.
  public var offset: Double
  /// True while anything moves by itself or is held.
  public var isMoving: Bool
  /// True when nothing but the offset differs from the frame before: draw by shifting.
  public var isScrollingOnly: Bool
}
