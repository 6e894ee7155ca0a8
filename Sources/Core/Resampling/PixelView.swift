public import Pixels

/// Pixels to read, four bytes each, borrowed from an owner that outlives it.
///
/// The channels mean nothing to a scaler, except that colours are premultiplied.
public struct PixelView: @unchecked Sendable {
  // Sendable because nobody writes the memory while a view of it lives: the owner keeps that.

  /// Pixels across and down.
  public let size: PixelSize
  /// Bytes from one row to the next; may be anything at least `size.width * 4`.
  public let stride: Int
  /// The memory, at least `stride * (size.height - 1) + size.width * 4` bytes.
  public let bytes: UnsafeRawPointer

  /// Borrows memory.
  public init(size: PixelSize, stride: Int, bytes: UnsafeRawPointer) {
    precondition(stride >= size.width * 4, "stride \(stride) for \(size)")
    self.size = size
    self.stride = stride
    self.bytes = bytes
  }

  /// The pixels of a bitmap, which the caller keeps alive.
  public init(_ bitmap: Bitmap) {
    self.init(size: bitmap.size, stride: bitmap.stride, bytes: bitmap.bytes)
  }

  func row(_ y: Int) -> UnsafeRawPointer { bytes + y * stride }
}
