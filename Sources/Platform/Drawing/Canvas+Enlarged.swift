import Geometry
import Pixels
import Resampling

/// Fast drawing of enlarged bitmaps that replace the background, as in every frame of a zoom.
extension Canvas {
  /// The number of pixels from which several threads draw an enlarged bitmap faster than one
  /// thread, which draws two million pixels per millisecond. Waking the threads takes a tenth of a
  /// millisecond.
  private static let minParallelPixels = 4_000_000.0
  /// The maximum offset between buffer and bitmap in pixels; Cairo draws bitmaps with larger ones.
  private static let maxOffset = 1e9

  /// Draws an enlarged bitmap with the same pixels as Cairo's bilinear filter, but faster.
  ///
  /// - Parameters:
  ///   - placement: the position and scale of the bitmap in the buffer.
  ///   - part: the area to draw, in whole buffer pixels.
  /// - Returns: false, without drawing, when the case is not supported and Cairo has to draw the
  ///   bitmap.
  func drawEnlarged(_ bitmap: Bitmap, _ placement: BitmapPlacement, in part: Rect) -> Bool {
    guard groupDepth == 0, placement.bitmapScale.dx <= 1, placement.bitmapScale.dy <= 1,
      bitmap.size.width > 1, bitmap.size.width < Int32.max / 4,
      max(abs(placement.bitmapOffset.dx), abs(placement.bitmapOffset.dy)) < Self.maxOffset,
      let areas = wholePixelClip(within: part)
    else { return false }
    let job = EnlargementJob(
      enlargement: Enlargement(
        across: Enlargement.AxisMapping(placement.bitmapScale.dx, placement.bitmapOffset.dx),
        down: Enlargement.AxisMapping(placement.bitmapScale.dy, placement.bitmapOffset.dy)),
      pixels: PixelView(bitmap), buffer: buffer)
    drawDirectly(in: areas, minParallelPixels: Self.minParallelPixels) { job.run($0, $1) }
    withExtendedLifetime(bitmap) {}
    return true
  }
}

/// The drawing of one enlarged bitmap. Sendable because each band writes other rows of the buffer,
/// all bands end before the canvas continues, and everything else is only read.
private struct EnlargementJob: @unchecked Sendable {
  let enlargement: Enlargement
  let pixels: PixelView
  let buffer: PixelBuffer

  func run(_ columns: Range<Int>, _ rows: Range<Int>) {
    enlargement.run(pixels, into: buffer, columns: columns, rows: rows)
  }
}

extension Enlargement.AxisMapping {
  /// Converts scale and offset from buffer to bitmap pixels on one axis, which are multiples of
  /// 1/65536, to fixed-point numbers.
  fileprivate init(_ scale: Double, _ offset: Double) {
    self.init(step: Int((scale * 65536).rounded()), start: Int((offset * 65536).rounded()))
  }
}
