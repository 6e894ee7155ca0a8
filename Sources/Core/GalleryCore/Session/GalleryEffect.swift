/// What a grid asks of its host after an action or the passing of time.
public enum GalleryEffect: Hashable, Sendable {
  /// An item was chosen: show it.
  case open(Int)
  /// The focus is on another item.
  case focusChanged(Int?)
  /// Other items are selected.
  case selectionChanged
  /// Other cells are seen or about to be, or the speed of the scroll is another one.
  case windowChanged(GalleryWindow)
  /// The user chose another size; the wanted side in points.
  case cellSideChanged(Double)
  /// Nothing moves any more.
  case settled
  /// A name is looked for: call ``GalleryState/search(at:name:)``, and again with each frame as long
  /// as ``GalleryState/isSearching``.
  case searchBegan
  /// The search is over: the focus is on the item with the name, or nothing has it (nil).
  case searchEnded(found: Int?)
}

/// Which cells are alive and which thumbnails wanted.
public struct GalleryWindow: Hashable, Sendable {
  /// How fast it scrolls, for deciding what is worth fetching.
  public enum Pace: Hashable, Sendable {
    /// It does not move, or slowly enough to look at pictures.
    case calm
    /// Cells are recognised while they pass.
    case brisk
    /// Nothing is recognised; only what stays is worth fetching.
    case fast
  }
  /// Items of which something is seen, or will be when a motion under way has ended.
  public var visible: Range<Int>
  /// These and the ones worth fetching ahead: one viewport the way one goes, half of one behind.
  public var wanted: Range<Int>
  /// 1 when what is below comes into view, −1 what is above, 0 when nothing did yet.
  public var direction: Int
  /// How fast it scrolls.
  public var pace: Pace
}
