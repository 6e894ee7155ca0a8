/// Mutable pixel memory, premultiplied BGRA with eight bits per channel, borrowed from an owner
/// that outlives this value.
///
/// Only one thread may write at a time. The owner determines the lifetime of the memory.
public struct PixelBuffer {
  /// The size of the picture in the memory, in pixels.
  public let size: PixelSize
  /// The distance between the beginnings of two rows, in bytes.
  public let stride: Int
  /// The pixel memory, `stride * size.height` bytes.
  public let bytes: UnsafeMutableRawPointer

  /// Borrows pixel memory of at least `stride * size.height` bytes.
  public init(size: PixelSize, stride: Int, bytes: UnsafeMutableRawPointer) {
    precondition(stride >= size.width * 4, "stride \(stride) for \(size)")
    self.size = size
    self.stride = stride
    self.bytes = bytes
  }

  /// The pixel at (`x`, `y`) as 0xAARRGGBB, premultiplied.
  public func pixel(x: Int, y: Int) -> UInt32 {
    precondition(x >= 0 && y >= 0 && x < size.width && y < size.height, "\(x),\(y) in \(size)")
    return bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
  }
}
