package import Geometry
import Views

extension GalleryView {
  /// The item under a point of the stage; nil beside all items, and where other views cover them.
  package func item(atStagePoint point: Point) -> Int? {
    guard stage?.views(at: point).first === self else { return nil }
    return item(under: Point.zero + (point - originInStage))
  }
}
