import CCairo
public import Geometry
public import Pixels

extension Canvas {
  /// The maximum side of a rotated bitmap in pixels; Pixman's coordinates end at 32767.
  private static let maxRotatedSide = 32_000

  /// Draws a bitmap that fills `rect` and is rotated clockwise about its centre by an angle in
  /// radians. Pixels are not filtered: it is meant for pictures in motion. A bitmap with a side of
  /// more than 32 000 pixels is not drawn.
  ///
  /// - Complexity: O(pixels drawn), about three nanoseconds each.
  public func draw(_ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double) {
    draw(bitmap, in: rect, rotatedBy: angle, CAIRO_FILTER_NEAREST)
  }

  /// Draws a rotated bitmap with interpolation between four pixels, for pictures at rest.
  ///
  /// - Complexity: O(pixels drawn), about ten nanoseconds each.
  package func drawSmoothly(_ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double) {
    draw(bitmap, in: rect, rotatedBy: angle, CAIRO_FILTER_BILINEAR)
  }

  private func draw(
    _ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double, _ filter: cairo_filter_t
  ) {
    let size = bitmap.size
    guard rect.isDrawable, angle.isFinite, !size.isEmpty,
      max(size.width, size.height) <= Self.maxRotatedSide
    else { return }
    // Cairo demands mutable memory, but nothing draws into this surface.
    let memory = UnsafeMutableRawPointer(mutating: bitmap.bytes)
    guard
      let image = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
        Int32(size.height), Int32(clamping: bitmap.stride))
    else { return }
    cairo_save(context)
    cairo_translate(context, rect.midX, rect.midY)
    cairo_rotate(context, angle)
    cairo_scale(context, rect.width / Double(size.width), rect.height / Double(size.height))
    cairo_translate(context, -Double(size.width) / 2, -Double(size.height) / 2)
    cairo_set_source_surface(context, image, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(context), filter)
    cairo_rectangle(context, 0, 0, Double(size.width), Double(size.height))
    cairo_fill(context)
    cairo_restore(context)
    cairo_set_source_rgb(context, 0, 0, 0)
    withExtendedLifetime(bitmap) {
      cairo_surface_finish(image)
      cairo_surface_destroy(image)
    }
  }
}
