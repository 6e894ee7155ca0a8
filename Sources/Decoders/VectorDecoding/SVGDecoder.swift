package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PixbufLoading
package import Pixels

/// The SVG decoder. With librsvg it renders any size and any region.
package enum SVGDecoder {
  /// Maximum natural side in pixels; a larger picture is scaled down, which loses nothing in a
  /// vector picture.
  private static let maxNaturalExtent = 1_000_000.0
  /// Maximum side of a rendered picture in pixels, which is that of a Cairo image surface.
  private static let maxSurfaceExtent = 32_767

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = RsvgLibrary.shared else {
      ProcessorBudget.reduceTimeLimit(forVector: .svg)
      try EmbeddedPictures(try SVGText(job.bytes).bytes).check(job.request.limits)
      return try PixbufDecoder.decode(job, .svg)
    }
    let document = try SVGDocument(job.bytes, library, job.request.limits)
    let info = info(document)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let size = job.request.fittedSize(of: info)
    try check(size, job.request.limits)
    let memory = try job.memory(for: size)
    try document.draw(into: memory.buffer, whole: size, x: 0, y: 0)
    return DecodeAnswer(info, isOpaque: memory.buffer.isOpaque, in: memory)
  }

  /// The properties of a document, for the reply.
  package static func info(_ document: borrowing SVGDocument) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: naturalSize(of: document.size), format: PictureFormat.svg.name,
      isScalable: true)
  }

  /// Throws `.tooLarge` for a size in pixels that cannot be rendered at once.
  package static func check(_ size: PixelSize, _ limits: DecodeLimits) throws(DecodeFailure) {
    try DecodeJob.check(size, format: .svg, limit: limits.pixels)
    guard max(size.width, size.height) <= maxSurfaceExtent else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.svg.name,
        detail: "\(size.width) × \(size.height) pixels, the longest side is \(maxSurfaceExtent)")
    }
  }

  private static func naturalSize(of size: Size) -> PixelSize {
    let scale = min(1, maxNaturalExtent / max(size.width, size.height))
    return PixelSize(
      width: max(1, Int((size.width * scale).rounded())),
      height: max(1, Int((size.height * scale).rounded())))
  }
}
