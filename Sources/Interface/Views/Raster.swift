import Drawing
import Geometry
import Pixels

/// The cached bitmap of a view together with its children.
struct Raster {
  fileprivate let bitmap: Bitmap
  /// The rectangle of the bitmap in the view's coordinates, in whole pixels.
  fileprivate let area: Rect
  fileprivate let changeCount: Int
  fileprivate let scale: Double
  fileprivate let isMirrored: Bool

  /// Draws the bitmap with the opacity `alpha`. The canvas's origin must be that of the view.
  func draw(in canvas: Canvas, alpha: Double) {
    canvas.draw(bitmap, in: area, alpha: alpha)
  }
}

extension Stage {
  /// The bitmap of a view with ``View/isRasterized``, made anew if the view has changed; nil when
  /// the view must be drawn directly, because it is empty or larger than the stage.
  ///
  /// - Complexity: O(1) while nothing in the view changes, otherwise the time of drawing it.
  func raster(of view: View) -> Raster? {
    let area = view.paintedArea.roundedOut
    guard !area.isEmpty, area.width <= size.width, area.height <= size.height else { return nil }
    if let raster = view.raster, raster.isUpToDate(for: view, area, at: scale) { return raster }
    let bitmap = Bitmap.drawn(PixelSize(width: Int(area.width), height: Int(area.height))) {
      if view.runsRightToLeft { $0.mirror(width: area.width) }
      $0.translate(Vector(dx: -area.minX, dy: -area.minY))
      paintIgnoringAlpha(view, in: $0, damage: area)
    }
    let raster = Raster(
      bitmap: bitmap, area: area, changeCount: view.changeCount, scale: scale,
      isMirrored: view.runsRightToLeft)
    view.raster = raster
    return raster
  }
}

extension Raster {
  fileprivate func isUpToDate(for view: View, _ area: Rect, at scale: Double) -> Bool {
    self.area == area && changeCount == view.changeCount && self.scale == scale
      && isMirrored == view.runsRightToLeft
  }
}
