import Drawing
import Geometry
import PhotoBrowser
import Pixels
import Views

/// The thumbnail of a cell as a view that grows to the whole picture, for the animator
/// `smooth-zoom`.
///
/// Close to its cell the view shows the cell's own pixels, so that no pixel changes when the
/// picture leaves the cell or returns to it.
final class FlyingThumbnail: View {
  private let thumbnail: BrowserThumbnail

  /// Makes a view of a thumbnail, whose frame is in the coordinates of the view's parent.
  init(_ thumbnail: BrowserThumbnail) {
    self.thumbnail = thumbnail
    super.init()
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let share = thumbnail.renderingOpacity(in: frame)
    if share < 1, let bitmap = thumbnail.bitmap {
      let geometry = TransitionPlan.Context.Thumbnail(frame: bounds, alignment: thumbnail.alignment)
      canvas.drawCropped(
        [bitmap], in: geometry.pictureRect(of: bitmap.size.size), clip: bounds,
        cornerRadius: thumbnail.cornerRadius)
    }
    guard share > 0, let rendering = thumbnail.rendering else { return }
    if share >= 1 { return canvas.draw(rendering, in: bounds) }
    canvas.drawCropped(
      [rendering], in: bounds, clip: bounds, cornerRadius: thumbnail.cornerRadius, alpha: share)
  }
}
