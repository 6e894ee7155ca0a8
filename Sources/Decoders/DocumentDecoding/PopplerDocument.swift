import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import VectorDecoding

/// A parsed PDF document.
final class PopplerDocument: PagedDocument {
  let pageCount: Int
  private let library: PopplerLibrary
  /// The document object of poppler, which this object owns.
  private let document: OpaquePointer

  private static let format = PictureFormat.pdf

  /// Parses the structure of a PDF.
  ///
  /// - Throws: `.unsupported` for a document with a password, else `.damaged`.
  init(_ bytes: PictureBytes, _ library: PopplerLibrary) throws(DecodeFailure) {
    guard let content = library.makeBytes(bytes.raw.baseAddress, bytes.count) else {
      throw Self.damaged("no memory for it")
    }
    defer { library.unrefBytes(content) }
    var error: UnsafeMutableRawPointer?
    guard let document = library.openDocument(content, nil, &error) else {
      throw library.failure(error)
    }
    let count = Int(library.pageCount(document))
    guard count > 0 else {
      library.unrefObject(document)
      throw Self.damaged("it has no pages")
    }
    (self.library, self.document) = (library, document)
    pageCount = min(count, DecoderWireFormat.maxLeaves)
  }

  deinit { library.unrefObject(document) }

  func page(_ index: Int) throws(DecodeFailure) -> any DocumentPage {
    guard let page = library.openPage(document, Int32(clamping: index)) else {
      throw Self.damaged("page \(index + 1) is invalid")
    }
    return try PDFPage(page, of: self, library)
  }

  static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }
}

/// A page of a PDF document.
private final class PDFPage: DocumentPage {
  /// The number of pixels per point: 96 pixels an inch, as for the physical units of SVG.
  private static let pixelsPerPoint = 96.0 / 72
  /// Maximum natural side of a page in pixels; a larger page is scaled down, which loses nothing.
  private static let maxExtent = 1_000_000.0

  let size: PixelSize
  /// The size of the page in points.
  private let extent: Size
  private let library: PopplerLibrary
  /// The page object of poppler, which this object owns.
  private let page: OpaquePointer
  private let document: PopplerDocument

  /// Makes a page that owns `page`.
  ///
  /// - Throws: `.damaged` for a page without a size.
  init(_ page: OpaquePointer, of document: PopplerDocument, _ library: PopplerLibrary)
    throws(DecodeFailure)
  {
    (self.page, self.document, self.library) = (page, document, library)
    var (width, height) = (0.0, 0.0)
    library.pageSize(page, &width, &height)
    guard width.isFinite, height.isFinite, width > 0, height > 0 else {
      // The page is released here, because `deinit` does not run for an object whose initialiser
      // throws.
      library.unrefObject(page)
      throw PopplerDocument.damaged("a page without a size")
    }
    extent = Size(width: width, height: height)
    let scale = min(Self.pixelsPerPoint, Self.maxExtent / max(width, height))
    size = PixelSize(
      width: max(1, Int((width * scale).rounded())),
      height: max(1, Int((height * scale).rounded())))
  }

  deinit { library.unrefObject(page) }

  func draw(into buffer: PixelBuffer, whole: PixelSize, x: Int, y: Int) throws(DecodeFailure) {
    let region = CairoLibrary.Region(of: extent, scaledTo: whole, x: x, y: y)
    // The page is drawn on white paper.
    try library.cairo.draw(region, into: buffer, background: 0xFF, format: .pdf) {
      library.renderPage(page, $0)
    }
  }
}
