public import Geometry

/// An input to a grid. Points are in viewport coordinates, in device pixels.
public enum GalleryAction: Hashable, Sendable {
  /// The options of the grid are replaced, with the preferred cell size among them.
  case setOptions(GalleryOptions)
  /// The viewport has this size now, in device pixels.
  case resize(Size)
  /// The list of items is replaced.
  case change(GalleryChange)
  /// The cell of this item becomes an empty slot because its picture is in flight or on a page;
  /// with nil, no cell is an empty slot.
  case emptySlot(ofItem: Int?)

  /// Restored items, which have not been drawn since their restoration, fly to their cells from a
  /// rectangle of the viewport.
  case flyIn([Int], from: Rect)

  /// A contact came down on the grid: a moving grid stops under it.
  case press(Point)
  /// The contact ended without a drag, pinch or other gesture.
  case release
  /// A drag began that scrolls the grid: one finger on a touchscreen, two on a touchpad.
  case panBegan
  /// The scrolling drag moved by `translation` device pixels since it began; positive is down, and
  /// the content moves with it.
  case panChanged(translation: Double)
  /// The scrolling drag ended with this velocity in device pixels per second; positive is down.
  case panEnded(velocity: Double)
  /// The scrolling drag was cancelled.
  case panCancelled
  /// A pinch began around the point `centroid`.
  case pinchBegan(centroid: Point)
  /// The distance between the fingers of the pinch is `factor` times that at its beginning, and
  /// their centre is `centroid`.
  case pinchChanged(factor: Double, centroid: Point)
  /// The pinch ended with the velocity of its centroid in device pixels per second, and the
  /// relative change of scale `growth` per second.
  case pinchEnded(velocity: Vector, growth: Double)
  /// The pinch was cancelled; cells go to the nearest permitted size.
  case pinchCancelled
  /// A mouse wheel turned by this many notches, with fractions; a positive number scrolls down.
  case wheel(notches: Double)
  /// The cells are enlarged (positive) or made smaller by this many steps, with fractions, around a
  /// point; nil keeps the first visible row in place. A whole step changes the number of columns by
  /// at least 1.
  case resizeCells(steps: Double, at: Point?)
  /// The cells return to the default size.
  case resetCellSize

  /// The grid is scrolled to an offset in device pixels from the top of the content.
  case scroll(to: Double, animated: Bool)
  /// The list is new to the user. A grid at its top stays there while the list grows, as long as
  /// the focused item stays visible, until the user acts.
  case stayAtTop
  /// The grid is scrolled by this many pages, each the visible height less one row; positive is
  /// down. The focus does not change.
  case scrollPages(Double)
  /// The grid is scrolled so that an item is visible.
  case reveal(Int, GalleryReveal, animated: Bool)
  /// The pointer entered (true) or left (false) the area of the scroll bar.
  case scrollBarHover(isNear: Bool)
  /// The scroll bar was pressed at a point. A press beside the thumb moves the thumb there first.
  case thumbBegan(Point)
  /// The pointer that drags the thumb of the scroll bar has moved to this point of the viewport.
  case thumbMoved(Point)
  /// The drag of the scroll bar's thumb ended.
  case thumbEnded

  /// The focus moves to another item, which is scrolled into view. With `extends` the selection
  /// becomes the range from its anchor to that item.
  case move(GalleryMove, extends: Bool)
  /// The focus is set without scrolling; the focus ring stays visible or hidden. Nil removes the
  /// focus.
  case focus(Int?)
  /// An item is opened; with nil, the focused item, or else the first visible one.
  case open(Int?)

  /// The selection changes after a click on an item or a key press.
  case select(Int, GallerySelectionMode)
  case selectAll
  /// The selection becomes exactly these items, and the focus moves to the first of them.
  case selectItems(GallerySelection)
  /// All items are deselected.
  case deselectAll
  /// The selection becomes exactly the items that were not selected.
  case invertSelection
  /// A selection rectangle began at a point; with `adds` the previous selection is kept.
  case selectionRectangleBegan(Point, adds: Bool)
  /// The dragged corner of the selection rectangle moved to this point.
  case selectionRectangleMoved(Point)
  /// The drag of the selection rectangle ended; its selection stays.
  case selectionRectangleEnded
  /// The drag of the selection rectangle was cancelled: the previous selection is restored.
  case selectionRectangleCancelled

  /// Characters were typed to search for an item by its name.
  case type(String)
  /// The last character of the typed search text is removed.
  case eraseTyped
  /// The focus moves to the next (1) or previous (−1) item whose name matches the typed text.
  case findNext(step: Int)
  /// The search for a name ends, and the typed text is forgotten.
  case endFind
}

/// A movement of the keyboard focus in a grid.
public enum GalleryMove: Hashable, Sendable {
  /// The move to the item on the left; from the first of a row, to the last item of the row above.
  /// In a grid whose rows begin at the right edge, the move to the next item.
  case left
  /// The move to the item on the right; from the last of a row, to the first item of the row below.
  /// In a grid whose rows begin at the right edge, the move to the previous item.
  case right
  /// The move up by this many rows.
  case up(rows: Int)
  /// The move down by this many rows; in a row that is too short, to its last item.
  case down(rows: Int)
  /// The move up by the visible height less one row.
  case pageUp
  /// The move down by the visible height less one row.
  case pageDown
  /// The move to the first item of the grid.
  case first
  /// The move to the last item of the grid.
  case last
  /// The move to the first item of the section; from that item, to the first one of the section
  /// before.
  case sectionUp
  /// The move to the first item of the next section that has items; no move in the last one.
  case sectionDown
  /// The move to the item at this index; no move if the grid has no such item.
  case item(Int)
}

/// The scroll distance at which a revealed item of a grid comes to rest.
public enum GalleryReveal: Hashable, Sendable {
  /// The shortest scroll distance after which the item is wholly visible.
  case nearest
  /// The scroll distance after which the item is in the middle of the visible area.
  case centered
}

/// The effect that choosing an item has on the selection of a grid.
public enum GallerySelectionMode: Hashable, Sendable {
  /// The chosen item is selected, and no other.
  case only
  /// The chosen item is selected or deselected, and the others are kept.
  case toggle
  /// The range from the anchor (the last item selected or toggled) to the chosen item is selected,
  /// and nothing else.
  case through
  /// The range from the anchor (the last item selected or toggled) to the chosen item is added to
  /// the selection.
  case addRange
}
