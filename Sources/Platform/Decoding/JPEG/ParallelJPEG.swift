import DecoderWire
import Pixels

/// A sequential JPEG decoded on every processor, pixel for pixel as on one.
///
/// One thread walks over the data and finds bands; the others begin with what is found, and it joins
/// them when it has come to the end.
final class ParallelJPEG: @unchecked Sendable {
  /// With fewer pixels in the file, one thread is done before the others have begun.
  private static let leastPixels = 2_000_000
  /// So many that a thread that ends first does not wait for long.
  private static let bandsPerThread = 4
  private static let leastRows = 4

  private let bands: JPEGBands
  private let denominator: Int
  /// Shared: every band is other rows of it.
  private let buffer: PixelBuffer
  private let work = Handover<JPEGBands.Band>()

  private init(_ bands: JPEGBands, _ denominator: Int, _ buffer: PixelBuffer) {
    self.bands = bands
    self.denominator = denominator
    self.buffer = buffer
  }

  /// Decodes all of `bytes`, reduced to the size of `buffer`, into it: opaque BGRA, as stored.
  ///
  /// - Returns: false when it is no picture for this, or anything about it is not quite right: then
  ///   `buffer` is as good as empty.
  static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, into buffer: PixelBuffer,
    leastPixels: Int = leastPixels
  ) -> Bool {
    guard (header.size.area ?? 0) >= leastPixels, header.components < 4, !header.isProgressive,
      let scan = JPEGScan(bytes),
      let denominator = JPEGScale.denominator(from: scan.size, to: buffer.size)
    else { return false }
    return ParallelJPEG(JPEGBands(scan, bytes), denominator, buffer).run()
  }

  private func run() -> Bool {
    let threads = ParallelScaling.processors
    let rows = bands.scan.units.height
    let height = max(Self.leastRows, (rows - 1) / (threads * Self.bandsPerThread) + 1)
    let margin = bands.scan.isBlurred(reducedBy: denominator) ? 1 : 0
    let others = (1..<threads).compactMap { _ in SecondThread { [self] in decodeWhatComes() } }
    if bands.find(height: height, margin: margin, work.give) { work.end() } else { work.giveUp() }
    decodeWhatComes()
    for thread in others { thread.join() }
    return !work.hasFailed
  }

  private func decodeWhatComes() {
    var writer = JPEGBitWriter(capacity: 1 << 16)
    while let band = work.take() {
      writer.removeAll()
      guard bands.write(band, to: &writer), (try? decode(band, writer.bytes)) != nil else {
        return work.giveUp()
      }
    }
  }

  private struct Damaged: Error {}

  private func decode(_ band: JPEGBands.Band, _ bytes: PictureBytes) throws {
    let unit = bands.scan.unit.height
    let height =
      min(band.decoded.upperBound * unit, bands.scan.size.height)
      - band.decoded.lowerBound * unit
    let size = JPEGScale.scaled(
      PixelSize(width: bands.scan.size.width, height: height), denominator)
    let top = band.rows.lowerBound * unit / denominator
    let bottom = min(band.rows.upperBound * unit / denominator, buffer.size.height)
    let out = buffer.bytes + top * buffer.stride
    guard band.decoded != band.rows else {
      return try decode(bytes, size, into: out, stride: buffer.stride)
    }
    let stride = size.width * 4
    let memory = try PrivateMemory(byteCount: stride * size.height)
    try decode(bytes, size, into: memory.bytes, stride: stride)
    let first = top - band.decoded.lowerBound * unit / denominator
    for row in 0..<bottom - top {
      (out + row * buffer.stride).copyMemory(
        from: memory.bytes + (first + row) * stride, byteCount: stride)
    }
  }

  private func decode(
    _ bytes: PictureBytes, _ size: PixelSize, into out: UnsafeMutableRawPointer, stride: Int
  ) throws {
    let outcome = try TurboJPEG().decode(bytes, size: size, inks: false, into: out, stride: stride)
    guard case .clean = outcome else { throw Damaged() }
  }
}
