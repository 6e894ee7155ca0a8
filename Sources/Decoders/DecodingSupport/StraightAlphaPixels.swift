package import DecoderWire
import Pixels
package import Resampling

/// BGRA pixels with straight alpha: the caller's memory when the pixels are opaque, else a
/// converted copy.
package struct StraightAlphaPixels: ~Copyable {
  package let bytes: UnsafeRawPointer
  package let stride: Int
  private let size: PixelSize
  private let isOpaque: Bool
  private let memory: PrivateMemory?

  /// Borrows opaque pixels, or copies premultiplied ones and divides their colours by the alpha.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package init(_ pixels: PixelView, isOpaque: Bool) throws(DecodeFailure) {
    (size, self.isOpaque) = (pixels.size, isOpaque)
    guard !isOpaque else {
      (bytes, stride) = (pixels.bytes, pixels.stride)
      memory = nil
      return
    }
    let row = pixels.size.width * 4
    let copy = try PrivateMemory(byteCount: row * pixels.size.height)
    for y in 0..<pixels.size.height {
      let to = copy.bytes + y * row
      to.copyMemory(from: pixels.bytes + y * pixels.stride, byteCount: row)
      StraightAlpha.unpremultiply(to.assumingMemoryBound(to: UInt32.self), count: pixels.size.width)
    }
    (bytes, stride) = (UnsafeRawPointer(copy.bytes), row)
    memory = consume copy
  }

  /// Writes the pixels as interleaved samples of 8 bits: RGB when they are opaque, else RGBA.
  ///
  /// - Parameters:
  ///   - rows: The first byte of the first row.
  ///   - rowStride: The distance between two rows in bytes.
  package func write(to rows: UnsafeMutablePointer<UInt8>, rowStride: Int) {
    let channels = isOpaque ? 3 : 4
    for y in 0..<size.height {
      let from = (bytes + y * stride).assumingMemoryBound(to: UInt8.self)
      let to = rows + y * rowStride
      for x in 0..<size.width {
        to[x * channels] = from[x * 4 + 2]
        to[x * channels + 1] = from[x * 4 + 1]
        to[x * channels + 2] = from[x * 4]
        if channels == 4 { to[x * 4 + 3] = from[x * 4 + 3] }
      }
    }
  }
}
