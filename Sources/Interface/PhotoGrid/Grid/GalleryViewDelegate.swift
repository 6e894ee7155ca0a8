import GalleryCore
package import Geometry

/// The events of a grid. All methods but `gallery(_:open:)` have empty defaults.
package protocol GalleryViewDelegate: AnyObject {
  /// The user opened an item.
  func gallery(_ gallery: GalleryView, open item: Int)
  /// The focus moved to another item, or to none.
  func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?)
  /// The selection changed.
  func galleryDidChangeSelection(_ gallery: GalleryView)
  /// A context menu is requested at a point of the stage; `item` is nil beside all items.
  func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?)
  /// The user chose a cell size, in points.
  func gallery(_ gallery: GalleryView, didChooseCellSide side: Double)
}

extension GalleryViewDelegate {
  package func gallery(_ gallery: GalleryView, didMoveFocusTo item: Int?) {}
  package func galleryDidChangeSelection(_ gallery: GalleryView) {}
  package func gallery(_ gallery: GalleryView, wantsMenuAt point: Point, for item: Int?) {}
  package func gallery(_ gallery: GalleryView, didChooseCellSide side: Double) {}
}
