package import ColorManagement
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
package import Pixels

/// An open document of pages. The bytes of its file must outlive it.
package protocol PagedDocument: AnyObject {
  var pageCount: Int { get }

  /// The page at `index`, which must be less than ``pageCount``.
  ///
  /// - Throws: `.damaged` for an invalid page, `.tooLarge` above the limits.
  func page(_ index: Int) throws(DecodeFailure) -> any DocumentPage
}

/// A page of an open document.
package protocol DocumentPage: AnyObject {
  /// The natural size of the page in pixels, at least 1 × 1.
  var size: PixelSize { get }

  /// Draws a region of the page, scaled to the size `whole`: the region begins at column `x` and
  /// row `y` of the scaled page and has the size of `buffer`. Every pixel becomes opaque.
  ///
  /// - Throws: `.damaged`, and `.tooLarge` without memory.
  func draw(into buffer: PixelBuffer, whole: PixelSize, x: Int, y: Int) throws(DecodeFailure)
}

package enum DocumentDecoder {
  /// Maximum side of a drawn page in pixels, which is that of a Cairo image surface.
  private static let maxSurfaceExtent = 32_767

  package static func decode(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    let memory = MemoryBudget(for: job, format)
    defer { memory.restoreLimit() }
    let (document, page) = try page(of: job, format)
    let info = info(document, page, format)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let size = job.request.fittedSize(of: info)
    try check(size, format, job.request.limits)
    let result = try job.memory(for: size)
    try page.draw(into: result.buffer, whole: size, x: 0, y: 0)
    return DecodeAnswer(info, isOpaque: true, in: result)
  }

  /// Opens the document of a job and its requested page.
  ///
  /// - Throws: the failure of ``open(_:_:_:)``, and `.damaged` for a missing or invalid page.
  static func page(
    of job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> (any PagedDocument, any DocumentPage) {
    ProcessorBudget.reduceTimeLimit(forVector: format)
    let document = try open(job.bytes, format, job.request.limits)
    guard job.request.leaf < document.pageCount else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "there is no page \(job.request.leaf + 1)")
    }
    return (document, try document.page(job.request.leaf))
  }

  /// Opens a PDF or DjVu document.
  ///
  /// - Throws: `.missingLoader` without the library, `.damaged`, `.unsupported` for an encrypted
  ///   document.
  package static func open(
    _ bytes: PictureBytes, _ format: PictureFormat, _ limits: DecodeLimits
  ) throws(DecodeFailure) -> any PagedDocument {
    if format == .pdf, let library = PopplerLibrary.shared {
      return try PopplerDocument(bytes, library)
    }
    if format == .djvu, let library = DjVuLibrary.shared {
      return try DjVuDocument(bytes, library, limits)
    }
    throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
  }

  /// The properties of a page, for the reply.
  static func info(
    _ document: any PagedDocument, _ page: any DocumentPage, _ format: PictureFormat
  ) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: page.size, format: format.name, isScalable: true, leaves: document.pageCount)
  }

  /// Throws `.tooLarge` for a size in pixels that cannot be drawn at once.
  static func check(
    _ size: PixelSize, _ format: PictureFormat, _ limits: DecodeLimits
  ) throws(DecodeFailure) {
    try DecodeJob.check(size, format: format, limit: limits.pixels)
    guard max(size.width, size.height) <= maxSurfaceExtent else {
      throw DecodeFailure(
        .tooLarge, format: format.name,
        detail: "\(size.width) × \(size.height) pixels, the longest side is \(maxSurfaceExtent)")
    }
  }
}

/// Region access to a page of a document, which is parsed once; the page is drawn for each region.
package final class DocumentRegionReader: RegionReader {
  package let info: DecodeReply.Info
  private let document: any PagedDocument
  private let page: any DocumentPage
  private let format: PictureFormat
  private let job: DecodeJob

  package init(_ job: DecodeJob, _ format: PictureFormat) throws(DecodeFailure) {
    let memory = MemoryBudget(for: job, format)
    defer { memory.restoreLimit() }
    (document, page) = try DocumentDecoder.page(of: job, format)
    info = DocumentDecoder.info(document, page, format)
    (self.format, self.job) = (format, job)
  }

  /// Zero, because the size of a parsed document is unknown; it is small compared with the pixels
  /// of a picture.
  package var heldByteCount: Int { 0 }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let budget = MemoryBudget(for: job, format)
    defer { budget.restoreLimit() }
    ProcessorBudget.reduceTimeLimit(forVector: format)
    try DocumentDecoder.check(memory.size, format, job.request.limits)
    try page.draw(into: memory, whole: region.whole, x: region.x, y: region.y)
  }
}
