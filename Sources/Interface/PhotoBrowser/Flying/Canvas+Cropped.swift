public import Drawing
public import Geometry
public import Pixels

extension Canvas {
  /// Draws the part of a picture that lies in a rounded rectangle.
  ///
  /// Both thumbnails and pictures in flight are drawn with this method, so that one can replace the
  /// other without a changed pixel. Only the corners are clipped to a curve; the rest is drawn as
  /// fast as without corners.
  ///
  /// - Parameters:
  ///   - levels: the same picture in different sizes, largest first.
  ///   - rect: the rectangle of the whole picture.
  ///   - clip: the rounded rectangle of the visible part.
  public func drawCropped(
    _ levels: [Bitmap], in rect: Rect, clip: Rect, cornerRadius: Double = 0, alpha: Double = 1,
    filter: Filter = .bilinear
  ) {
    guard let first = levels.first, !rect.isEmpty, let seen = clip.intersection(rect) else {
      return
    }
    let kx = Double(first.size.width) / rect.width
    let ky = Double(first.size.height) / rect.height
    let source = Rect(
      x: (seen.minX - rect.minX) * kx, y: (seen.minY - rect.minY) * ky, width: seen.width * kx,
      height: seen.height * ky)
    withRoundedCorners(of: clip, cornerRadius: cornerRadius) {
      draw(
        levels, in: seen, source: source, alpha: alpha, filter: filter,
        replaces: first.isOpaque && alpha >= 1)
    }
  }

  /// Runs `body` three times, clipped to the parts of a rounded rectangle: the bands at the top and
  /// the bottom with rounded clips, which are slow, and the rectangle between them. Runs `body`
  /// once, without a clip, for square corners.
  func withRoundedCorners(of rect: Rect, cornerRadius: Double, _ body: () -> Void) {
    guard cornerRadius >= 0.5, !rect.isEmpty else { return body() }
    let radius = min(cornerRadius, min(rect.width, rect.height) / 2)
    let top = (rect.minY + radius).rounded(.up)
    let bottom = max(top, (rect.maxY - radius).rounded(.down))
    let whole = rect.roundedOut
    let bands = [
      Rect(x: whole.minX, y: whole.minY, width: whole.width, height: top - whole.minY),
      Rect(x: whole.minX, y: bottom, width: whole.width, height: whole.maxY - bottom),
    ]
    for band in bands {
      saved {
        clip(to: band)
        clip(toRounded: rect, radius: radius)
        body()
      }
    }
    saved {
      clip(to: Rect(x: whole.minX, y: top, width: whole.width, height: bottom - top))
      body()
    }
  }
}
