package import PixbufLoading
import RuntimeLibraries

/// librsvg, loaded when the first vector picture arrives. Without it, or with a release that is too
/// old, gdk-pixbuf's loader renders vector pictures.
package struct RsvgLibrary {
  package typealias Failure = PixbufLibrary.Failure
  /// C `gboolean`: zero is false.
  package typealias GBoolean = Int32

  let makeHandle: @convention(c) (UnsafePointer<UInt8>?, Int, Failure?) -> OpaquePointer?
  let setResolution: @convention(c) (OpaquePointer, Double) -> Void
  /// Gets width and height; false when they depend on a viewport.
  package let size:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
      -> GBoolean
  /// Gets whether there is a width, and the width; the same for the height and the view box. The
  /// arguments are C structures.
  let dimensions:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<GBoolean>, UnsafeMutableRawPointer,
      UnsafeMutablePointer<GBoolean>, UnsafeMutableRawPointer, UnsafeMutablePointer<GBoolean>,
      UnsafeMutablePointer<Double>
    ) -> Void
  /// Gets the ink box and the logical box of an element, or of the whole document when the element
  /// is nil, in a viewport. Each box is four numbers.
  package let geometry:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<Double>, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<Double>?, Failure?
    ) -> GBoolean
  /// Renders the whole document, fitted into a box of four numbers.
  let render:
    @convention(c) (OpaquePointer, OpaquePointer, UnsafePointer<Double>, Failure?) -> GBoolean

  /// Releases an object. The function is from GLib, which librsvg is linked with.
  let drop: @convention(c) (OpaquePointer) -> Void
  let dropError: @convention(c) (PixbufLibrary.ErrorPointer) -> Void

  /// Cairo, which librsvg is linked with.
  let cairo: CairoLibrary

  /// The loaded library; nil where it is not installed, or too old.
  package static let shared = try? RsvgLibrary()

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
    cairo = try CairoLibrary(in: library)
  }
}
