import Drawing
import Geometry
import Pixels

/// The drawing of the picture in the crop editor, with the background around it.
final class CropPicture {
  /// The position of the picture on the screen.
  struct Placement {
    /// The rectangle of the picture before it is turned, in device pixels.
    var rect: Rect
    /// The angle by which the picture is turned clockwise about the centre of ``rect``, in radians.
    var angle: Double
  }

  /// The colour that dims the picture outside the crop frame, and the background there.
  static let shade = Color(white: 0, alpha: 0.62)

  private let bitmap: Bitmap
  private let background: Color
  /// The picture on the background, dimmed by ``shade``. Drawing it is faster than dimming the
  /// drawn picture in each frame, because each pixel is written only once.
  private lazy var dimmed = Bitmap.drawn(bitmap.size, isOpaque: true) { canvas in
    let whole = Rect(origin: .zero, size: bitmap.size.size)
    canvas.fill(whole, background)
    canvas.draw(bitmap, in: whole)
    canvas.fill(whole, Self.shade)
  }

  /// - Parameter background: the opaque colour around the picture and behind it.
  init(_ bitmap: Bitmap, background: Color) {
    self.bitmap = bitmap
    self.background = background
  }

  /// Draws the picture, and the background in the rest of the clip.
  func draw(in canvas: Canvas, at place: Placement) {
    guard place.angle == 0 else {
      canvas.draw(bitmap, in: place.rect, rotatedBy: place.angle, around: background)
      return
    }
    let hidden = bitmap.isOpaque ? place.rect.roundedIn : .zero
    canvas.fill(canvas.clipBounds.subtracting(hidden), background)
    canvas.draw(bitmap, in: place.rect)
  }

  /// Draws the dimmed picture, and the dimmed background in the rest of the clip.
  func drawDimmed(in canvas: Canvas, at place: Placement) {
    canvas.draw(
      dimmed, in: place.rect, rotatedBy: place.angle,
      around: Self.shade.blended(over: background))
  }
}
