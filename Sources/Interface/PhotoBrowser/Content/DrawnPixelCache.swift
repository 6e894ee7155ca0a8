import Drawing
import Geometry
import Pixels

/// The cache of the pixels of a content that drawing commands render at rest. While the content
/// moves, the cached pixels are drawn at its new place, because running the commands for every
/// frame would be too slow.
final class DrawnPixelCache {
  /// The maximum number of pixels of the coarse bitmap of the whole content: about one screen.
  private static let maxCoarsePixels = 2_000_000.0
  /// The maximum scale at which the whole content is rendered, in pixels per unit of the content.
  private static let maxCoarseScale = 2.0

  private var pixels = ContentPixels()

  /// Draws the content at `placement`, from the cache or after rendering it.
  ///
  /// - Parameters:
  ///   - size: the size of the content, in the content's own coordinates.
  ///   - commands: draws the content in these coordinates; only the rectangle `part` has to be
  ///     drawn.
  func draw(
    in canvas: Canvas, at placement: ContentPlacement, size: Size, isOpaque: Bool,
    _ commands: (Canvas, _ part: Rect) -> Void
  ) {
    guard !size.isEmpty, let seen = PictureRegion(placement) else { return }
    if !placement.isMoving {
      if pixels.renderedPart?.region != seen {
        pixels.renderedPart = (seen, Self.bitmap(of: seen, size, isOpaque, commands))
      }
    } else if pixels.wholeBitmaps.isEmpty,
      pixels.renderedPart.map({ !covers($0.region, placement) }) ?? true
    {
      pixels.wholeBitmaps = [coarseBitmap(size, isOpaque, commands)]
    }
    pixels.draw(in: canvas, at: placement, isOpaque: isOpaque)
  }

  /// Discards the cached pixels, because the content now looks different.
  func discard() { pixels = ContentPixels() }

  private func covers(_ region: PictureRegion, _ placement: ContentPlacement) -> Bool {
    let seen = placement.visible.roundedOut
    return seen.subtracting(region.rect(in: placement.rect).roundedIn).isEmpty
  }

  private func coarseBitmap(
    _ size: Size, _ isOpaque: Bool, _ commands: (Canvas, Rect) -> Void
  ) -> Bitmap {
    let scale = min(
      Self.maxCoarseScale, (Self.maxCoarsePixels / (size.width * size.height)).squareRoot())
    let whole = PixelSize(
      width: max(1, Int(size.width * scale)), height: max(1, Int(size.height * scale)))
    let region = PictureRegion(whole: whole, x: 0, y: 0, size: whole)
    return Self.bitmap(of: region, size, isOpaque, commands)
  }

  private static func bitmap(
    of region: PictureRegion, _ size: Size, _ isOpaque: Bool, _ commands: (Canvas, Rect) -> Void
  ) -> Bitmap {
    Bitmap(size: region.size, isOpaque: isOpaque) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: region.size, stride: stride, bytes: bytes))
      canvas.translate(Vector(dx: -Double(region.x), dy: -Double(region.y)))
      canvas.scale(
        x: Double(region.whole.width) / size.width, y: Double(region.whole.height) / size.height)
      commands(canvas, canvas.clipBounds)
    }
  }
}
