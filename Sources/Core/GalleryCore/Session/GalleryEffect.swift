/// An effect that the host of a grid carries out after an action or the passing of time.
public enum GalleryEffect: Hashable, Sendable {
  /// The user opened the item at this index.
  case open(Int)
  /// The keyboard focus moved to another item; nil when no item has the focus now.
  case focusChanged(Int?)
  /// The set of selected items changed.
  case selectionChanged
  /// The ranges of visible items and of items to load, or the speed class of the scroll, changed.
  case windowChanged(GalleryWindow)
  /// The user chose another cell size; the value is the preferred width of a cell in points.
  case cellSideChanged(Double)
  /// The grid came to rest: nothing scrolls, moves or is held by a contact.
  case settled
  /// A search for a typed name began: the host calls ``GalleryState/search(at:name:section:)`` now,
  /// and again with every frame while ``GalleryState/isSearching`` is true.
  case searchBegan
  /// The search for a typed name ended. The item that was found has the focus; nil when no name
  /// matches.
  case searchEnded(found: Int?)
}

/// The ranges of grid items that are visible and whose thumbnails are to be loaded.
public struct GalleryWindow: Hashable, Sendable {
  /// The speed class of a grid's scroll, which decides which thumbnails are worth loading.
  public enum Pace: Hashable, Sendable {
    /// The class of a grid at rest, or slow enough to look at the pictures.
    case slow
    /// The class of a scroll at which passing pictures can just be recognised.
    case medium
    /// The class of a scroll at which passing pictures cannot be recognised; only those at the
    /// target of the scroll are worth loading.
    case fast
  }
  /// The items in the rows that intersect the viewport, as if no animation moved any cell.
  public var visible: Range<Int>
  /// The visible items and those to prefetch: one viewport height ahead in the scroll direction and
  /// half of one behind. During a fast scroll, the items that will be visible at its target, with
  /// the same margins.
  public var itemsToLoad: Range<Int>
  /// The last direction of the scroll: 1 is down, −1 is up, 0 before the first scroll.
  public var direction: Int
  public var pace: Pace
}
