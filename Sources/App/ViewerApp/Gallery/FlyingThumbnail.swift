import Drawing
import Geometry
import PhotoBrowser
import Pixels
import Views

/// The thumbnail of a cell as a view that grows to the whole picture, for the animator `smooth-zoom`.
final class FlyingThumbnail: View {
  private let bitmap: Bitmap
  /// The part that a thumbnail of other proportions than the picture shows.
  private let alignment: TransitionContext.Alignment
  private let cornerRadius: Double

  /// Makes a view of an uncropped thumbnail.
  init(_ bitmap: Bitmap, alignment: TransitionContext.Alignment, cornerRadius: Double) {
    self.bitmap = bitmap
    self.alignment = alignment
    self.cornerRadius = cornerRadius
    super.init()
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let place = TransitionContext.Thumbnail(frame: bounds, alignment: alignment)
    canvas.drawCropped(
      [bitmap], in: place.picture(of: bitmap.size.size), clip: bounds, cornerRadius: cornerRadius)
  }
}
