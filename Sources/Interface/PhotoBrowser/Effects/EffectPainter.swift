import Drawing
import Geometry
import Pixels
import Resampling
import Transitions

/// Draws the states of page effects.
enum EffectPainter {
  /// Draws `state` into a viewport whose corner is the canvas's origin.
  ///
  /// - Parameter picture: the whole page as it rests, opaque and of the viewport's size; nil for a
  ///   page that is empty.
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
        // Moved pages lie on whole pixels, as they do when they are slid.
        let place = rect.size == bounds.size ? rect.pixelAligned : rect
        canvas.draw(bitmap, in: place, alpha: layer.opacity)
      case .turned(let face): canvas.draw(bitmap, through: FaceWarp(face, size: viewport))
      case .rolled(let sheet): canvas.draw(bitmap, through: CurlWarp(sheet, size: viewport))
      }
    }
  }
}
