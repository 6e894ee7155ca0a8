public import Pixels

/// Read-only pixel memory, four bytes per pixel, borrowed from an owner that outlives it.
///
/// The order of the channels does not matter for scaling, but colours are premultiplied.
public struct PixelView: @unchecked Sendable {
  // Sendable because nobody writes the memory while a view of it exists; the owner ensures that.

  /// The size in pixels.
  public let size: PixelSize
  /// The distance between the beginnings of two rows in bytes, at least `size.width * 4`.
  public let stride: Int
  /// The memory, at least `stride * (size.height - 1) + size.width * 4` bytes.
  public let bytes: UnsafeRawPointer

  /// Borrows memory of at least `stride * (size.height - 1) + size.width * 4` bytes.
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
