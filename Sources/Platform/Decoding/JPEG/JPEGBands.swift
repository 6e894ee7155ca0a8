import CLinux
import Pixels

/// The rows of a sequential JPEG in bands, each written as a JPEG of its own, so that several threads
/// decode one picture.
///
/// What is before a band must be known to decode it: either it begins at a restart marker, or someone
/// walks over all that comes before, which takes a third of the time of decoding it. The bits stay as
/// they are, but for those of the first unit: there is no unit before it to tell its means from.
struct JPEGBands {
  /// Rows of units, and where their data are.
  struct Band {
    /// What it is for.
    let rows: Range<Int>
    /// What is decoded: some more above and below, whose colours reach over the edge.
    let decoded: Range<Int>
    fileprivate let start: JPEGPlace
    /// With restart markers, the byte behind the last one.
    fileprivate let end: JPEGBits.Location
  }

  /// What came of looking for bands.
  enum Finding {
    /// All were handed over.
    case all
    /// All but this one, which is as tall as several.
    case rest(Band)
    /// The data end before the last unit, or the picture does not end behind it.
    case damage
  }

  let scan: JPEGScan
  private let bytes: PictureBytes
  private let height: Int
  private let margin: Int

  /// Bands of about `height` rows of units.
  ///
  /// - Parameters:
  ///   - bytes: the file, which outlives this.
  ///   - margin: rows above and below, at least, that are decoded with each.
  /// - Returns: nil when restart markers are not where they would help.
  init?(_ scan: JPEGScan, _ bytes: PictureBytes, height: Int, margin: Int) {
    guard let step = Self.step(scan) else { return nil }
    func whole(_ rows: Int) -> Int { (rows + step - 1) / step * step }
    self.scan = scan
    self.bytes = bytes
    self.margin = whole(margin)
    // What is decoded with a band ends before what is decoded with the next one but one begins.
    self.height = max(whole(height), 2 * self.margin)
  }

  /// Rows that one can begin with are so far from each other; nil when there are none but the first.
  private static func step(_ scan: JPEGScan) -> Int? {
    guard scan.interval > 0 else { return 1 }
    return (1...scan.units.height).first { $0 * scan.units.width % scan.interval == 0 }
  }

  /// The first row of every band; the last one may be half as tall again.
  var tops: [Int] {
    let last = max(0, scan.units.height - (height + 1) / 2)
    return Array(stride(from: 0, through: last, by: height))
  }

  /// Rows of units of the largest band but for a rest, with its margins.
  var mostRows: Int { min(scan.units.height, height + (height + 1) / 2 + 2 * margin) }

  /// Finds them, one after the other, and hands them over.
  ///
  /// - Parameters:
  ///   - goesOn: is told how many have not been found yet; false makes one of them.
  ///   - found: gets the bands.
  func find(while goesOn: (_ left: Int) -> Bool, _ found: (Band) -> Void) -> Finding {
    let rows = scan.units.height
    let tops = tops
    let walk = Walk(self)
    var next = walk.place
    for (i, top) in tops.enumerated() {
      let start = next
      // Restart markers are found so soon that it does not pay to leave some.
      if i > 0, scan.interval == 0, !goesOn(tops.count - i) {
        return rest(from: top, start).map { .rest($0) } ?? .damage
      }
      let bottom = i + 1 < tops.count ? tops[i + 1] : rows
      if bottom < rows {
        guard walk.reach(row: bottom - margin) != nil else { return .damage }
        next = walk.place
      }
      let last = min(rows, bottom + margin)
      guard let end = walk.reach(row: last) else { return .damage }
      found(
        Band(rows: top..<bottom, decoded: max(0, top - margin)..<last, start: start, end: end))
      if bottom == rows { return isEnd(end) ? .all : .damage }
    }
    return .damage
  }

  /// All from row `top` on. How far its data go is not known: up to the marker that ends the picture.
  private func rest(from top: Int, _ start: JPEGPlace) -> Band? {
    let first = start.bits.location(bytes.raw).byte
    guard let end = marker(1, after: 0, from: first), bytes.byte(end + 1) == 0xD9 else {
      return nil
    }
    return Band(
      rows: top..<scan.units.height, decoded: max(0, top - margin)..<scan.units.height,
      start: start, end: JPEGBits.Location(byte: end, bit: 0))
  }

  /// The way over the data, from row to row.
  private final class Walk {
    private let picture: JPEGBands
    private let walker: JPEGWalker
    private(set) var place: JPEGPlace
    private var row = 0
    private var end = JPEGBits.Location(byte: 0, bit: 0)

    init(_ picture: JPEGBands) {
      self.picture = picture
      walker = JPEGWalker(picture.scan, picture.bytes)
      place = JPEGPlace(picture.scan)
    }

    /// Goes to the beginning of `target`, or stays there.
    ///
    /// - Returns: where the row before ends; nil when the data end before.
    func reach(row target: Int) -> JPEGBits.Location? {
      guard target > row else { return end }
      let width = picture.scan.units.width
      let (units, passed) = ((target - row) * width, row * width)
      row = target
      let interval = picture.scan.interval
      if interval > 0 {
        let marker = picture.marker(
          (units - 1) / interval + 1, after: passed / interval, from: place.bits.next)
        guard let marker else { return nil }
        end = JPEGBits.Location(byte: marker, bit: 0)
        place.bits = JPEGBits(at: marker + 2)
      } else {
        walker.skip(units, &place)
        end = place.bits.location(picture.bytes.raw)
      }
      return place.bits.isSpent ? nil : end
    }
  }

  /// Writes a JPEG of `band`.
  ///
  /// - Returns: false when the file's own code cannot say the first means.
  func write(_ band: Band, to writer: inout JPEGBitWriter) -> Bool {
    JPEGExcerpt.begin(
      scan, 0..<scan.units.width, band.decoded, interval: scan.interval, means: .own, to: &writer)
    if scan.interval > 0 {
      let data = UnsafeRawBufferPointer(rebasing: bytes.raw[band.start.bits.next..<band.end.byte])
      writer.append(data)
      writer.change(last: data.count, Self.renumber)
    } else {
      var place = band.start
      guard JPEGWalker(scan, bytes).copyFirst(&place, to: &writer) else { return false }
      writer.append(from: place.bits, to: band.end, bytes.raw)
    }
    writer.align()
    writer.append([0xFF, 0xD9])
    return true
  }

  /// Where the `count`-th marker behind `start` is, a restart marker as those before it, or the end.
  ///
  /// - Parameter passed: restart markers before `start`.
  /// - Returns: nil when one is another, has another number than its turn, or filling before it:
  ///   libjpeg makes something of that, and of filling between the data, too.
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

  private func isEnd(_ location: JPEGBits.Location) -> Bool {
    let begun = location.bit == 0 ? 0 : bytes.byte(location.byte) == 0xFF ? 2 : 1
    let next = location.byte + begun
    return bytes.byte(next) == 0xFF && bytes.byte(next + 1) == 0xD9
  }

  /// Counts restart markers from the first.
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
