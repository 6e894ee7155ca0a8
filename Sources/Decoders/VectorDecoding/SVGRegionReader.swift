package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
package import Pixels

/// Region access to an SVG, which is parsed once and rendered for each region.
package final class SVGRegionReader: RegionReader {
  package let info: DecodeReply.Info
  private let document: SVGDocument
  private let limits: DecodeLimits

  package init(_ job: DecodeJob) throws(DecodeFailure) {
    guard let library = RsvgLibrary.shared else {
      throw DecodeFailure(
        .missingLoader, format: PictureFormat.svg.name, detail: PictureFormat.svg.debianPackage)
    }
    document = try SVGDocument(job.bytes, library, job.request.limits)
    info = SVGDecoder.info(document)
    limits = job.request.limits
  }

  /// Zero, because the size of a parsed document is unknown; it is small compared with the pixels
  /// of a picture.
  package var heldByteCount: Int { 0 }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    ProcessorBudget.reduceTimeLimit(forVector: .svg)
    try SVGDecoder.check(memory.size, limits)
    try document.draw(into: memory, whole: region.whole, x: region.x, y: region.y)
  }
}
