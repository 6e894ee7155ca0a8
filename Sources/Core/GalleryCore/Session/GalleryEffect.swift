/// An effect that the host of a grid carries out after an action or the passing of time.
public enum GalleryEffect: Hashable, Sendable {
  /// The user opened an item.
  case open(Int)
  /// The focus moved to another item, or none.
  case focusChanged(Int?)
  /// The selection changed.
  case selectionChanged
  /// The ranges of visible and prefetched cells, or the scroll speed, changed.
  case windowChanged(GalleryWindow)
  /// The user chose another cell size; the value is the cell side in points.
  case cellSideChanged(Double)
  /// Everything came to rest.
  case settled
  /// A name search began: call ``GalleryState/search(at:name:section:)`` now, and again with every
  /// frame while ``GalleryState/isSearching`` is true.
  case searchBegan
  /// The name search ended. The found item has the focus; nil when no name matches.
  case searchEnded(found: Int?)
}

/// The ranges of items whose cells are alive and whose thumbnails are to be loaded.
public struct GalleryWindow: Hashable, Sendable {
  /// The scroll speed, in three classes that decide which thumbnails are worth loading.
  public enum Pace: Hashable, Sendable {
    /// The grid is at rest, or slow enough to look at pictures.
    case slow
    /// Passing pictures can be recognised.
    case medium
    /// Passing pictures cannot be recognised; only those at the target are worth loading.
    case fast
  }
  /// The items whose frames, apart from running animations, intersect the viewport.
  public var visible: Range<Int>
  /// The visible items and those to prefetch: one viewport ahead in the scroll direction and half a
  /// viewport behind. While scrolling fast, the surroundings of the scroll target instead.
  public var wanted: Range<Int>
  /// The scroll direction: 1 is down, −1 is up, 0 before the first scroll.
  public var direction: Int
  public var pace: Pace
}
