import Drawing
import Geometry
import Pixels

/// The pixels there are of a content that could have any: a coarse whole, and a sharp part.
struct ContentPixels {
  /// A part made for a scale more than so many times larger is of no use.
  private static let mostReduction = 2.0

  /// All of it, in as many sizes as are at hand, largest first.
  var whole: [Bitmap] = []
  /// The part that was made last.
  var part: (region: PictureRegion, bitmap: Bitmap)?

  /// True when there are as many as `region` would have.
  func hold(_ region: PictureRegion) -> Bool {
    isWhole(region.whole) || part?.region.contains(region) == true
  }

  private func isWhole(_ size: PixelSize) -> Bool {
    whole.contains { $0.size.width >= size.width && $0.size.height >= size.height }
  }

  /// Draws the part where it is, and the whole around it. Each pixel is drawn by one of them, so that
  /// nothing is seen through twice.
  func draw(in canvas: Canvas, at place: ContentPlace, isOpaque: Bool) {
    guard let part, isUseful(part.region, at: place) else {
      return drawWhole(in: canvas, at: place, isOpaque)
    }
    let area = part.region.rect(in: place.rect)
    let covered = area.roundedIn
    for rest in place.visible.roundedOut.subtracting(covered) {
      canvas.saved {
        canvas.clip(to: rest)
        drawWhole(in: canvas, at: place, isOpaque)
      }
    }
    canvas.saved {
      canvas.clip(to: covered)
      canvas.draw(part.bitmap, in: area, replaces: isOpaque)
    }
  }

  private func drawWhole(in canvas: Canvas, at place: ContentPlace, _ isOpaque: Bool) {
    canvas.draw(whole, in: place.rect, filter: place.filter, replaces: isOpaque)
  }

  private func isUseful(_ region: PictureRegion, at place: ContentPlace) -> Bool {
    guard !whole.isEmpty else { return true }
    // At rest another scale's part would be less sharp than the whole, or not in its place.
    let size = place.rect.pixelAligned.size
    if !place.isMoving, isWhole(PixelSize(width: Int(size.width), height: Int(size.height))) {
      return false
    }
    return Double(region.whole.width) <= place.rect.width * Self.mostReduction
  }
}
