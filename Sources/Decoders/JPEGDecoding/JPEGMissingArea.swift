import DecodingSupport
import PictureMetadata
import Pixels

/// The detection of the missing area of a truncated JPEG, which is made transparent.
///
/// libjpeg paints it gray: all coefficients of a missing block are zero, which is mid-range. The
/// missing area of a PNG is transparent, so that of a JPEG is as well.
enum JPEGMissingArea {
  /// The opaque BGRA pixel that libjpeg writes for a block without data.
  private static let blankPixel: UInt32 = 0xFF80_8080
  /// Maximum number of pixel rows of which only the end is missing: those of one MCU row, whose
  /// first MCUs may be present.
  private static let maxPartlyMissingRows = 16

  /// Makes the gray pixels at the end of the picture transparent that libjpeg wrote for missing
  /// blocks.
  ///
  /// - Returns: true when there were any.
  static func clearIfAny(_ pixels: UnsafeMutableRawPointer, size: PixelSize, stride: Int) -> Bool {
    var partial = 0
    var hasCleared = false
    for y in (0..<size.height).reversed() where partial < maxPartlyMissingRows {
      let row = (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      var x = size.width
      while x > 0, row[x - 1] == blankPixel {
        x -= 1
        row[x] = 0
      }
      if x == size.width { return hasCleared }
      hasCleared = true
      if x > 0 { partial += 1 }
    }
    return hasCleared
  }

  /// Writes the pixels that libjpeg decodes before it reports an error: the rows before the error,
  /// or the first scan of a progressive picture. The remainder is transparent.
  ///
  /// - Returns: false when there are no pixels before the error, and for CMYK.
  static func decodeBeforeError(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ buffer: PixelBuffer
  ) -> Bool {
    guard header.componentCount < 4 else { return false }
    buffer.bytes.initializeMemory(
      as: UInt8.self, repeating: 0, count: buffer.stride * buffer.size.height)
    let end = header.isProgressive ? header.scanStart.flatMap { bytes.scanEnd(from: $0) } : nil
    // The error is ignored: a sequential picture fails at the same row again, after the rows before
    // it.
    _ = try? JPEGDecoder.decodeStored(
      end.map { bytes.part(0..<$0) } ?? bytes, header, buffer.size, buffer.bytes,
      stride: buffer.stride)
    _ = clearIfAny(buffer.bytes, size: buffer.size, stride: buffer.stride)
    return buffer.pixel(x: 0, y: 0) != 0
  }
}
