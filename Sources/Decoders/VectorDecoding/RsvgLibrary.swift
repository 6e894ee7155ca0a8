package import PixbufLoading
import RuntimeLibraries

/// The functions of librsvg, which is loaded for the first vector picture. Without it, or with too
/// old a release, gdk-pixbuf's loader renders vector pictures.
package struct RsvgLibrary {
  package typealias ErrorLocation = PixbufLibrary.ErrorLocation
  /// The C type `gboolean`: zero is false.
  package typealias GBoolean = Int32

  let makeHandle: @convention(c) (UnsafePointer<UInt8>?, Int, ErrorLocation?) -> OpaquePointer?
  let setResolution: @convention(c) (OpaquePointer, Double) -> Void
  /// Stores the width and height of a document in pixels at the pointers; it returns false when
  /// they depend on a viewport.
  package let readPixelSize:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
      -> GBoolean
  /// Stores whether the document has a width, and the width; the same for the height and the view
  /// box. Lengths and the box are C structures.
  let readStatedDimensions:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<GBoolean>, UnsafeMutableRawPointer,
      UnsafeMutablePointer<GBoolean>, UnsafeMutableRawPointer, UnsafeMutablePointer<GBoolean>,
      UnsafeMutablePointer<Double>
    ) -> Void
  /// Stores the ink rectangle and the logical rectangle of an element, or of the whole document
  /// when the element is nil, in a viewport. Each rectangle is four numbers: x, y, width and
  /// height.
  package let readGeometry:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafePointer<Double>, UnsafeMutablePointer<Double>?,
      UnsafeMutablePointer<Double>?, ErrorLocation?
    ) -> GBoolean
  /// Renders the whole document on a Cairo context, fitted into a rectangle of four numbers.
  let renderDocument:
    @convention(c) (OpaquePointer, OpaquePointer, UnsafePointer<Double>, ErrorLocation?) -> GBoolean

  /// Releases a GObject. The function is from GLib, with which librsvg is linked.
  let unrefObject: @convention(c) (OpaquePointer) -> Void
  let freeError: @convention(c) (PixbufLibrary.ErrorPointer) -> Void

  /// The functions of Cairo, with which librsvg is linked.
  let cairo: CairoLibrary

  /// The functions of librsvg, which the first access loads; nil when librsvg is not installed, or
  /// too old.
  package static let shared = try? RsvgLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("librsvg-2.so.2")
    makeHandle = try library.function("rsvg_handle_new_from_data")
    setResolution = try library.function("rsvg_handle_set_dpi")
    readPixelSize = try library.function("rsvg_handle_get_intrinsic_size_in_pixels")
    readStatedDimensions = try library.function("rsvg_handle_get_intrinsic_dimensions")
    readGeometry = try library.function("rsvg_handle_get_geometry_for_layer")
    renderDocument = try library.function("rsvg_handle_render_document")
    unrefObject = try library.function("g_object_unref")
    freeError = try library.function("g_error_free")
    cairo = try CairoLibrary(in: library)
  }
}
