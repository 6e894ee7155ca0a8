public import Geometry

/// The geometry to draw at one instant. Rectangles are in the viewport, in device pixels.
///
/// At rest every edge is a whole pixel. The drawing order is: departing, cells, headers, band,
/// scroll bar.
public struct GalleryFrame: Hashable, Sendable {
  /// One visible cell.
  public struct Cell: Hashable, Sendable {
    /// The flat index of the item.
    public var item: Int
    public var frame: Rect
    /// The opacity; below 1 while the cell appears.
    public var alpha: Double
    /// Whether the item has the focus and the focus ring is visible.
    public var isFocused: Bool
    public var isSelected: Bool
    /// Whether the cell is an empty slot, because the picture of the item is in flight or on a
    /// page.
    public var isSlotEmpty: Bool
    /// True while the cell is animated or scaled, when speed of drawing matters more than
    /// sharpness.
    public var isMoving: Bool
  }
  /// A picture that fades out: its item is gone, or moved too far for an animation to follow.
  public struct Departing: Hashable, Sendable {
    /// The flat index of the item in the list of ``generation``.
    public var item: Int
    /// The value of ``GalleryState/generation`` for the list that `item` belongs to.
    public var generation: Int
    public var frame: Rect
    /// The opacity, which decreases.
    public var alpha: Double
  }
  /// The geometry and opacity of the scroll bar.
  public struct ScrollBar: Hashable, Sendable {
    /// The track at the edge at which rows end.
    public var track: Rect
    /// The thumb, which is dragged.
    public var thumb: Rect
    /// The opacity: the scroll bar fades out when nothing scrolls.
    public var alpha: Double
    /// Whether the thumb is dragged; its label is visible meanwhile.
    public var isHeld: Bool
    /// The section at the top of the viewport, for the label of the thumb.
    public var section: Int?
  }
  /// The visible cells, in order.
  public var cells: [Cell]
  /// The pictures that fade out, drawn below the cells.
  public var departing: [Departing]
  /// The visible headers, drawn over the cells.
  public var headers: [StickyHeader]
  /// The scroll bar; nil when all content fits.
  public var scrollBar: ScrollBar?
  /// The selection rectangle; nil when none is drawn.
  public var band: Rect?
  /// The scroll offset, in whole pixels.
  public var offset: Double
  /// Whether anything moves or is held.
  public var isMoving: Bool
  /// True when only the scroll offset may differ from the frame before, so that shifting the pixels
  /// suffices.
  public var isScrollingOnly: Bool
}
