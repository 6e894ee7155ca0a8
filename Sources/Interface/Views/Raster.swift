import Drawing
import Geometry
import Pixels

/// The cached bitmap of a view and its children.
struct Raster {
  fileprivate let bitmap: Bitmap
  /// The area of the bitmap in the view's local coordinates; whole pixels.
  fileprivate let area: Rect
  fileprivate let changeCount: Int
  fileprivate let scale: Double
  fileprivate let isMirrored: Bool

  /// Draws the bitmap with its opacity multiplied by `alpha`; the canvas's origin is the view's.
  func draw(in canvas: Canvas, alpha: Double) {
    canvas.draw(bitmap, in: area, alpha: alpha)
  }
}

extension Stage {
  /// The up-to-date bitmap of a view with ``View/isRasterized``; nil when the view must be drawn
  /// directly, because it is empty or larger than the stage.
  ///
  /// - Complexity: O(1) while nothing in the view changes, otherwise the cost of drawing it.
  func raster(of view: View) -> Raster? {
    let area = view.paintedArea.roundedOut
    guard !area.isEmpty, area.width <= size.width, area.height <= size.height else { return nil }
    if let raster = view.raster, raster.shows(view, area, at: scale) { return raster }
    let bitmap = Bitmap.drawn(PixelSize(width: Int(area.width), height: Int(area.height))) {
      if view.runsRightToLeft { $0.mirror(width: area.width) }
      $0.translate(Vector(dx: -area.minX, dy: -area.minY))
      paintWhole(view, in: $0, damage: area)
    }
    let raster = Raster(
      bitmap: bitmap, area: area, changeCount: view.changeCount, scale: scale,
      isMirrored: view.runsRightToLeft)
    view.raster = raster
    return raster
  }
}

extension Raster {
  fileprivate func shows(_ view: View, _ area: Rect, at scale: Double) -> Bool {
    self.area == area && changeCount == view.changeCount && self.scale == scale
      && isMirrored == view.runsRightToLeft
  }
}
