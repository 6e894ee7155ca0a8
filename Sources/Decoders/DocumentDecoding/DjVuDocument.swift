import CDjVu
import DecodeJobs
import DecoderWire
import DecodingSupport
import Pixels

/// A parsed DjVu document.
///
/// The library decodes on threads of its own, and sends a message when a job has ended.
final class DjVuDocument: PagedDocument {
  let pageCount: Int
  fileprivate let library: DjVuLibrary
  private let context: OpaquePointer
  private let document: OpaquePointer
  private let limits: DecodeLimits

  fileprivate static let format = PictureFormat.djvu
  /// The status of a job that has succeeded; smaller values mean that the job has not ended, larger
  /// ones that it has failed.
  private static let succeededStatus = DDJVU_JOB_OK

  /// Parses the structure of a document.
  ///
  /// - Throws: `.damaged` for an invalid document, and for one without pages.
  init(
    _ bytes: PictureBytes, _ library: DjVuLibrary, _ limits: DecodeLimits
  ) throws(DecodeFailure) {
    guard let context = library.makeContext() else {
      throw Self.damaged("no memory for it")
    }
    guard let document = library.makeDocument(context, nil, 0) else {
      library.releaseContext(context)
      throw Self.damaged("")
    }
    (self.library, self.context, self.document, self.limits) = (library, context, document, limits)
    library.writeStream(
      document, 0, bytes.raw.bindMemory(to: CChar.self).baseAddress, UInt(bytes.count))
    library.closeStream(document, 0, 0)
    let job = library.documentJob(document)
    Self.receiveMessages(library, context, document) {
      library.jobStatus(job) >= Self.succeededStatus
    }
    let isGood = library.jobStatus(job) == Self.succeededStatus
    let count = isGood ? Int(library.pageCount(document)) : 0
    pageCount = min(max(0, count), DecoderWireFormat.maxLeaves)
    guard count > 0 else {
      throw Self.damaged(isGood ? "it has no pages" : "its structure is invalid")
    }
  }

  deinit {
    library.releaseJob(library.documentJob(document))
    library.releaseContext(context)
  }

  func page(_ index: Int) throws(DecodeFailure) -> any DocumentPage {
    var info = DjVuPageInfo()
    let infoSize = UInt32(MemoryLayout<DjVuPageInfo>.size)
    var status: Int32 = 0
    Self.receiveMessages(library, context, document) {
      status = library.pageInfo(document, Int32(clamping: index), &info, infoSize)
      return status >= Self.succeededStatus
    }
    guard status == Self.succeededStatus else { throw Self.damaged("page \(index + 1) is invalid") }
    let stored = PixelSize(width: max(0, Int(info.width)), height: max(0, Int(info.height)))
    try DecodeJob.check(stored, format: Self.format, limit: limits.pixels)
    guard let page = library.makePage(document, Int32(clamping: index)) else {
      throw Self.damaged("page \(index + 1) is invalid")
    }
    let job = library.pageJob(page)
    Self.receiveMessages(library, context, document) {
      library.jobStatus(job) >= Self.succeededStatus
    }
    let size = PixelSize(width: Int(library.pageWidth(page)), height: Int(library.pageHeight(page)))
    guard library.jobStatus(job) == Self.succeededStatus, !size.isEmpty else {
      library.releaseJob(job)
      throw Self.damaged("page \(index + 1) cannot be decoded")
    }
    return DjVuPage(page, of: self, size)
  }

  fileprivate static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }

  /// Receives messages of the library until `isDone` returns true; it is called after all waiting
  /// messages were received.
  private static func receiveMessages(
    _ library: DjVuLibrary, _ context: OpaquePointer, _ document: OpaquePointer,
    until isDone: () -> Bool
  ) {
    while !isDone() {
      _ = library.waitForMessage(context)
      while let message = library.peekMessage(context) {
        // A document that consists of several files requests the other files, which are not
        // available.
        if message.load(as: Int32.self) == DDJVU_NEWSTREAM {
          let stream = message.load(as: DjVuNewStream.self).stream
          if stream > 0 { library.closeStream(document, stream, 1) }
        }
        library.popMessage(context)
      }
    }
  }
}

/// A decoded page of a DjVu document.
private final class DjVuPage: DocumentPage {
  let size: PixelSize
  private let library: DjVuLibrary
  /// The page object of the library, which this object owns.
  private let page: OpaquePointer
  private let document: DjVuDocument

  /// The arguments of the pixel format: the masks of red, green and blue, and the bits that are
  /// inverted, which are those of alpha.
  private static let pixelFormatArguments: [UInt32] = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]

  /// Makes a page that owns `page`.
  init(_ page: OpaquePointer, of document: DjVuDocument, _ size: PixelSize) {
    (self.page, self.document, self.size) = (page, document, size)
    library = document.library
  }

  deinit { library.releaseJob(library.pageJob(page)) }

  func draw(into buffer: PixelBuffer, whole: PixelSize, x: Int, y: Int) throws(DecodeFailure) {
    // The page is drawn on white paper.
    buffer.bytes.initializeMemory(
      as: UInt8.self, repeating: 0xFF, count: buffer.stride * buffer.size.height)
    var masks = Self.pixelFormatArguments
    guard let format = library.makePixelFormat(DDJVU_FORMAT_RGBMASK32, Int32(masks.count), &masks)
    else {
      throw DjVuDocument.damaged("no memory for it")
    }
    defer { library.releasePixelFormat(format) }
    library.setRowOrder(format, 1)
    library.setYDirection(format, 1)
    var page = DjVuRect(
      x: 0, y: 0, width: UInt32(clamping: whole.width), height: UInt32(clamping: whole.height))
    var part = DjVuRect(
      x: Int32(clamping: x), y: Int32(clamping: y), width: UInt32(clamping: buffer.size.width),
      height: UInt32(clamping: buffer.size.height))
    // The result is ignored: for a page without any content nothing is drawn, and the paper stays
    // white.
    _ = library.renderPage(
      self.page, DDJVU_RENDER_COLOR, &page, &part, format, UInt(buffer.stride),
      buffer.bytes.assumingMemoryBound(to: CChar.self))
  }
}
