import GalleryCore
package import Geometry
import Views

extension GalleryView {
  /// The item under a point of the stage; nil beside all items, and where other views cover them.
  package func item(atStagePoint point: Point) -> Int? {
    guard stage?.views(at: point).first === self else { return nil }
    return item(under: Point.zero + (point - originInStage))
  }

  /// The current geometry of an item's thumbnail, in the stage's coordinates.
  ///
  /// - Returns: nil when no part of the cell is visible.
  package func thumbnailGeometry(of index: Int) -> ThumbnailGeometry? {
    guard let item = item(index), let cell = state.frame(ofItem: index, at: lastTime)?.snapped,
      cell.intersection(Rect(origin: .zero, size: state.viewport)) != nil
    else { return nil }
    cells.painter.captionHeight = state.layout.metrics.captionHeight
    var geometry = cells.geometry(of: index, item, in: cell, thumbnail(for: item))
    geometry.frame = geometry.frame.offset(by: contentOffset)
      .offset(by: originInStage - Point.zero)
    return geometry
  }
}
