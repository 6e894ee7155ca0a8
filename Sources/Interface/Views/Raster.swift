import Drawing
import Geometry
import Pixels

/// What a view and its children look like, drawn once.
struct Raster {
  fileprivate let bitmap: Bitmap
  /// Where it is, in the view's points; whole pixels.
  fileprivate let area: Rect
  fileprivate let changeCount: Int
  fileprivate let scale: Double

  /// Draws it at the canvas's origin, `alpha` times as opaque as it is.
  func draw(in canvas: Canvas, alpha: Double) {
    canvas.draw(bitmap, in: area, alpha: alpha)
  }
}

extension Stage {
  /// The picture of a view that keeps one, as it is now; nil when it has to be drawn itself: there is
  /// nothing to see, or more than a stage of it.
  ///
  /// - Complexity: O(1) while nothing in it changes, otherwise as much as drawing it.
  func raster(of view: View) -> Raster? {
    let area = view.paintedArea.roundedOut
    guard !area.isEmpty, area.width <= size.width, area.height <= size.height else { return nil }
    if let raster = view.raster, raster.shows(view, area, at: scale) { return raster }
    let bitmap = Bitmap.drawn(PixelSize(width: Int(area.width), height: Int(area.height))) {
      $0.translate(Vector(dx: -area.minX, dy: -area.minY))
      paintWhole(view, in: $0, damage: area)
    }
    let raster = Raster(bitmap: bitmap, area: area, changeCount: view.changeCount, scale: scale)
    view.raster = raster
    return raster
  }
}

extension Raster {
  fileprivate func shows(_ view: View, _ area: Rect, at scale: Double) -> Bool {
    self.area == area && changeCount == view.changeCount && self.scale == scale
  }
}
