public import Geometry

/// An input to a grid. Points are device pixels in the viewport.
public enum GalleryAction: Hashable, Sendable {
  /// Replaces the options; the cell side counts as chosen by the user.
  case tune(GalleryOptions)
  /// Resizes the viewport.
  case resize(Size)
  /// Replaces the list of items.
  case change(GalleryChange)
  /// Sets the item whose cell is an empty slot because its picture is elsewhere; nil when there is
  /// none.
  case emptySlot(Int?)

  /// A contact came down: every motion stops under it.
  case press(Point)
  /// The contact ended without a gesture.
  case release
  /// A drag began to scroll: one finger on a touchscreen, two on a touchpad.
  case panBegan
  /// The translation of the drag since it began, in pixels; positive is down, and the content
  /// follows.
  case panChanged(translation: Double)
  /// The drag ended with this velocity in pixels per second; positive is down.
  case panEnded(velocity: Double)
  /// The drag was cancelled.
  case panCancelled
  /// A pinch began around a point.
  case pinchBegan(centroid: Point)
  /// The spread of the pinch is `factor` times that at its beginning.
  case pinchChanged(factor: Double, centroid: Point)
  /// The pinch ended; `growth` is the relative change of scale per second.
  case pinchEnded(velocity: Vector, growth: Double)
  /// The pinch was cancelled.
  case pinchCancelled
  /// A mouse wheel turned by this many notches, with fractions; a positive number scrolls down.
  case wheel(Double)
  /// Enlarges (positive) or shrinks the cells by this many steps, with fractions, around a point;
  /// nil keeps the anchor of the visible rows. A whole step changes the number of columns by at
  /// least 1.
  case resizeCells(steps: Double, at: Point?)
  /// Resets the cells to the default size.
  case resetCellSize

  /// Scrolls to `offset`.
  case scroll(to: Double, animated: Bool)
  /// Scrolls by this many viewport heights; positive is down. The focus does not change.
  case scrollPages(Double)
  /// Scrolls an item into view.
  case reveal(Int, GalleryReveal, animated: Bool)
  /// The pointer entered or left the area of the scroll bar.
  case scrollBarHover(Bool)
  /// The scroll bar was pressed. A press beside the thumb moves the thumb there first.
  case thumbBegan(Point)
  /// The thumb is dragged to this point.
  case thumbMoved(Point)
  /// The drag of the thumb ended.
  case thumbEnded

  /// Moves the focus, and scrolls the focused item into view. With `extends` the selection is
  /// extended.
  case move(GalleryMove, extends: Bool)
  /// Sets the focus without scrolling, and without showing the focus ring anew; nil removes the
  /// focus.
  case focus(Int?)
  /// Opens an item; nil opens the focused item.
  case open(Int?)

  /// Changes the selection after a click on an item or its key.
  case select(Int, GallerySelectionMode)
  case selectAll
  /// Selects exactly these items. The focus moves to the first one.
  case selectItems(GallerySelection)
  /// Deselects all items.
  case deselectAll
  /// Selects exactly the items that were not selected.
  case invertSelection
  /// A selection rectangle began; with `adds` the previous selection is kept.
  case bandBegan(Point, adds: Bool)
  /// The dragged corner of the selection rectangle is at this point.
  case bandMoved(Point)
  /// The selection rectangle is complete.
  case bandEnded
  /// The selection rectangle was cancelled: the previous selection is restored.
  case bandCancelled

  /// Characters were typed to search for a name.
  case type(String)
  /// Removes the last typed character.
  case eraseTyped
  /// Moves to the next (1) or previous (−1) item whose name matches the typed text.
  case findNext(Int)
  /// Ends the name search.
  case endFind
}

/// A move of the focus.
public enum GalleryMove: Hashable, Sendable {
  /// The previous item; from the first of a row, the last item of the row above. In a grid whose
  /// rows begin at the right edge, the next item.
  case left
  /// The next item. In a grid whose rows begin at the right edge, the previous item.
  case right
  /// This many rows up.
  case up(Int)
  /// This many rows down; the last item of a row that is too short.
  case down(Int)
  /// Up by the height of the viewport.
  case pageUp
  /// Down by the height of the viewport.
  case pageDown
  /// The first item.
  case first
  /// The last item.
  case last
  /// The first item of the section; from there, that of the section before.
  case sectionUp
  /// The first item of the next section.
  case sectionDown
  /// This item; no move if there is no such item.
  case to(Int)
}

/// The scroll distance used to reveal an item.
public enum GalleryReveal: Hashable, Sendable {
  /// The shortest scroll distance after which the item is visible.
  case nearest
  /// The distance that centres the item.
  case centered
}

/// The effect of selecting an item on the rest of the selection.
public enum GallerySelectionMode: Hashable, Sendable {
  /// Selects this item and no other.
  case only
  /// Toggles this item and keeps the others.
  case toggle
  /// Selects exactly the range from the anchor (the last item selected or toggled) to this item.
  case through
  /// Adds the range from the anchor to this item to the selection.
  case addRange
}
