package import DecoderWire
import Pixels
package import Resampling

/// Pixels with straight alpha: the given ones when they are opaque, else a copy.
package struct StraightPixels: ~Copyable {
  package let bytes: UnsafeRawPointer
  package let stride: Int
  private let memory: PrivateMemory?

  /// - Throws: `.tooLarge` when memory cannot be allocated.
  package init(_ pixels: PixelView, isOpaque: Bool) throws(DecodeFailure) {
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
      StraightAlpha.divide(to.assumingMemoryBound(to: UInt32.self), count: pixels.size.width)
    }
    (bytes, stride) = (UnsafeRawPointer(copy.bytes), row)
    memory = consume copy
  }
}
