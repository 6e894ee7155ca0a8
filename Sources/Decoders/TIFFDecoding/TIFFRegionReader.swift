package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
package import Pixels

/// Region access to a TIFF: only the tiles or rows of a region are decompressed, those of the page
/// or of its smallest reduced copy that is large enough.
package final class TIFFRegionReader: RegionReader {
  package private(set) var info: DecodeReply.Info
  private let file: TIFFFile
  private let pyramid: TIFFPyramid
  private let bytes: PictureBytes

  package init(_ job: DecodeJob) throws(DecodeFailure) {
    let format = PictureFormat.tiff
    guard let library = TIFFLibrary.shared else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    let nothing = DecodeFailure(.unsupported, format: format.name, detail: "it has no parts")
    guard let file = TIFFFile(job.bytes, library, page: job.request.leaf), file.supportsRegions,
      let interpretation = file.interpretation
    else { throw nothing }
    let copies = TIFFReducedCopies(of: file, in: job.bytes)
    try TIFFDecoder.check(file, copies, job)
    guard let reader = TIFFReader(file, interpretation) else { throw nothing }
    (self.file, self.bytes) = (file, job.bytes)
    pyramid = TIFFPyramid(
      file, interpretation, reader, copies, in: job.bytes, maxPixels: TIFFDecoder.maxPixels(job))
    info = TIFFDecoder.info(file)
  }

  /// Estimated size in bytes of the tables of tile offsets that libtiff holds.
  package var heldByteCount: Int { (file.size.area ?? 0) / 4096 * 16 }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let plan = try RegionPlan(region, memory.size, of: info.naturalSize, file.orientation)
    let stride = plan.columns.count * 4
    let stored = try PrivateMemory(byteCount: stride * plan.rows.count)
    let size = PixelSize(width: plan.columns.count, height: plan.rows.count)
    let buffer = PixelBuffer(size: size, stride: stride, bytes: stored.bytes)
    pyramid.cmykConversion = cmyk
    defer { bytes.releasePages(0..<bytes.count) }
    let progress = try pyramid.read(
      level: plan.level, columns: plan.columns, rows: plan.rows, into: buffer)
    if progress.piecesRead < progress.piecesRequested { info.isTruncated = true }
    plan.copyUpright(buffer.view, x: plan.columns.lowerBound, y: plan.rows.lowerBound, into: memory)
  }
}
