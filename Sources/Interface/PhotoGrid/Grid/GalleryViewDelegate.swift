import GalleryCore
package import Geometry

/// The receiver of the events of a grid. All methods but `gallery(_:open:)` have empty defaults.
/// Items are given by their indices.
package protocol GalleryViewDelegate: AnyObject {
  /// The user opened the item with the index `item`.
  func gallery(_ gallery: GalleryView, open item: Int)
  /// The keyboard focus moved to the item with the index `item`; nil when none has it any more.
  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?)
  /// The set of selected items changed; see ``GalleryView/selectedOrFocused``.
  func galleryDidChangeSelection(_ gallery: GalleryView)
  /// The user asked for a context menu at `point`, in the stage's coordinates; `item` is the index
  /// of the item there, nil beside all items.
  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?)
  /// The user chose another size of cells; `side` is their width in points.
  func gallery(_ gallery: GalleryView, didChooseCellSide side: Double)
}

extension GalleryViewDelegate {
  package func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) {}
  package func galleryDidChangeSelection(_ gallery: GalleryView) {}
  package func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {}
  package func gallery(_ gallery: GalleryView, didChooseCellSide side: Double) {}
}
