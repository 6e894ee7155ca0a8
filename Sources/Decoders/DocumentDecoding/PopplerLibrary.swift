import CPoppler
import DecoderWire
import DecodingSupport
import RuntimeLibraries
import VectorDecoding

/// The functions of poppler-glib, which is loaded for the first PDF, and of GLib and Cairo, with
/// which poppler-glib is linked.
///
/// The type is Sendable because it is immutable: the pointers are to code.
package struct PopplerLibrary: @unchecked Sendable {
  /// Makes a `GBytes` that borrows the bytes.
  let makeBytes: @convention(c) (UnsafeRawPointer?, Int) -> OpaquePointer?
  let unrefBytes: @convention(c) (OpaquePointer) -> Void
  /// Opens a document with a password, nil for none; it stores a `GError` at the last argument when
  /// it returns nil.
  let openDocument:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> OpaquePointer?
  let pageCount: @convention(c) (OpaquePointer) -> Int32
  let openPage: @convention(c) (OpaquePointer, Int32) -> OpaquePointer?
  /// Stores the width and height of a page in points, after the rotation of the page, at the
  /// pointers.
  let pageSize:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
      -> Void
  /// Draws a page on a Cairo context whose unit is the point.
  let renderPage: @convention(c) (OpaquePointer, OpaquePointer) -> Void
  /// Releases a GObject.
  let unrefObject: @convention(c) (OpaquePointer) -> Void
  private let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// The functions of Cairo, with which poppler-glib is linked.
  let cairo: CairoLibrary

  /// The functions of poppler-glib, which the first access loads; nil when poppler-glib is not
  /// installed.
  package static let shared = try? PopplerLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libpoppler-glib.so.8")
    makeBytes = try library.function("g_bytes_new_static")
    unrefBytes = try library.function("g_bytes_unref")
    openDocument = try library.function("poppler_document_new_from_bytes")
    pageCount = try library.function("poppler_document_get_n_pages")
    openPage = try library.function("poppler_document_get_page")
    pageSize = try library.function("poppler_page_get_size")
    renderPage = try library.function("poppler_page_render")
    unrefObject = try library.function("g_object_unref")
    freeError = try library.function("g_error_free")
    cairo = try CairoLibrary(in: library)
  }

  /// The failure for a `GError` of poppler, which is freed. `error` is nil when poppler gave no
  /// reason.
  func failure(_ error: UnsafeMutableRawPointer?) -> DecodeFailure {
    guard let error else { return PopplerDocument.damaged("") }
    defer { freeError(error) }
    let stated = error.load(as: PopplerFailure.self)
    if stated.code == POPPLER_ERROR_ENCRYPTED {
      return DecodeFailure(
        .unsupported, format: PictureFormat.pdf.name, detail: "it needs a password")
    }
    return PopplerDocument.damaged(LibraryMessage.line(stated.message))
  }
}
