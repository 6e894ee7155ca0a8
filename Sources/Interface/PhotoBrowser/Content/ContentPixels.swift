import Drawing
import Geometry
import Pixels

/// The available pixels of a content that can be rendered at any scale: coarse bitmaps of the whole
/// content, and a sharp bitmap of one region.
struct ContentPixels {
  /// The maximum ratio between the scale for which a region was rendered and the current scale;
  /// beyond it the region is not drawn.
  private static let maxReduction = 2.0

  /// The bitmaps of the whole content, largest first.
  var wholeBitmaps: [Bitmap] = []
  /// The region that was rendered last, with its bitmap; nil for none.
  var renderedPart: (region: PictureRegion, bitmap: Bitmap)?

  /// Whether the bitmaps contain `region` with at least its resolution.
  func contains(_ region: PictureRegion) -> Bool {
    hasWholeBitmap(of: region.whole) || renderedPart?.region.contains(region) == true
  }

  private func hasWholeBitmap(of size: PixelSize) -> Bool {
    wholeBitmaps.contains { $0.size.width >= size.width && $0.size.height >= size.height }
  }

  /// Draws the sharp region at its position, and the coarse bitmap around it. Every pixel is drawn
  /// from one of these only, so that transparent contents do not show twice.
  func draw(in canvas: Canvas, at placement: ContentPlacement, isOpaque: Bool) {
    guard let renderedPart, isWorthDrawing(renderedPart.region, at: placement) else {
      return drawWhole(in: canvas, at: placement, isOpaque)
    }
    let area = renderedPart.region.rect(in: placement.rect)
    let covered = area.roundedIn
    for rest in placement.visible.roundedOut.subtracting(covered) {
      canvas.saved {
        canvas.clip(to: rest)
        drawWhole(in: canvas, at: placement, isOpaque)
      }
    }
    canvas.saved {
      canvas.clip(to: covered)
      canvas.draw(renderedPart.bitmap, in: area, replaces: isOpaque)
    }
  }

  private func drawWhole(in canvas: Canvas, at placement: ContentPlacement, _ isOpaque: Bool) {
    canvas.draw(wholeBitmaps, in: placement.rect, filter: placement.filter, replaces: isOpaque)
  }

  private func isWorthDrawing(_ region: PictureRegion, at placement: ContentPlacement) -> Bool {
    guard !wholeBitmaps.isEmpty else { return true }
    // At rest, a region rendered for another scale would be less sharp than the coarse bitmap, or
    // shifted by a fraction of a pixel, so it is not drawn if a bitmap has exactly the size.
    let size = placement.rect.pixelAligned.size
    if !placement.isMoving,
      hasWholeBitmap(of: PixelSize(width: Int(size.width), height: Int(size.height)))
    {
      return false
    }
    return Double(region.whole.width) <= placement.rect.width * Self.maxReduction
  }
}
