import CPixbuf
import RuntimeLibraries

/// librsvg, found when the first vector picture comes. Where there is none, or one that is too old,
/// gdk-pixbuf's loader draws vectors.
struct RsvgLibrary {
  typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

  let makeHandle: @convention(c) (UnsafePointer<UInt8>?, Int, Failure?) -> OpaquePointer?
  let setResolution: @convention(c) (OpaquePointer, Double) -> Void
  /// Width and height, false when they depend on a viewport.
  let size:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
      -> gboolean
  /// Whether there is a width, it; a height, it; a view box, it. Lengths and boxes as C has them.
  let dimensions:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<gboolean>, UnsafeMutableRawPointer,
      UnsafeMutablePointer<gboolean>, UnsafeMutableRawPointer, UnsafeMutablePointer<gboolean>,
      UnsafeMutablePointer<Double>
    ) -> Void
  /// For an element, the whole when nil, in a viewport: the box of its ink and its logical box; all
  /// of them four numbers.
  let geometry:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<Double>, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<Double>?, Failure?
    ) -> gboolean
  /// Draws all of it fitted into a box of four numbers.
  let render:
    @convention(c) (OpaquePointer, OpaquePointer, UnsafePointer<Double>, Failure?) -> gboolean

  /// GLib's, as librsvg is linked with it.
  let drop: @convention(c) (OpaquePointer) -> Void
  let dropError: @convention(c) (UnsafeMutablePointer<GError>) -> Void

  // Cairo, as librsvg is linked with it.
  let makeSurface:
    @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32) -> OpaquePointer?
  let makeContext: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let translate: @convention(c) (OpaquePointer?, Double, Double) -> Void
  let scale: @convention(c) (OpaquePointer?, Double, Double) -> Void
  let status: @convention(c) (OpaquePointer?) -> Int32
  let dropContext: @convention(c) (OpaquePointer?) -> Void
  let finishSurface: @convention(c) (OpaquePointer?) -> Void
  let dropSurface: @convention(c) (OpaquePointer?) -> Void

  /// Nil where the library is not installed, or too old.
  static let shared = try? RsvgLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("librsvg-2.so.2")
    makeHandle = try library.function("rsvg_handle_new_from_data")
    setResolution = try library.function("rsvg_handle_set_dpi")
    size = try library.function("rsvg_handle_get_intrinsic_size_in_pixels")
    dimensions = try library.function("rsvg_handle_get_intrinsic_dimensions")
    geometry = try library.function("rsvg_handle_get_geometry_for_layer")
    render = try library.function("rsvg_handle_render_document")
    drop = try library.function("g_object_unref")
    dropError = try library.function("g_error_free")
    makeSurface = try library.function("cairo_image_surface_create_for_data")
    makeContext = try library.function("cairo_create")
    translate = try library.function("cairo_translate")
    scale = try library.function("cairo_scale")
    status = try library.function("cairo_status")
    dropContext = try library.function("cairo_destroy")
    finishSurface = try library.function("cairo_surface_finish")
    dropSurface = try library.function("cairo_surface_destroy")
  }
}
