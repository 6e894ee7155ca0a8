import Geometry
public import Pixels
import Resampling
import Tiles

/// What is seen of a huge picture at rest, in the very pixels of the screen: made of tiles that have
/// more, as a picture that is held whole would be.
nonisolated public struct RestingPart: Sendable {
  /// A run of tiles, and what it shows.
  struct Piece: Sendable {
    let part: PictureRegion
    let bitmap: Bitmap
  }

  /// Rows of the result that are made at a time: what they are made of is put together beforehand,
  /// and is not to be larger than a few tiles.
  private static let bandHeight = 32

  /// What is seen, and how large all of the picture is there.
  public let region: PictureRegion
  /// Tells it from an earlier one of the same part, of other pixels.
  let number: Int
  /// All of the picture in pixels of the tiles; the last of them may be a fraction.
  let extent: Size
  /// Of one level; they cover what is seen, and a little more.
  let pieces: [Piece]

  /// Makes it, on whatever thread.
  ///
  /// - Complexity: O(pixels of the tiles that are seen).
  public func makeBitmap() -> Bitmap {
    Bitmap(size: region.size, isOpaque: pieces.allSatisfy(\.bitmap.isOpaque)) { memory, stride in
      guard let bytes = memory.baseAddress, let whole = pieces.first?.part.whole else { return }
      let buffer = PixelBuffer(size: region.size, stride: stride, bytes: bytes)
      let window = SourceWindow(seen, of: whole)
      let plan = ResamplePlan(
        source: window.size, region: seen.offset(by: Point.zero - window.corner), to: region.size)
      for first in Swift.stride(from: 0, to: plan.rowCount, by: Self.bandHeight) {
        let band = first..<min(plan.rowCount, first + Self.bandHeight)
        let rows = plan.sourceRows(of: band)
        let strip = strip(of: window, rows)
        plan.run(PixelView(strip), from: rows.lowerBound, into: buffer, band: band)
      }
    }
  }

  /// What is seen, in pixels of the tiles.
  private var seen: Rect {
    let kx = extent.width / Double(max(1, region.whole.width))
    let ky = extent.height / Double(max(1, region.whole.height))
    return Rect(
      x: Double(region.x) * kx, y: Double(region.y) * ky, width: Double(region.size.width) * kx,
      height: Double(region.size.height) * ky)
  }

  /// Some rows of the window, put together from the tiles.
  private func strip(of window: SourceWindow, _ rows: Range<Int>) -> Bitmap {
    let size = PixelSize(width: window.size.width, height: rows.count)
    return Bitmap(size: size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      for piece in pieces {
        let part = piece.part
        let x0 = max(window.x, part.x)
        let x1 = min(window.x + size.width, part.x + part.size.width)
        let y0 = max(window.y + rows.lowerBound, part.y)
        let y1 = min(window.y + rows.upperBound, part.y + part.size.height)
        guard x0 < x1, y0 < y1 else { continue }
        for y in y0..<y1 {
          let from =
            piece.bitmap.bytes + (y - part.y) * piece.bitmap.stride + (x0 - part.x) * 4
          let to = bytes + (y - window.y - rows.lowerBound) * stride + (x0 - window.x) * 4
          to.copyMemory(from: from, byteCount: (x1 - x0) * 4)
        }
      }
    }
  }
}

/// The whole pixels of a level that a part of it is made of.
nonisolated private struct SourceWindow {
  let x: Int
  let y: Int
  let size: PixelSize

  /// Filters look beyond an edge: no further than the border of a tile.
  init(_ seen: Rect, of whole: PixelSize) {
    let border = Double(TilePyramid.border)
    x = max(0, Int((seen.minX - border).rounded(.down)))
    y = max(0, Int((seen.minY - border).rounded(.down)))
    let right = min(whole.width, Int((seen.maxX + border).rounded(.up)))
    let bottom = min(whole.height, Int((seen.maxY + border).rounded(.up)))
    size = PixelSize(width: max(1, right - x), height: max(1, bottom - y))
  }

  var corner: Point { Point(x: Double(x), y: Double(y)) }
}
