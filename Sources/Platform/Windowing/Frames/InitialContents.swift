import Geometry
import Glibc
import Pixels

/// The pixels that the server shows in a window before its first frame: the background colour, and
/// the early picture on it.
struct InitialContents {
  /// The early picture on the background.
  private struct Picture {
    let bitmap: Bitmap
    /// The column of the window that shows the left edge of the bitmap.
    let x: Int
    /// The row of the window that shows the top edge of the bitmap.
    let y: Int
    /// Whether the server may show the background instead of parts of the picture.
    var mayBePaintedOver = false
  }

  /// The background colour as 0xAARRGGBB, in the format of the window's pixels.
  private let background: UInt32
  private var picture: Picture?

  init(background: UInt32) { self.background = background }

  /// A copy of these contents with the early picture, whose top left pixel is at `corner` of the
  /// window in device pixels.
  func adding(_ bitmap: Bitmap, at corner: Point) -> InitialContents {
    var result = self
    result.picture = Picture(bitmap: bitmap, x: Int(corner.x), y: Int(corner.y))
    return result
  }

  /// Notes that the server has painted the background over the early picture or over parts of it.
  /// From now on the rows of the picture count as different from every frame.
  mutating func markPicturePaintedOver() { picture?.mayBePaintedOver = true }

  /// The ranges of rows within `rows` whose pixels in `frame` differ, or may differ, from these
  /// contents.
  ///
  /// - Complexity: O(pixels of the rows).
  func differingRows(of frame: PixelBuffer, in rows: Range<Int>) -> [Range<Int>] {
    let plain = [UInt32](repeating: background, count: frame.size.width)
    var result: [Range<Int>] = []
    for y in rows where !matches(frame, row: y, plain) {
      if let last = result.last, last.upperBound == y {
        result[result.count - 1] = last.lowerBound..<y + 1
      } else {
        result.append(y..<y + 1)
      }
    }
    return result
  }

  /// Whether a row of `frame` certainly has the same pixels as these contents; `plain` is a row of
  /// the background colour.
  private func matches(_ frame: PixelBuffer, row y: Int, _ plain: [UInt32]) -> Bool {
    let width = frame.size.width
    let row = frame.bytes + y * frame.stride
    guard let picture, y >= picture.y, y < picture.y + picture.bitmap.size.height else {
      return memcmp(row, plain, width * 4) == 0
    }
    guard !picture.mayBePaintedOver else { return false }
    let left = min(max(0, picture.x), width)
    let right = min(max(left, picture.x + picture.bitmap.size.width), width)
    guard memcmp(row, plain, left * 4) == 0,
      memcmp(row + right * 4, plain, (width - right) * 4) == 0
    else { return false }
    let source =
      picture.bitmap.bytes + (y - picture.y) * picture.bitmap.stride + (left - picture.x) * 4
    return memcmp(row + left * 4, source, (right - left) * 4) == 0
  }
}
