import Drawing
import Geometry
import Pixels

/// A content together with the placement in which it is drawn.
struct PlacedContent {
  /// The side of a checkerboard square, in points.
  private static let checkerSquareSide = 12.0
  private static let checkerLight = Color(red: 0.40, green: 0.40, blue: 0.41)
  private static let lightBackground = Color(white: 0.92)
  private static let darkBackground = Color(white: 0.13)
  private static let checkerDark = Color(red: 0.32, green: 0.32, blue: 0.33)
  /// The colour of a picture, or of a part of one, that has not loaded.
  static let placeholderColor = Color(red: 1, green: 1, blue: 1, alpha: 0.05)

  let content: any ZoomableContent
  let placement: ContentPlacement
  /// A version of the whole picture in lower resolution, drawn where the content has no pixels yet;
  /// nil for none.
  var coarsePicture: Picture?

  var isOpaque: Bool { content.isOpaque }
  var rect: Rect { placement.rect }

  /// Whether something behind the content shows through it, with transparent areas drawn in
  /// `style`.
  func isSeenThrough(on style: BrowserOptions.TransparencyStyle) -> Bool {
    !content.isOpaque && !drawsBackground(style) && !isPartial
  }

  /// Whether the content is a picture of which a part has not loaded.
  private var isPartial: Bool {
    guard let picture = content.picture(at: rect) else { return false }
    return picture.isPartial && !picture.isOpaque
  }

  /// Whether a background, such as a checkerboard, is drawn between the backdrop and the content.
  private func drawsBackground(_ style: BrowserOptions.TransparencyStyle) -> Bool {
    style != .background && content.showsCheckerboard && !content.isOpaque
  }

  /// Draws the content, with a background behind it if the content is transparent and `style` has
  /// one; content and background fade as one group. Parts of a picture that have not loaded show
  /// the coarse version or a placeholder colour in place of the background.
  func draw(
    in canvas: Canvas, alpha: Double, on style: BrowserOptions.TransparencyStyle, scale: Double
  ) {
    let drawsBackground = drawsBackground(style)
    let isPartial = isPartial
    if !drawsBackground, !isPartial, let picture = content.picture(at: rect) {
      // An opaque picture, or one without a background, can fade without a group.
      return canvas.draw(
        picture.bitmaps(at: placement), in: rect, alpha: alpha,
        filter: picture.filter(at: placement), replaces: picture.isOpaque && alpha >= 1)
    }
    canvas.withOpacityIfNeeded(alpha) {
      if isPartial, let coarsePicture {
        canvas.draw(coarsePicture.bitmaps(at: placement), in: rect, alpha: 1, filter: .bilinear)
      } else if isPartial {
        canvas.fill(rect, Self.placeholderColor)
      } else if drawsBackground {
        drawBackground(style, in: canvas, scale: scale)
      }
      content.draw(in: canvas, at: placement)
    }
  }

  private func drawBackground(
    _ style: BrowserOptions.TransparencyStyle, in canvas: Canvas, scale: Double
  ) {
    switch style {
    case .checkerboard:
      canvas.checkerboard(
        in: rect, cell: Self.checkerSquareSide * scale, Self.checkerDark, Self.checkerLight)
    case .light: canvas.fill(rect, Self.lightBackground)
    case .dark: canvas.fill(rect, Self.darkBackground)
    case .background: break
    }
  }

  /// Draws the content in flight: the whole content lies at `rect`, of which the part in the
  /// rounded rectangle `clip` is visible; both are in the canvas's coordinates.
  ///
  /// - Parameter isThumbnail: whether the content is drawn in the same way as the host draws
  ///   thumbnails.
  func drawFlying(
    in canvas: Canvas, at rect: Rect, clip: Rect, cornerRadius: Double, alpha: Double,
    on style: BrowserOptions.TransparencyStyle, scale: Double, isThumbnail: Bool
  ) {
    if isThumbnail || content.isOpaque, let picture = content.picture(at: rect) {
      return canvas.drawCropped(
        picture.bitmaps, in: rect, clip: clip, cornerRadius: cornerRadius, alpha: alpha,
        filter: picture.filter(at: placement))
    }
    var flying = PlacedContent(
      content: content,
      placement: ContentPlacement(rect, visible: clip, isMoving: true, filter: placement.filter))
    flying.coarsePicture = coarsePicture
    canvas.withRoundedCorners(of: clip, cornerRadius: cornerRadius) {
      canvas.saved {
        canvas.clip(to: clip)
        flying.draw(in: canvas, alpha: alpha, on: style, scale: scale)
      }
    }
  }
}

extension Canvas {
  /// Runs `body` in an opacity group if `alpha` is below 1.
  fileprivate func withOpacityIfNeeded(_ alpha: Double, _ body: () -> Void) {
    if alpha >= 1 { body() } else { withOpacity(alpha, body) }
  }
}
