import Geometry
package import Pixels
import Resampling
import Tiles

/// The visible region of a huge picture at rest, with the tiles from which it is resampled to the
/// pixels of the screen.
///
/// The result has the same pixels as the bitmap that is made of a picture kept in memory as a
/// whole.
nonisolated package struct RestingRegion: Sendable {
  /// The pixels of a run of tiles, and the region that they cover.
  struct Piece: Sendable {
    let part: PictureRegion
    let bitmap: Bitmap
  }

  /// The number of result rows that are resampled at a time. The source rows of each band are
  /// assembled separately, so that they take no more memory than a few tiles.
  private static let bandHeight = 32

  /// The visible region, and the size of the whole picture at the current scale.
  package let region: PictureRegion
  /// The number of the request. Requests for the same region from different tiles have different
  /// numbers.
  let requestNumber: Int
  /// The size of the whole picture in pixels of the tiles; a fraction when the last column or row
  /// of pixels is only partly covered.
  let wholeSize: Size
  /// The tiles, all of one level; they cover the visible region and a border.
  let pieces: [Piece]

  /// Resamples the tiles to the pixels of the screen; can be called on any thread.
  ///
  /// - Complexity: O(pixels of the visible tiles).
  package func makeBitmap() -> Bitmap {
    Bitmap(size: region.size, isOpaque: pieces.allSatisfy(\.bitmap.isOpaque)) { memory, stride in
      guard let bytes = memory.baseAddress, let whole = pieces.first?.part.whole else { return }
      let buffer = PixelBuffer(size: region.size, stride: stride, bytes: bytes)
      let window = SourceWindow(visibleRect, of: whole)
      let plan = ResamplePlan(
        source: window.size, region: visibleRect.offset(by: Point.zero - window.corner),
        to: region.size)
      for first in Swift.stride(from: 0, to: plan.rowCount, by: Self.bandHeight) {
        let band = first..<min(plan.rowCount, first + Self.bandHeight)
        let rows = plan.sourceRows(of: band)
        let strip = strip(of: window, rows)
        plan.run(PixelView(strip), from: rows.lowerBound, into: buffer, band: band)
      }
    }
  }

  /// The visible region, in pixels of the tiles.
  private var visibleRect: Rect {
    let kx = wholeSize.width / Double(max(1, region.whole.width))
    let ky = wholeSize.height / Double(max(1, region.whole.height))
    return Rect(
      x: Double(region.x) * kx, y: Double(region.y) * ky, width: Double(region.size.width) * kx,
      height: Double(region.size.height) * ky)
  }

  /// The rows `rows` of the source window, assembled from the tiles.
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

/// The source pixels of one level from which a region is resampled.
nonisolated private struct SourceWindow {
  let x: Int
  let y: Int
  let size: PixelSize

  /// Makes the window for the region `visibleRect` of a level of the size `whole`, both in pixels
  /// of the level. The window is larger than the region by the border of a tile on each side,
  /// because filters also read pixels beyond the region.
  init(_ visibleRect: Rect, of whole: PixelSize) {
    let border = Double(TilePyramid.border)
    x = max(0, Int((visibleRect.minX - border).rounded(.down)))
    y = max(0, Int((visibleRect.minY - border).rounded(.down)))
    let right = min(whole.width, Int((visibleRect.maxX + border).rounded(.up)))
    let bottom = min(whole.height, Int((visibleRect.maxY + border).rounded(.up)))
    size = PixelSize(width: max(1, right - x), height: max(1, bottom - y))
  }

  var corner: Point { Point(x: Double(x), y: Double(y)) }
}
