import Pixels

/// The part of a cut picture that is not there.
///
/// The library makes it gray: a block without data has the middle of every range. Nothing is seen of
/// a PNG's; neither is to be of a JPEG's.
enum JPEGRest {
  /// What the library writes for a block without data, opaque BGRA.
  private static let blank: UInt32 = 0xFF80_8080
  /// Rows of the largest block: the last blocks may have come for a part of the width only.
  private static let blockRows = 16

  /// Makes transparent what is blank from the end on.
  ///
  /// - Returns: true when there was anything.
  static func clear(_ pixels: UnsafeMutableRawPointer, size: PixelSize, stride: Int) -> Bool {
    var partial = 0
    var hasCleared = false
    for y in (0..<size.height).reversed() where partial < blockRows {
      let row = (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
      var x = size.width
      while x > 0, row[x - 1] == blank {
        x -= 1
        row[x] = 0
      }
      if x == size.width { return hasCleared }
      hasCleared = true
      if x > 0 { partial += 1 }
    }
    return hasCleared
  }

  /// Writes what libjpeg had decoded before it gave up a picture: the rows before the fault, or the
  /// first scan of a progressive one. The rest is transparent.
  ///
  /// - Returns: false when there is nothing.
  static func rescue(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ buffer: PixelBuffer
  ) -> Bool {
    guard header.components < 4 else { return false }
    buffer.bytes.initializeMemory(
      as: UInt8.self, repeating: 0, count: buffer.stride * buffer.size.height)
    let end = header.isProgressive ? header.scanStart.flatMap { bytes.scanEnd(from: $0) } : nil
    // A sequential one fails again, at the same place.
    _ = try? JPEGDecoder.stored(
      end.map { bytes.part(0..<$0) } ?? bytes, header, buffer.size, buffer.bytes,
      stride: buffer.stride)
    _ = clear(buffer.bytes, size: buffer.size, stride: buffer.stride)
    return buffer.pixel(x: 0, y: 0) != 0
  }
}
