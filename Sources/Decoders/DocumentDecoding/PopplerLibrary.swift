import DecoderWire
import DecodingSupport
import RuntimeLibraries
import VectorDecoding

/// The functions of poppler-glib, and of GLib and Cairo that it is linked with, looked up for the
/// first PDF.
///
/// Sendable because it is immutable: the pointers are to code.
package struct PopplerLibrary: @unchecked Sendable {
  /// `GBytes`.
  let makeBytes: @convention(c) (UnsafeRawPointer?, Int) -> OpaquePointer?
  let dropBytes: @convention(c) (OpaquePointer) -> Void
  /// Opens a document with a password, nil for none. The last argument gets a `GError`.
  let open:
    @convention(c) (
      OpaquePointer, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> OpaquePointer?
  let pageCount: @convention(c) (OpaquePointer) -> Int32
  let page: @convention(c) (OpaquePointer, Int32) -> OpaquePointer?
  /// Gets width and height in points, after the rotation of the page.
  let pageSize:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>)
      -> Void
  /// Draws a page on a Cairo context whose unit is the point.
  let render: @convention(c) (OpaquePointer, OpaquePointer) -> Void
  /// Releases an object.
  let drop: @convention(c) (OpaquePointer) -> Void
  private let dropError: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Cairo, which poppler-glib is linked with.
  let cairo: CairoLibrary

  /// The loaded library; nil where it is not installed.
  package static let shared = try? PopplerLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    let library = try RuntimeLibrary("libpoppler-glib.so.8")
    makeBytes = try library.function("g_bytes_new_static")
    dropBytes = try library.function("g_bytes_unref")
    open = try library.function("poppler_document_new_from_bytes")
    pageCount = try library.function("poppler_document_get_n_pages")
    page = try library.function("poppler_document_get_page")
    pageSize = try library.function("poppler_page_get_size")
    render = try library.function("poppler_page_render")
    drop = try library.function("g_object_unref")
    dropError = try library.function("g_error_free")
    cairo = try CairoLibrary(in: library)
  }

  /// `POPPLER_ERROR_ENCRYPTED`.
  private static let encrypted: Int32 = 1

  /// The failure that a `GError` describes, which is released.
  func failure(_ error: UnsafeMutableRawPointer?) -> DecodeFailure {
    guard let error else { return PDFPages.damaged("") }
    defer { dropError(error) }
    // The C structure GError: the domain, the code, the message.
    if error.load(fromByteOffset: 4, as: Int32.self) == Self.encrypted {
      return DecodeFailure(
        .unsupported, format: PictureFormat.pdf.name, detail: "it needs a password")
    }
    let text = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    return PDFPages.damaged(text.map { String(cString: $0) } ?? "")
  }
}
