import CCairo
public import Pixels

/// A reader of PNG files written by tests, with cairo. The application itself never uses cairo's
/// reader.
public enum PNGReader {
  /// Reads a PNG file.
  ///
  /// - Returns: The picture; nil when the file is missing or is not a PNG file.
  public static func read(_ path: String) -> Bitmap? {
    guard let image = cairo_image_surface_create_from_png(path) else { return nil }
    defer { cairo_surface_destroy(image) }
    guard cairo_surface_status(image) == CAIRO_STATUS_SUCCESS,
      let data = cairo_image_surface_get_data(image)
    else { return nil }
    let format = cairo_image_surface_get_format(image)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else { return nil }
    let filler: UInt32 = format == CAIRO_FORMAT_RGB24 ? 0xFF00_0000 : 0
    let stride = Int(cairo_image_surface_get_stride(image))
    let bytes = UnsafeRawPointer(data)
    return Bitmap.computed(
      Int(cairo_image_surface_get_width(image)), Int(cairo_image_surface_get_height(image)),
      isOpaque: filler != 0
    ) { x, y in
      bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) | filler
    }
  }
}
