public import Pixels

/// Read-only pixels, four bytes each, in memory borrowed from an owner that must outlive the view.
///
/// Scaling works with any order of the channels, but colours must be premultiplied by alpha.
public struct PixelView: @unchecked Sendable {
  // The view is Sendable because nobody writes the memory while a view of it exists; the owner of
  // the memory ensures that.

  /// The number of columns and rows of pixels.
  public let size: PixelSize
  /// The distance between the beginnings of two rows of pixels in bytes, at least `size.width * 4`.
  public let stride: Int
  /// The address of the pixel memory, which has at least `stride * (size.height - 1) + size.width *
  /// 4` bytes.
  public let bytes: UnsafeRawPointer

  /// Makes a view of pixel memory of at least `stride * (size.height - 1) + size.width * 4` bytes.
  public init(size: PixelSize, stride: Int, bytes: UnsafeRawPointer) {
    precondition(stride >= size.width * 4, "stride \(stride) for \(size)")
    self.size = size
    self.stride = stride
    self.bytes = bytes
  }

  /// Makes a view of the pixels of a bitmap, which the caller keeps alive.
  public init(_ bitmap: Bitmap) {
    self.init(size: bitmap.size, stride: bitmap.stride, bytes: bitmap.bytes)
  }

  func row(_ y: Int) -> UnsafeRawPointer { bytes + y * stride }
}
