import CLinux
import DecodingSupport
import Pixels

/// The division of a sequential JPEG into bands of MCU rows, each of which is written as a JPEG of
/// its own, so that several threads can decode one picture.
///
/// Decoding a band needs the decoder state at its start. Either the band begins at a restart
/// marker, or all entropy-coded data before it are parsed first, which takes a third of the time of
/// decoding them. The coded bits are copied unchanged except for those of the first MCU, whose DC
/// predictor is zero in the new file.
struct JPEGBands {
  /// A range of MCU rows, with the location of its entropy-coded data.
  struct Band {
    /// The MCU rows of the picture whose pixels are taken from this band.
    let rows: Range<Int>
    /// The MCU rows that must be decoded: `rows` and a margin above and below, from which the
    /// chroma of `rows` is interpolated.
    let decodedRows: Range<Int>
    fileprivate let start: JPEGCheckpoint
    /// The end of the band's entropy-coded data: with restart markers, the offset of the marker
    /// that follows.
    fileprivate let end: JPEGBitReader.Location
  }

  /// The outcome of the search for bands.
  enum Outcome {
    /// All bands were found.
    case allFound
    /// All bands were found but the last one, which has the rows of several and was not parsed.
    case remainder(Band)
    /// The data end before the last MCU, or no EOI marker follows the data.
    case damaged
  }

  let scan: JPEGScan
  private let bytes: PictureBytes
  private let bandHeight: Int
  private let marginRows: Int

  /// Plans bands of about `height` MCU rows.
  ///
  /// - Parameters:
  ///   - bytes: the file; it must outlive this value.
  ///   - margin: minimum number of MCU rows above and below that are decoded with each band.
  /// - Returns: nil when the file has a restart interval, but no MCU row except the first begins at
  ///   a restart marker.
  init?(_ scan: JPEGScan, _ bytes: PictureBytes, height: Int, margin: Int) {
    guard let step = Self.bandBoundarySpacing(scan) else { return nil }
    func whole(_ rows: Int) -> Int { (rows + step - 1) / step * step }
    self.scan = scan
    self.bytes = bytes
    marginRows = whole(margin)
    // The decoded rows of a band must end before those of the next band but one begin.
    bandHeight = max(whole(height), 2 * marginRows)
  }

  /// The distance in MCU rows between the rows at which a band can begin; nil when a band can begin
  /// at the first row only.
  private static func bandBoundarySpacing(_ scan: JPEGScan) -> Int? {
    guard scan.restartInterval > 0 else { return 1 }
    return (1...scan.sizeInMCUs.height).first {
      $0 * scan.sizeInMCUs.width % scan.restartInterval == 0
    }
  }

  /// The first MCU row of every band. The last band may be 1.5 times as tall.
  var topRows: [Int] {
    let last = max(0, scan.sizeInMCUs.height - (bandHeight + 1) / 2)
    return Array(stride(from: 0, through: last, by: bandHeight))
  }

  /// The maximum number of MCU rows that must be decoded for one band, margins included; the band
  /// of ``Outcome/remainder(_:)`` may have more.
  var maxDecodedRowsPerBand: Int {
    min(scan.sizeInMCUs.height, bandHeight + (bandHeight + 1) / 2 + 2 * marginRows)
  }

  /// Finds the bands from top to bottom.
  ///
  /// - Parameters:
  ///   - shouldContinue: called with the number of bands that are not found yet; when it returns
  ///     false, these become one band, the remainder.
  ///   - found: called with each band that is found, except the remainder.
  func findBands(while shouldContinue: (_ left: Int) -> Bool, _ found: (Band) -> Void) -> Outcome {
    let rows = scan.sizeInMCUs.height
    let topRows = topRows
    let parse = ForwardParser(self)
    var next = parse.checkpoint
    for (i, top) in topRows.enumerated() {
      let start = next
      // Restart markers are found so fast that stopping early is never worth it.
      if i > 0, scan.restartInterval == 0, !shouldContinue(topRows.count - i) {
        return remainder(from: top, start).map { .remainder($0) } ?? .damaged
      }
      let bottom = i + 1 < topRows.count ? topRows[i + 1] : rows
      if bottom < rows {
        guard parse.advance(toRow: bottom - marginRows) != nil else { return .damaged }
        next = parse.checkpoint
      }
      let last = min(rows, bottom + marginRows)
      guard let end = parse.advance(toRow: last) else { return .damaged }
      found(
        Band(
          rows: top..<bottom, decodedRows: max(0, top - marginRows)..<last, start: start, end: end))
      if bottom == rows { return isFollowedByEndOfImage(end) ? .allFound : .damaged }
    }
    return .damaged
  }

  /// The band from MCU row `top` to the end of the picture. Its exact end is unknown, so its data
  /// extend to the EOI marker; nil when another marker comes first.
  private func remainder(from top: Int, _ start: JPEGCheckpoint) -> Band? {
    let first = start.bits.location(bytes.raw).byte
    guard let end = markerOffset(1, after: 0, from: first), bytes.byte(end + 1) == 0xD9 else {
      return nil
    }
    return Band(
      rows: top..<scan.sizeInMCUs.height,
      decodedRows: max(0, top - marginRows)..<scan.sizeInMCUs.height,
      start: start, end: JPEGBitReader.Location(byte: end, bit: 0))
  }

  /// The forward parse of the entropy-coded data, from one MCU row to a later one.
  private final class ForwardParser {
    private let bands: JPEGBands
    private let parser: JPEGScanParser
    private(set) var checkpoint: JPEGCheckpoint
    private var row = 0
    private var end = JPEGBitReader.Location(byte: 0, bit: 0)

    init(_ bands: JPEGBands) {
      self.bands = bands
      parser = JPEGScanParser(bands.scan, bands.bytes)
      checkpoint = JPEGCheckpoint(bands.scan)
    }

    /// Advances the parser to the beginning of MCU row `target`; does nothing when it is at that
    /// row or behind it.
    ///
    /// - Returns: the end of the data of the row before; nil when the data end earlier.
    func advance(toRow target: Int) -> JPEGBitReader.Location? {
      guard target > row else { return end }
      let width = bands.scan.sizeInMCUs.width
      let (count, passed) = ((target - row) * width, row * width)
      row = target
      let interval = bands.scan.restartInterval
      if interval > 0 {
        let marker = bands.markerOffset(
          (count - 1) / interval + 1, after: passed / interval, from: checkpoint.bits.nextOffset)
        guard let marker else { return nil }
        end = JPEGBitReader.Location(byte: marker, bit: 0)
        checkpoint.bits = JPEGBitReader(at: marker + 2)
      } else {
        parser.skipMCUs(count, &checkpoint)
        end = checkpoint.bits.location(bands.bytes.raw)
      }
      return checkpoint.bits.isPastEnd ? nil : end
    }
  }

  /// Writes `band` as a JPEG of its own.
  ///
  /// - Returns: false when the DC Huffman table of the file has no code for a difference of the
  ///   first MCU.
  func write(_ band: Band, to writer: inout JPEGBitWriter) -> Bool {
    JPEGExcerpt.writeHeader(
      scan, 0..<scan.sizeInMCUs.width, band.decodedRows, interval: scan.restartInterval,
      dcTables: .ofSourceFile,
      to: &writer)
    if scan.restartInterval > 0 {
      let data = UnsafeRawBufferPointer(
        rebasing: bytes.raw[band.start.bits.nextOffset..<band.end.byte])
      writer.append(data)
      writer.modifyLastBytes(count: data.count, Self.renumberRestartMarkers)
    } else {
      var checkpoint = band.start
      guard JPEGScanParser(scan, bytes).copyFirstMCU(&checkpoint, to: &writer) else { return false }
      writer.append(from: checkpoint.bits, to: band.end, bytes.raw)
    }
    writer.align()
    writer.append([0xFF, 0xD9])
    return true
  }

  /// The offset of the `count`-th marker after `start`: an RSTn marker, or EOI as the last one.
  ///
  /// - Parameter passed: number of restart markers before `start`.
  /// - Returns: nil when another marker, an RSTn out of sequence, or fill bytes come first. libjpeg
  ///   recovers from these in its own way, so such files are left to it.
  private func markerOffset(_ count: Int, after passed: Int, from start: Int) -> Int? {
    var left = count
    var i = start
    while let base = bytes.raw.baseAddress, i < bytes.count,
      let found = memchr(base + i, 0xFF, bytes.count - i)
    {
      i = base.distance(to: found)
      guard let byte = bytes.byte(i + 1), byte != 0xFF else { return nil }
      if byte != 0 {
        let isRestart = (0xD0...0xD7).contains(byte)
        guard isRestart ? Int(byte & 7) == (passed + count - left) & 7 : byte == 0xD9 else {
          return nil
        }
        left -= 1
        if left == 0 { return i }
        guard isRestart else { return nil }
      }
      i += 2
    }
    return nil
  }

  private func isFollowedByEndOfImage(_ location: JPEGBitReader.Location) -> Bool {
    let begun = location.bit == 0 ? 0 : bytes.byte(location.byte) == 0xFF ? 2 : 1
    let next = location.byte + begun
    return bytes.byte(next) == 0xFF && bytes.byte(next + 1) == 0xD9
  }

  /// Renumbers the RSTn markers in `data`, so that the first is RST0.
  private static func renumberRestartMarkers(_ data: UnsafeMutableBufferPointer<UInt8>) {
    var number: UInt8 = 0
    var i = 0
    while let base = data.baseAddress, i < data.count,
      let found = memchr(base + i, 0xFF, data.count - i)
    {
      i = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found)) + 1
      guard i < data.count, (0xD0...0xD7).contains(data[i]) else { continue }
      data[i] = 0xD0 | number
      number = (number + 1) & 7
    }
  }
}
