public import Geometry

/// Everything that can be done to a grid. Points are device pixels in the viewport.
public enum GalleryAction: Hashable, Sendable {
  /// Other laws and lengths are in force; a wanted cell side counts as chosen by the user.
  case tune(GalleryTuning)
  /// The viewport has this size.
  case resize(Size)
  /// The list is another one.
  case change(GalleryChange)
  /// The item whose cell is empty because its picture is elsewhere; nil when there is none.
  case emptySlot(Int?)

  /// A contact came down: whatever moves is caught.
  case press(Point)
  /// It went away without a gesture.
  case release
  /// Fingers began to scroll: one on the screen, two on a touchpad.
  case panBegan
  /// They are this far from the beginning; positive is down, the grid follows them.
  case panChanged(translation: Double)
  /// They let go, moving down at this many pixels per second.
  case panEnded(velocity: Double)
  /// The scroll was taken away.
  case panCancelled
  /// Two fingers came together around a point.
  case pinchBegan(centroid: Point)
  /// They are `factor` times as far apart as at the beginning.
  case pinchChanged(factor: Double, centroid: Point)
  /// They let go; growth is the relative change of scale per second.
  case pinchEnded(velocity: Vector, growth: Double)
  /// The pinch was taken away.
  case pinchCancelled
  /// A wheel turned by this many detents, with fractions; positive shows what is below.
  case wheel(Double)
  /// Larger (positive) or smaller cells by this many steps, with fractions, about a point; about
  /// what the person looks at when nil. A whole step changes the columns by one at least.
  case resizeCells(steps: Double, at: Point?)
  /// Cells of the default size.
  case resetCellSize

  /// Scrolls so that `offset` is at the top.
  case scroll(to: Double, animated: Bool)
  /// Scrolls on by some viewports; positive shows what is below. The focus stays.
  case scrollPages(Double)
  /// Scrolls until an item is seen.
  case reveal(Int, GalleryReveal, animated: Bool)
  /// The pointer came near the scroll bar or left it.
  case scrollBarHover(Bool)
  /// The scroll bar was pressed: on the thumb takes hold of it, beside it brings it there first.
  case thumbBegan(Point)
  /// The pointer that holds the thumb is here.
  case thumbMoved(Point)
  /// It let go.
  case thumbEnded

  /// The focus goes somewhere, and the item is scrolled into view.
  case move(GalleryMove, extends: Bool)
  /// The focus is on this item, with a ring if it had one, and nothing scrolls; nil takes it away.
  case focus(Int?)
  /// An item was chosen; nil chooses the one with the focus.
  case open(Int?)

  /// An item was clicked, or the key for it pressed.
  case select(Int, GallerySelect)
  /// All items are selected.
  case selectAll
  /// None is.
  case selectNone
  /// Those that were not.
  case invertSelection
  /// A selection rectangle begins; with `adds` what was selected stays selected.
  case bandBegan(Point, adds: Bool)
  /// Its moving corner is here.
  case bandMoved(Point)
  /// It is done.
  case bandEnded
  /// It was taken away: what was selected before is selected again.
  case bandCancelled

  /// Characters were typed that look for a name.
  case type(String)
  /// The last of them was taken back.
  case eraseTyped
  /// The next (1) or previous (−1) item with the typed name.
  case findNext(Int)
  /// No name is looked for any more.
  case endFind
}

/// Where the focus goes.
public enum GalleryMove: Hashable, Sendable {
  /// To the item before, at a row's beginning the last of the row above.
  case left
  /// To the item after.
  case right
  /// Rows up.
  case up(Int)
  /// Rows down; in a row that is too short its last item.
  case down(Int)
  /// As far up as the viewport is high.
  case pageUp
  /// As far down.
  case pageDown
  /// To the first item.
  case first
  /// To the last item.
  case last
  /// To the first item of the section before; first to that of its own.
  case sectionUp
  /// To the first item of the section after.
  case sectionDown
  /// To this item; nowhere when there is no such item.
  case to(Int)
}

/// How far is scrolled to show an item.
public enum GalleryReveal: Hashable, Sendable {
  /// No further than needed.
  case nearest
  /// Until it is in the middle.
  case centered
}

/// What selecting an item does to the others.
public enum GallerySelect: Hashable, Sendable {
  /// It alone is selected.
  case only
  /// It changes sides, the others stay.
  case toggle
  /// All from the pivot (the last one selected or toggled) to it are, and no others.
  case through
  /// All from the pivot to it are, and the others stay.
  case alsoThrough
}
