import GalleryCore
package import Geometry
import Views

extension GalleryView {
  /// The index of the item under a point in the stage's coordinates; nil beside all items, and
  /// where another view covers the grid.
  package func item(atStagePoint point: Point) -> Int? {
    guard stage?.views(at: point).first === self else { return nil }
    return item(under: Point.zero + (point - originInStage))
  }

  /// The present frame and pixels of an item's thumbnail, in the stage's coordinates.
  ///
  /// - Returns: Nil when no part of the cell is in view.
  package func thumbnailGeometry(of index: Int) -> ThumbnailGeometry? {
    guard let item = item(index), let cell = state.frame(ofItem: index, at: lastTime)?.snapped,
      cell.intersection(Rect(origin: .zero, size: state.viewport)) != nil
    else { return nil }
    cells.painter.captionHeight = state.layout.metrics.captionHeight
    var geometry = cells.geometry(of: index, item, in: cell, thumbnail(for: item))
    geometry.frame = onStage(geometry.frame)
    return geometry
  }

  /// The rectangle of an item's name, in the stage's coordinates: the caption below the picture or,
  /// in a grid without captions, a strip at the lower edge of the cell. The cell may be out of
  /// view.
  ///
  /// - Returns: Nil when there is no such item.
  package func nameFrame(of index: Int) -> Rect? {
    guard let cell = state.frame(ofItem: index, at: lastTime)?.snapped else { return nil }
    let caption = state.layout.metrics.captionHeight
    let height = caption > 0 ? caption : TextField.height(at: uiScale)
    return onStage(
      Rect(x: cell.minX, y: cell.maxY - height, width: cell.width, height: height))
  }

  /// The rectangle of the stage in which cells are visible: the grid without the edges that bars
  /// cover.
  package var visibleFrame: Rect { onStage(Rect(origin: .zero, size: state.viewport)) }

  /// Converts a rectangle from the grid's coordinates to those of the stage.
  private func onStage(_ rect: Rect) -> Rect {
    rect.offset(by: cellAreaOffset).offset(by: originInStage - Point.zero)
  }
}
