public import Drawing
public import Geometry
public import Pixels

extension Canvas {
  /// Draws the part of a picture that a rounded rectangle shows of it.
  ///
  /// Thumbnails and flying pictures are drawn by this, so that one can take the other's place
  /// without a pixel changing. Between the corners there is nothing to round, and drawing is as
  /// fast as without them.
  ///
  /// - Parameters:
  ///   - levels: the same picture, largest first.
  ///   - rect: where the whole picture is.
  ///   - clip: what is seen of it.
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
    banded(clip, cornerRadius: cornerRadius) {
      draw(
        levels, in: seen, source: source, alpha: alpha, filter: filter,
        replaces: first.isOpaque && alpha >= 1)
    }
  }

  /// Runs `body` with what is inside a rounded rectangle: the straight middle on its own, because
  /// only round clips are slow.
  func banded(_ rect: Rect, cornerRadius: Double, _ body: () -> Void) {
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
