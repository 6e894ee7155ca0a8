public import Geometry

/// The parts of a grid to draw at one instant. Rectangles are in viewport coordinates, in device
/// pixels.
///
/// At rest every edge is a whole pixel. The drawing order is: departing cells, cells, headers,
/// flying cells, selection rectangle, scroll bar.
public struct GalleryFrame: Hashable, Sendable {
  /// A visible cell of the grid.
  public struct Cell: Hashable, Sendable {
    /// The index of the cell's item.
    public var item: Int
    public var frame: Rect
    /// The opacity of the cell; below 1 while the cell appears.
    public var alpha: Double
    /// Whether the cell's item has the keyboard focus and the focus ring is visible.
    public var isFocused: Bool
    public var isSelected: Bool
    /// Whether the cell is drawn as an empty slot, because the picture of its item is in flight or
    /// on a page.
    public var isSlotEmpty: Bool
    /// Whether the cell moves or is scaled, so that speed of drawing matters more than sharpness.
    public var isMoving: Bool
    /// Whether the cell flies to its frame after its item was restored; a flying cell is drawn
    /// above all other cells.
    public var isFlying: Bool
  }
  /// A cell that fades out, because its item was removed or moved too far to be followed by the
  /// eye.
  public struct DepartingCell: Hashable, Sendable {
    /// The index of the item in its list, which may be a former one: see ``generation``.
    public var item: Int
    /// The value that ``GalleryState/generation`` had for the list of `item`.
    public var generation: Int
    public var frame: Rect
    /// The opacity of the fading cell, which decreases.
    public var alpha: Double
  }
  /// The frames and the opacity of the scroll bar.
  public struct ScrollBar: Hashable, Sendable {
    /// The frame of the track, along the edge of the viewport at which rows end.
    public var track: Rect
    /// The frame of the thumb, the part of the scroll bar that is dragged.
    public var thumb: Rect
    /// The opacity of the scroll bar, which fades out when nothing scrolls.
    public var alpha: Double
    /// Whether the thumb is dragged; a label beside the thumb is visible meanwhile.
    public var isHeld: Bool
    /// The section at the top of the viewport, for the label of the thumb; nil in a grid without
    /// sections.
    public var section: Int?
  }
  /// The visible cells, in the order of their items.
  public var cells: [Cell]
  /// The cells that fade out, drawn below the other cells.
  public var departing: [DepartingCell]
  /// The visible section headers, drawn over the cells.
  public var headers: [StickyHeader]
  /// The scroll bar; nil when all content fits into the viewport.
  public var scrollBar: ScrollBar?
  /// The rectangle in which items are being selected; nil when none is dragged.
  public var selectionRectangle: Rect?
  /// The vertical scroll offset in device pixels; a whole number unless a pinch scales the grid.
  public var offset: Double
  /// Whether anything in the grid moves, or is held by a contact.
  public var isMoving: Bool
  /// Whether only the scroll offset may differ from the frame before, so that it suffices to shift
  /// the pixels.
  public var isScrollingOnly: Bool
}
