import CLinux
import DecodingSupport
import Pixels

/// The MCU rows of a sequential JPEG in bands, each written as a JPEG of its own, so that several
/// threads can decode one picture.
///
/// Decoding a band needs the decoder state at its start. Either the band begins at a restart
/// marker, or all entropy-coded data before it are parsed first, which takes a third of the time of
/// decoding them. The coded bits are copied unchanged except for those of the first MCU, whose DC
/// predictor is zero in the new file.
struct JPEGBands {
  /// A range of MCU rows and the location of its entropy-coded data.
  struct Band {
    /// The MCU rows whose pixels this band contributes.
    let rows: Range<Int>
    /// The MCU rows that are decoded: `rows` and a margin above and below for the upsampling of
    /// chroma.
    let decoded: Range<Int>
    fileprivate let start: JPEGCheckpoint
    /// The end of the band's data; with restart markers, the byte after the last one.
    fileprivate let end: JPEGBitReader.Location
  }

  /// The outcome of the search for bands.
  enum Outcome {
    /// All bands were handed over.
    case all
    /// All bands but this one, which is as tall as several.
    case rest(Band)
    /// The data end before the last MCU, or no EOI marker follows it.
    case damage
  }

  let scan: JPEGScan
  private let bytes: PictureBytes
  private let height: Int
  private let margin: Int

  /// Bands of about `height` MCU rows.
  ///
  /// - Parameters:
  ///   - bytes: the file; it must outlive this value.
  ///   - margin: minimum number of MCU rows above and below that are decoded with each band.
  /// - Returns: nil when no MCU row but the first begins at a restart marker, although a restart
  ///   interval is defined.
  init?(_ scan: JPEGScan, _ bytes: PictureBytes, height: Int, margin: Int) {
    guard let step = Self.step(scan) else { return nil }
    func whole(_ rows: Int) -> Int { (rows + step - 1) / step * step }
    self.scan = scan
    self.bytes = bytes
    self.margin = whole(margin)
    // The decoded rows of a band end before those of the next band but one begin.
    self.height = max(whole(height), 2 * self.margin)
  }

  /// Distance in MCU rows between the rows at which a band can begin; nil when that is only the
  /// first row.
  private static func step(_ scan: JPEGScan) -> Int? {
    guard scan.interval > 0 else { return 1 }
    return (1...scan.sizeInMCUs.height).first { $0 * scan.sizeInMCUs.width % scan.interval == 0 }
  }

  /// The first MCU row of every band. The last band may be 1.5 times as tall.
  var tops: [Int] {
    let last = max(0, scan.sizeInMCUs.height - (height + 1) / 2)
    return Array(stride(from: 0, through: last, by: height))
  }

  /// The maximum number of MCU rows that one band decodes, margins included; the band of
  /// ``Outcome`` that remains may be taller.
  var maxRows: Int { min(scan.sizeInMCUs.height, height + (height + 1) / 2 + 2 * margin) }

  /// Finds the bands in order and hands each over.
  ///
  /// - Parameters:
  ///   - goesOn: called with the number of bands not found yet; false combines all of them into one
  ///     remaining band.
  ///   - found: receives each band.
  func find(while goesOn: (_ left: Int) -> Bool, _ found: (Band) -> Void) -> Outcome {
    let rows = scan.sizeInMCUs.height
    let tops = tops
    let walk = Walk(self)
    var next = walk.checkpoint
    for (i, top) in tops.enumerated() {
      let start = next
      // Restart markers are found so fast that it never pays to stop early.
      if i > 0, scan.interval == 0, !goesOn(tops.count - i) {
        return rest(from: top, start).map { .rest($0) } ?? .damage
      }
      let bottom = i + 1 < tops.count ? tops[i + 1] : rows
      if bottom < rows {
        guard walk.reach(row: bottom - margin) != nil else { return .damage }
        next = walk.checkpoint
      }
      let last = min(rows, bottom + margin)
      guard let end = walk.reach(row: last) else { return .damage }
      found(
        Band(rows: top..<bottom, decoded: max(0, top - margin)..<last, start: start, end: end))
      if bottom == rows { return isEnd(end) ? .all : .damage }
    }
    return .damage
  }

  /// The band from MCU row `top` to the end. Its data are taken to extend to the EOI marker, as
  /// their exact end is unknown.
  private func rest(from top: Int, _ start: JPEGCheckpoint) -> Band? {
    let first = start.bits.location(bytes.raw).byte
    guard let end = marker(1, after: 0, from: first), bytes.byte(end + 1) == 0xD9 else {
      return nil
    }
    return Band(
      rows: top..<scan.sizeInMCUs.height, decoded: max(0, top - margin)..<scan.sizeInMCUs.height,
      start: start, end: JPEGBitReader.Location(byte: end, bit: 0))
  }

  /// The forward parse of the entropy-coded data, from MCU row to MCU row.
  private final class Walk {
    private let picture: JPEGBands
    private let parser: JPEGScanParser
    private(set) var checkpoint: JPEGCheckpoint
    private var row = 0
    private var end = JPEGBitReader.Location(byte: 0, bit: 0)

    init(_ picture: JPEGBands) {
      self.picture = picture
      parser = JPEGScanParser(picture.scan, picture.bytes)
      checkpoint = JPEGCheckpoint(picture.scan)
    }

    /// Advances the parser to the beginning of MCU row `target`; does nothing when it is already
    /// there.
    ///
    /// - Returns: the end of the row before; nil when the data end earlier.
    func reach(row target: Int) -> JPEGBitReader.Location? {
      guard target > row else { return end }
      let width = picture.scan.sizeInMCUs.width
      let (count, passed) = ((target - row) * width, row * width)
      row = target
      let interval = picture.scan.interval
      if interval > 0 {
        let marker = picture.marker(
          (count - 1) / interval + 1, after: passed / interval, from: checkpoint.bits.next)
        guard let marker else { return nil }
        end = JPEGBitReader.Location(byte: marker, bit: 0)
        checkpoint.bits = JPEGBitReader(at: marker + 2)
      } else {
        parser.skip(count, &checkpoint)
        end = checkpoint.bits.location(picture.bytes.raw)
      }
      return checkpoint.bits.isSpent ? nil : end
    }
  }

  /// Writes `band` as a JPEG.
  ///
  /// - Returns: false when the file's DC Huffman table has no code for a difference of the first
  ///   MCU.
  func write(_ band: Band, to writer: inout JPEGBitWriter) -> Bool {
    JPEGExcerpt.begin(
      scan, 0..<scan.sizeInMCUs.width, band.decoded, interval: scan.interval, dcTables: .own,
      to: &writer)
    if scan.interval > 0 {
      let data = UnsafeRawBufferPointer(rebasing: bytes.raw[band.start.bits.next..<band.end.byte])
      writer.append(data)
      writer.change(last: data.count, Self.renumber)
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
  /// - Returns: nil for another marker, an RSTn out of sequence, or fill bytes. libjpeg recovers
  ///   from these in its own way, so they are left to it.
  private func marker(_ count: Int, after passed: Int, from start: Int) -> Int? {
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

  private func isEnd(_ location: JPEGBitReader.Location) -> Bool {
    let begun = location.bit == 0 ? 0 : bytes.byte(location.byte) == 0xFF ? 2 : 1
    let next = location.byte + begun
    return bytes.byte(next) == 0xFF && bytes.byte(next + 1) == 0xD9
  }

  /// Renumbers the RSTn markers from RST0.
  private static func renumber(_ data: UnsafeMutableBufferPointer<UInt8>) {
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
