/// Mutable memory to draw into: premultiplied BGRA, borrowed from an owner that outlives it.
///
/// One writer at a time. The owner says how long the memory lives.
public struct PixelBuffer {
  /// Pixels across and down.
  public let size: PixelSize
  /// Bytes from one row to the next.
  public let stride: Int
  /// The memory, `stride * size.height` bytes.
  public let bytes: UnsafeMutableRawPointer

  /// Borrows memory of at least `stride * size.height` bytes.
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
