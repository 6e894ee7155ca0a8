import CCairo
import Glibc
public import Pixels

/// The functions that write pixels as PNG files with straight alpha and 8 bits per channel.
public enum PNGWriter {
  /// Writes a bitmap as a PNG file at `path`, replacing an existing file's contents.
  ///
  /// - Throws: `cannotOpen`, `cannotWrite` or `cairo`. An incomplete file is removed.
  public static func write(_ bitmap: Bitmap, to path: String) throws(DrawingError) {
    try withFile(path) { (file) throws(DrawingError) in try write(bitmap, toDescriptor: file) }
  }

  /// Writes the pixels of a buffer as a PNG file at `path`, replacing an existing file's contents.
  ///
  /// - Throws: `cannotOpen`, `cannotWrite` or `cairo`. An incomplete file is removed.
  public static func write(_ buffer: PixelBuffer, to path: String) throws(DrawingError) {
    try withFile(path) { (file) throws(DrawingError) in try write(buffer, toDescriptor: file) }
  }

  /// Writes a bitmap as a PNG file to an open descriptor, which stays open.
  ///
  /// - Throws: `cannotWrite` or `cairo`.
  public static func write(
    _ bitmap: Bitmap, toDescriptor descriptor: Int32
  ) throws(DrawingError) {
    // Cairo requires a mutable pointer, but only reads the memory.
    let bytes = UnsafeMutableRawPointer(mutating: bitmap.bytes)
    try write(
      PixelBuffer(size: bitmap.size, stride: bitmap.stride, bytes: bytes),
      toDescriptor: descriptor)
    withExtendedLifetime(bitmap) {}
  }

  /// Writes the pixels of a buffer as a PNG file to an open descriptor, which stays open.
  ///
  /// - Throws: `cannotWrite` or `cairo`.
  public static func write(
    _ buffer: PixelBuffer, toDescriptor descriptor: Int32
  ) throws(DrawingError) {
    let image = cairo_image_surface_create_for_data(
      buffer.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: buffer.size.width), Int32(clamping: buffer.size.height),
      Int32(clamping: buffer.stride))
    defer {
      cairo_surface_finish(image)
      cairo_surface_destroy(image)
    }
    var sink = DescriptorSink(descriptor: descriptor)
    let status = cairo_surface_write_to_png_stream(image, DescriptorSink.writeCallback, &sink)
    if sink.errno != 0 { throw .cannotWrite(errno: sink.errno) }
    if let error = DrawingError.cairo(status) { throw error }
  }

  private static func withFile(
    _ path: String, _ body: (Int32) throws(DrawingError) -> Void
  ) throws(DrawingError) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw .cannotOpen(path: path, errno: errno) }
    do {
      try body(file)
    } catch {
      close(file)
      unlink(path)
      throw error
    }
    guard close(file) == 0 else {
      let code = errno
      unlink(path)
      throw .cannotWrite(errno: code)
    }
  }
}
