import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import PictureMetadata
import Pixels
import Threads

/// The first scan of a progressive JPEG as a picture of its own: the DC coefficients of all blocks.
/// They determine the picture at 1/8 scale, except for low-order bits without a visible effect.
///
/// The scan is written as a sequential JPEG, because libjpeg would hold every coefficient of the
/// whole progressive picture in memory.
enum JPEGFirstScan {
  /// Minimum area, in pixels, of a picture whose first scan is sent before the whole picture:
  /// smaller pictures are complete within 50 ms.
  private static let minPixels = 2_000_000

  /// The first scan of a progressive picture, written as a sequential JPEG.
  ///
  /// - Parameter isKept: whether its pixels are the final result, not a preview until the whole
  ///   picture is decoded. Default: false.
  /// - Returns: nil when the picture is not progressive, or its first scan is not a DC scan; for a
  ///   final result also when the scan has luma alone or is incomplete.
  static func sequentialJPEG(
    _ bytes: PictureBytes, _ header: JPEGHeader, isKept: Bool = false
  ) -> JPEGBitWriter? {
    guard header.isProgressive, let scan = JPEGScan(bytes, forDC: true),
      !isKept || scan.components.count == header.componentCount
    else { return nil }
    var writer = JPEGBitWriter(capacity: 1 << 20)
    let size = scan.sizeInMCUs
    let isWhole = JPEGCheckpointIndex(scan, bytes).writeExcerpt(
      columns: 0..<size.width, rows: 0..<size.height, to: &writer)
    guard isWhole || !isKept else { return nil }
    return writer
  }

  /// Runs `work`, which decodes the whole picture, while a second thread sends a preview from the
  /// first scan. No preview is sent when the job wants no partial result, the picture is small or
  /// not progressive, or the file has an embedded thumbnail, which was sent earlier.
  static func runWithPreview(
    of job: DecodeJob, _ header: JPEGHeader,
    _ work: (DecodeJob) throws(DecodeFailure) -> DecodeAnswer
  ) throws(DecodeFailure) -> DecodeAnswer {
    guard let sendPartial = job.sendPartial, header.isProgressive, header.exif?.thumbnail == nil,
      (header.size.area ?? 0) >= minPixels
    else { return try work(job) }
    // No other thread uses these values until the second thread is joined.
    nonisolated(unsafe) let send = sendPartial
    nonisolated(unsafe) var own = job
    own.memoryDescriptor = -1
    // This thread uses the cached conversions of the job, so the second thread has a cache of its
    // own.
    own.conversions = ColorConversionCache()
    nonisolated(unsafe) let source = own
    let second = PosixThread {
      if let answer = try? JPEGDecoder.firstScanPreview(source, JPEGHeader(source.bytes)) {
        send(answer)
      }
    }
    defer { second?.join() }
    return try work(job)
  }
}
