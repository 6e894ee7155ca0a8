import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// A sequential JPEG decoded on every processor, pixel for pixel as on one.
///
/// One thread walks over the data and finds bands; the others begin with what is found. It walks just
/// as far as it takes to keep the others busy while it decodes the rest by itself. Each band is scaled
/// by the thread that has decoded it, while it is in that processor's cache: the whole picture is
/// never in memory at the size it is decoded at.
final class ParallelJPEG: @unchecked Sendable {
  /// With fewer pixels in the file, one thread is done before the others have begun.
  private static let leastPixels = 2_000_000
  /// So many that a thread that ends first does not wait for long.
  private static let bandsPerThread = 8
  private static let leastRows = 4

  private let bands: JPEGBands
  private let denominator: Int
  /// Pixels across of what is decoded.
  private let width: Int
  /// What becomes of it; nil when it is what is wanted.
  private let scaling: BandScaling?
  /// Shared: every band is other rows of it.
  private let buffer: PixelBuffer
  private let work = Handover<JPEGBands.Band>()

  private init?(
    _ scan: JPEGScan, _ bytes: PictureBytes, _ denominator: Int, _ plan: ResamplePlan?,
    _ buffer: PixelBuffer
  ) {
    self.denominator = denominator
    self.buffer = buffer
    width = JPEGScale.scaled(scan.size, denominator).width
    let unit = scan.unit.height / denominator
    let reach = plan.map { $0.sourceRows(of: 0..<1).count } ?? 0
    let shares = ParallelScaling.processors * Self.bandsPerThread
    let bands = JPEGBands(
      scan, bytes,
      height: max(Self.leastRows, 2 * (reach / unit + 1), (scan.units.height - 1) / shares + 1),
      margin: scan.isBlurred(reducedBy: denominator) ? 1 : 0)
    guard let bands else { return nil }
    self.bands = bands
    if let plan {
      let edges = bands.tops.dropFirst().map { $0 * unit }
      guard let scaling = try? BandScaling(plan, edges: edges, into: buffer) else { return nil }
      self.scaling = scaling
    } else {
      scaling = nil
    }
  }

  /// Decodes all of `bytes`, opaque BGRA, upright and scaled into all of `buffer`.
  ///
  /// - Parameter reduced: its size as it is decoded, the result's own unless given.
  /// - Returns: false when it is no picture for this, or anything about it is not quite right: then
  ///   `buffer` is as good as empty.
  static func decode(
    _ bytes: PictureBytes, _ header: JPEGHeader, reduced: PixelSize? = nil,
    orientation: Orientation = .up, into buffer: PixelBuffer, leastPixels: Int = leastPixels
  ) -> Bool {
    let reduced = reduced ?? buffer.size
    guard (header.size.area ?? 0) >= leastPixels, header.components < 4, !header.isProgressive,
      let scan = JPEGScan(bytes),
      let denominator = JPEGScale.denominator(from: scan.size, to: reduced)
    else { return false }
    var plan: ResamplePlan?
    if reduced != buffer.size || orientation != .up {
      plan = BandScaling.plan(of: reduced, orientation: orientation, to: buffer.size)
      guard plan != nil else { return false }
    }
    return ParallelJPEG(scan, bytes, denominator, plan, buffer)?.run() ?? false
  }

  // MARK: Threads

  private func run() -> Bool {
    let others = (1..<ParallelScaling.processors).compactMap { number in
      SecondThread { [self] in
        // While there is nothing to do yet; a page at a time it takes twice as long.
        if number == 1 { touchResult() }
        decodeWhatComes()
      }
    }
    switch find(for: others.count) {
    case .all: work.end()
    case .rest(let band):
      work.end()
      decodeAll(of: band)
    case .damage: work.giveUp()
    }
    decodeWhatComes()
    for thread in others { thread.join() }
    return !work.hasFailed
  }

  private func find(for others: Int) -> JPEGBands.Finding {
    bands.find(
      while: { [work] left in others == 0 || work.waitingCount < left * others }, work.give)
  }

  private func touchResult() {
    madvise(buffer.bytes, buffer.stride * buffer.size.height, MADV_POPULATE_WRITE)
  }

  private func decodeWhatComes() {
    guard let between = try? PrivateMemory(byteCount: width * 4 * bands.mostRows * unitRows) else {
      return work.giveUp()
    }
    var writer = JPEGBitWriter(capacity: 1 << 16)
    while let band = work.take() {
      guard (try? decode(band, &writer, by: between.bytes)) != nil else { return work.giveUp() }
    }
  }

  private func decodeAll(of rest: JPEGBands.Band) {
    guard
      let between = try? PrivateMemory(byteCount: width * 4 * rest.decoded.count * unitRows)
    else { return work.giveUp() }
    var writer = JPEGBitWriter(capacity: 1 << 20)
    if (try? decode(rest, &writer, by: between.bytes)) == nil { work.giveUp() }
  }

  // MARK: One band

  private struct Damaged: Error {}

  /// Rows of pixels in a row of units.
  private var unitRows: Int { bands.scan.unit.height / denominator }

  private func decode(
    _ band: JPEGBands.Band, _ writer: inout JPEGBitWriter, by between: UnsafeMutableRawPointer
  ) throws {
    writer.removeAll()
    guard bands.write(band, to: &writer) else { throw Damaged() }
    let bytes = writer.bytes
    let reduced = JPEGScale.scaled(bands.scan.size, denominator).height
    let first = band.decoded.lowerBound * unitRows
    let rows = band.rows.lowerBound * unitRows..<min(band.rows.upperBound * unitRows, reduced)
    let size = PixelSize(
      width: width, height: min(band.decoded.upperBound * unitRows, reduced) - first)
    let stride = width * 4
    if let scaling {
      try decode(bytes, size, into: between, stride: stride)
      scaling.take(rows, in: PixelView(size: size, stride: stride, bytes: between), from: first)
      return
    }
    let out = buffer.bytes + rows.lowerBound * buffer.stride
    guard band.decoded != band.rows else {
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
    let outcome = try TurboJPEG().decode(bytes, size: size, inks: false, into: out, stride: stride)
    switch outcome {
    case .clean: return
    // The end of a rest is not known to the bit: the bits that filled the file's last byte may have
    // become a byte of their own.
    case .warned(let said) where Self.fills.contains { said.contains($0) }: return
    default: throw Damaged()
    }
  }

  /// What libjpeg says of such a byte, when it has decoded everything; written it is two.
  private static let fills = [1, 2].map { " \($0) extraneous bytes before marker 0xd9" }
}
