import CLinux
import DecoderWire
package import DecodingSupport
package import Geometry
package import PictureMetadata
package import Pixels
import Resampling
import Threads

/// A decoder of a sequential JPEG on several threads, bit-identical to decoding on one.
///
/// One thread parses the entropy-coded data and finds bands; the others decode them. The parsing
/// thread advances only as far as needed to keep the others busy, and decodes the remainder itself.
/// Each band is scaled by the thread that decoded it, while it is in that processor's cache, so
/// that the picture is never held in memory at its decoded size.
package final class ParallelJPEG: @unchecked Sendable {
  /// Minimum area of the picture in pixels: one thread decodes a smaller one before others have
  /// started.
  private static let minPixels = 2_000_000
  /// Number of bands per thread: so many that a thread which has no more bands does not wait long
  /// for the others.
  private static let bandsPerThread = 8
  private static let minBandRows = 4

  private let bands: JPEGBands
  private let denominator: Int
  /// Width in pixels of the picture at the reduction at which it is decoded.
  private let width: Int
  /// The scaler that turns the decoded bands upright and scales them; nil when neither is needed.
  private let scaling: BandScaling?
  /// The memory of the result, shared by all threads: every band writes a disjoint range of rows.
  private let buffer: PixelBuffer
  private let bandQueue = BlockingQueue<JPEGBands.Band>()

  private init?(
    _ scan: JPEGScan, _ bytes: PictureBytes, _ denominator: Int, _ plan: ResamplePlan?,
    _ buffer: PixelBuffer
  ) {
    self.denominator = denominator
    self.buffer = buffer
    width = JPEGScale.scaled(scan.size, denominator).width
    let mcuHeight = scan.mcuSize.height / denominator
    let reach = plan.map { $0.sourceRows(of: 0..<1).count } ?? 0
    let shares = ParallelScaling.processorCount * Self.bandsPerThread
    let bands = JPEGBands(
      scan, bytes,
      height: max(
        Self.minBandRows, 2 * (reach / mcuHeight + 1), (scan.sizeInMCUs.height - 1) / shares + 1),
      margin: scan.hasSubsampledChroma(reducedBy: denominator) ? 1 : 0)
    guard let bands else { return nil }
    self.bands = bands
    if let plan {
      let edges = bands.topRows.dropFirst().map { $0 * mcuHeight }
      guard let scaling = try? BandScaling(plan, edges: edges, into: buffer) else { return nil }
      self.scaling = scaling
    } else {
      scaling = nil
    }
  }

  /// Decodes all of `bytes` to opaque BGRA, turned upright and scaled to fill `buffer`.
  ///
  /// - Parameters:
  ///   - reduced: the size at which libjpeg decodes; the size of `buffer` by default.
  ///   - minPixels: the minimum area of the picture.
  /// - Returns: false when the picture cannot be decoded in bands, or is damaged or too small. The
  ///   contents of `buffer` are then undefined.
  package static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, reduced: PixelSize? = nil,
    orientation: Orientation = .up, into buffer: PixelBuffer, minPixels: Int = minPixels
  ) -> Bool {
    let reduced = reduced ?? buffer.size
    guard (header.size.area ?? 0) >= minPixels, header.componentCount < 4, !header.isProgressive,
      let scan = JPEGScan(bytes),
      let denominator = JPEGScale.denominator(from: scan.size, to: reduced)
    else { return false }
    var plan: ResamplePlan?
    if reduced != buffer.size || orientation != .up {
      plan = BandScaling.plan(of: reduced, orientation: orientation, to: buffer.size)
      guard plan != nil else { return false }
    }
    return ParallelJPEG(scan, bytes, denominator, plan, buffer)?.decodeInParallel() ?? false
  }

  // MARK: Threads

  private func decodeInParallel() -> Bool {
    let others = (1..<ParallelScaling.processorCount).compactMap { number in
      PosixThread { [self] in
        // The memory of the result is touched while there is no work yet; page faults one by one
        // take twice as long.
        if number == 1 { prefaultResult() }
        decodeQueuedBands()
      }
    }
    switch findBands(for: others.count) {
    case .allFound: bandQueue.end()
    case .remainder(let band):
      bandQueue.end()
      decodeRemainder(of: band)
    case .damaged: bandQueue.cancel()
    }
    decodeQueuedBands()
    for thread in others { thread.join() }
    return !bandQueue.isCancelled
  }

  private func findBands(for others: Int) -> JPEGBands.Outcome {
    bands.findBands(
      while: { [bandQueue] left in others == 0 || bandQueue.pendingCount < left * others },
      bandQueue.put)
  }

  private func prefaultResult() {
    madvise(buffer.bytes, buffer.stride * buffer.size.height, MADV_POPULATE_WRITE)
  }

  private func decodeQueuedBands() {
    guard
      let between = try? PrivateMemory(
        byteCount: width * 4 * bands.maxDecodedRowsPerBand * mcuPixelRows)
    else {
      return bandQueue.cancel()
    }
    var writer = JPEGBitWriter(capacity: 1 << 16)
    while let band = bandQueue.take() {
      guard (try? decode(band, &writer, by: between.bytes)) != nil else {
        return bandQueue.cancel()
      }
    }
  }

  private func decodeRemainder(of rest: JPEGBands.Band) {
    guard
      let between = try? PrivateMemory(byteCount: width * 4 * rest.decodedRows.count * mcuPixelRows)
    else { return bandQueue.cancel() }
    var writer = JPEGBitWriter(capacity: 1 << 20)
    if (try? decode(rest, &writer, by: between.bytes)) == nil { bandQueue.cancel() }
  }

  // MARK: One band

  private struct Damaged: Error {}

  /// Number of pixel rows in an MCU row, at the reduction at which the picture is decoded.
  private var mcuPixelRows: Int { bands.scan.mcuSize.height / denominator }

  private func decode(
    _ band: JPEGBands.Band, _ writer: inout JPEGBitWriter, by between: UnsafeMutableRawPointer
  ) throws {
    writer.removeAll()
    guard bands.write(band, to: &writer) else { throw Damaged() }
    let bytes = writer.bytes
    let reduced = JPEGScale.scaled(bands.scan.size, denominator).height
    let first = band.decodedRows.lowerBound * mcuPixelRows
    let rows =
      band.rows.lowerBound * mcuPixelRows..<min(band.rows.upperBound * mcuPixelRows, reduced)
    let size = PixelSize(
      width: width, height: min(band.decodedRows.upperBound * mcuPixelRows, reduced) - first)
    let stride = width * 4
    if let scaling {
      try decode(bytes, size, into: between, stride: stride)
      scaling.addBand(rows, in: PixelView(size: size, stride: stride, bytes: between), from: first)
      return
    }
    let out = buffer.bytes + rows.lowerBound * buffer.stride
    guard band.decodedRows != band.rows else {
      return try decode(bytes, size, into: out, stride: buffer.stride)
    }
    try decode(bytes, size, into: between, stride: stride)
    for (i, row) in rows.enumerated() {
      (out + i * buffer.stride).copyMemory(
        from: between + (row - first) * stride, byteCount: stride)
    }
  }

  private func decode(
    _ bytes: PictureBytes, _ size: PixelSize, into out: UnsafeMutableRawPointer, stride: Int
  ) throws {
    let outcome = try TurboJPEG().decode(
      bytes, size: size, isCMYK: false, into: out, stride: stride)
    switch outcome {
    case .clean: return
    // The end of the remaining band is not known to the bit: the padding bits of the file's last
    // byte may have become a byte of their own.
    case .warned(let message) where Self.paddingWarnings.contains { message.hasSuffix($0) }: return
    default: throw Damaged()
    }
  }

  /// The ends of libjpeg's warnings about one or two padding bytes that are left over after all
  /// data were decoded; a padding byte of 0xFF is followed by a stuffed zero byte.
  private static let paddingWarnings = [1, 2].map { " \($0) extraneous bytes before marker 0xd9" }
}
