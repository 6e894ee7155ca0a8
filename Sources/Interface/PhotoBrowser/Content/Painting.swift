import Drawing
import Geometry
import Pixels

/// A content as it is drawn: what, and where.
struct Painting {
  /// The side of a checkerboard square, in points at scale 1.
  private static let checkSize = 12.0
  private static let checkLight = Color(red: 0.40, green: 0.40, blue: 0.41)
  private static let checkDark = Color(red: 0.32, green: 0.32, blue: 0.33)
  /// Where a picture, or the rest of one, will be.
  static let placeholder = Color(red: 1, green: 1, blue: 1, alpha: 0.05)

  let content: any ZoomableContent
  let place: ContentPlace
  /// The whole picture, small, which is seen where a part of the content has not come; nil for none.
  var coarse: Picture?

  var isOpaque: Bool { content.isOpaque }
  var rect: Rect { place.rect }

  /// True when what is behind it is seen through it.
  func isSeenThrough(on style: BrowserOptions.TransparencyStyle) -> Bool {
    !content.isOpaque && !hasSquares(style) && !isPartial
  }

  /// True for a picture of which a part has not come.
  private var isPartial: Bool {
    guard let picture = content.picture(at: rect) else { return false }
    return picture.isPartial && !picture.isOpaque
  }

  private func hasSquares(_ style: BrowserOptions.TransparencyStyle) -> Bool {
    style == .checkerboard && content.isOnSquares && !content.isOpaque
  }

  /// Draws it, on squares if it is transparent and so wanted; both fade as one. What has not come
  /// yet of one is not transparent.
  func draw(
    in canvas: Canvas, alpha: Double, on style: BrowserOptions.TransparencyStyle, scale: Double
  ) {
    let hasSquares = hasSquares(style)
    let isPartial = isPartial
    if !hasSquares, !isPartial, let picture = content.picture(at: rect) {
      // What covers everything, and what fades without squares, needs no group.
      return canvas.draw(
        picture.levels(at: place), in: rect, alpha: alpha, filter: picture.filter(at: place),
        replaces: picture.isOpaque && alpha >= 1)
    }
    canvas.withOpacityIfNeeded(alpha) {
      if isPartial, let coarse {
        canvas.draw(coarse.levels(at: place), in: rect, alpha: 1, filter: .bilinear)
      } else if isPartial {
        canvas.fill(rect, Self.placeholder)
      } else if hasSquares {
        canvas.checkerboard(
          in: rect, cell: Self.checkSize * scale, Self.checkDark, Self.checkLight)
      }
      content.draw(in: canvas, at: place)
    }
  }

  /// Draws the part of it that a rounded rectangle shows, while it flies with all of it at `rect`.
  ///
  /// - Parameter isThumbnail: true to draw it as the host draws thumbnails.
  func drawFlying(
    in canvas: Canvas, at rect: Rect, clip: Rect, cornerRadius: Double, alpha: Double,
    on style: BrowserOptions.TransparencyStyle, scale: Double, isThumbnail: Bool
  ) {
    if isThumbnail || content.isOpaque, let picture = content.picture(at: rect) {
      return canvas.drawCropped(
        picture.bitmaps, in: rect, clip: clip, cornerRadius: cornerRadius, alpha: alpha,
        filter: picture.filter(at: place))
    }
    var flying = Painting(
      content: content,
      place: ContentPlace(rect, visible: clip, isMoving: true, filter: place.filter))
    flying.coarse = coarse
    canvas.banded(clip, cornerRadius: cornerRadius) {
      canvas.saved {
        canvas.clip(to: clip)
        flying.draw(in: canvas, alpha: alpha, on: style, scale: scale)
      }
    }
  }
}

extension Canvas {
  /// A group only where one is needed.
  fileprivate func withOpacityIfNeeded(_ alpha: Double, _ body: () -> Void) {
    if alpha >= 1 { body() } else { withOpacity(alpha, body) }
  }
}
