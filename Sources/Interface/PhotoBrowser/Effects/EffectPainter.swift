import Drawing
import Geometry
import Pixels
import Resampling
import Transitions

/// The drawing of page effects.
enum EffectPainter {
  /// Draws one state of a page turn into a viewport at the origin of the canvas.
  ///
  /// - Parameter picture: returns the bitmap of a page at rest, opaque and as large as the
  ///   viewport; nil for an empty page.
  static func draw(
    _ state: PageEffectState, viewport: PixelSize, background: Color, in canvas: Canvas,
    picture: (PageEffectState.Page) -> Bitmap?
  ) {
    let bounds = Rect(origin: .zero, size: viewport.size)
    let isCovered = state.layers.first.map { $0.shape == .flat(bounds) && $0.opacity >= 1 }
    if isCovered != true { canvas.clear(bounds, to: background) }
    for layer in state.layers {
      guard let bitmap = picture(layer.page) else { continue }
      switch layer.shape {
      case .flat(let rect):
        // Pages that are only moved lie on whole pixels, as in a turn without an effect.
        let target = rect.size == bounds.size ? rect.pixelAligned : rect
        canvas.draw(bitmap, in: target, alpha: layer.opacity)
      case .turned(let face): canvas.draw(bitmap, through: FaceWarp(face, size: viewport))
      case .rolled(let sheet): canvas.draw(bitmap, through: CurlWarp(sheet, size: viewport))
      }
    }
  }
}
