import CCairo
import Pixels

/// A Cairo surface and context on borrowed pixels. The owner closes them.
struct CanvasSurfaces {
  let buffer: PixelBuffer
  let context: OpaquePointer
  let surface: OpaquePointer

  init(_ buffer: PixelBuffer) {
    self.buffer = buffer
    surface = cairo_image_surface_create_for_data(
      buffer.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: buffer.size.width), Int32(clamping: buffer.size.height),
      Int32(clamping: buffer.stride))
    context = cairo_create(surface)
  }

  /// Destroys the context and finishes the surface, so that Cairo no longer uses the pixels.
  func close() {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }
}
