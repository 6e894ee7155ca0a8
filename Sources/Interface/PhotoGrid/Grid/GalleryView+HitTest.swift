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
    geometry.frame = onStage(geometry.frame)
    return geometry
  }

  /// The rectangle of an item's name, in the stage's coordinates: the caption below the picture, or
  /// a strip at the lower edge of the cell in a grid without names. The cell may be out of view.
  ///
  /// - Returns: nil when there is no such item.
  package func nameFrame(of index: Int) -> Rect? {
    guard let cell = state.frame(ofItem: index, at: lastTime)?.snapped else { return nil }
    let caption = state.layout.metrics.captionHeight
    let height = caption > 0 ? caption : TextField.height(at: uiScale)
    return onStage(
      Rect(x: cell.minX, y: cell.maxY - height, width: cell.width, height: height))
  }

  /// The area in which cells can be seen, in the stage's coordinates.
  package var visibleFrame: Rect { onStage(Rect(origin: .zero, size: state.viewport)) }

  /// A rectangle of the grid in the stage's coordinates.
  private func onStage(_ rect: Rect) -> Rect {
    rect.offset(by: contentOffset).offset(by: originInStage - Point.zero)
  }
}
