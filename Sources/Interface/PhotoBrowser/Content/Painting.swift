import Drawing
import Geometry
import Pixels

/// A picture as it is drawn: from which of its sizes, where, and how it is read between its pixels.
struct Painting {
  /// The side of a checkerboard square, in points at scale 1.
  private static let checkSize = 12.0
  private static let checkLight = Color(red: 0.40, green: 0.40, blue: 0.41)
  private static let checkDark = Color(red: 0.32, green: 0.32, blue: 0.33)

  let picture: Picture
  /// The sizes of it to draw from.
  let levels: [Bitmap]
  let rect: Rect
  let filter: Filter

  /// Draws it, on squares if it is transparent and so wanted; both fade as one.
  func draw(
    in canvas: Canvas, alpha: Double, on style: BrowserOptions.TransparencyStyle, scale: Double
  ) {
    guard !picture.isOpaque, style == .checkerboard else {
      return canvas.draw(
        levels, in: rect, alpha: alpha, filter: filter,
        replaces: picture.isOpaque && alpha >= 1)
    }
    canvas.withOpacityIfNeeded(alpha) {
      canvas.checkerboard(
        in: rect, cell: Self.checkSize * scale, Self.checkDark, Self.checkLight)
      canvas.draw(levels, in: rect, filter: filter)
    }
  }

  /// The same picture elsewhere.
  func moved(to place: Rect) -> Painting {
    Painting(picture: picture, levels: picture.bitmaps, rect: place, filter: filter)
  }
}

extension Canvas {
  /// A group only where one is needed.
  fileprivate func withOpacityIfNeeded(_ alpha: Double, _ body: () -> Void) {
    if alpha >= 1 { body() } else { withOpacity(alpha, body) }
  }
}
