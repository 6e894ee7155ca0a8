import Pixels

/// Turns inflated bytes into rows of pixels as they come, in any portions.
final class PNGRows {
  private let pixels: PNGPixels
  private let passes: [Pass]
  private let size: PixelSize
  private let step: Int
  private let bits: Int
  private let target: any RowTarget
  private var above: UnsafeMutablePointer<UInt8>
  private var row: UnsafeMutablePointer<UInt8>
  private let converted: UnsafeMutableRawPointer
  /// The beginning of a row of which the rest has not come.
  private let begun: UnsafeMutablePointer<UInt8>
  private var begunBytes = 0
  /// The pass that is being read, of as many as the picture has.
  private(set) var pass = 0
  private var y = 0
  /// Rows before this one are read, because the next ones are made of them, but not handed on.
  var firstWanted = 0
  /// Told whenever there are more rows.
  var onRows: (() -> Void)?

  /// True when a row had an unknown filter.
  private(set) var isDamaged = false
  /// True when every row is done.
  var isComplete: Bool { pass == passes.count }
  /// True when more bytes are of no use.
  var isOver: Bool { isDamaged || isComplete }
  /// True when there is anything to see.
  var hasAnything: Bool { pass > 0 || y > 0 }
  /// Bytes that are read before and behind the end of a row.
  private static let slack = 16

  /// One of the seven reduced pictures of an interlaced one, or the whole picture.
  struct Pass {
    let size: PixelSize
    let x0: Int
    let y0: Int
    let dx: Int
    let dy: Int

    func rowBytes(_ bits: Int) -> Int { (size.width * bits + 7) / 8 }
  }

  static func passes(_ file: PNGFile) -> [Pass] {
    let layout =
      file.isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    return layout.map { x0, y0, dx, dy in
      Pass(
        size: PixelSize(
          width: (file.size.width - x0 + dx - 1) / dx,
          height: (file.size.height - y0 + dy - 1) / dy),
        x0: x0, y0: y0, dx: dx, dy: dy)
    }.filter { !$0.size.isEmpty }
  }

  /// Bytes all rows take inflated; nil when that overflows.
  static func rawBytes(_ file: PNGFile) -> Int? {
    var total = 0
    for pass in passes(file) {
      let (bytes, o1) = (pass.rowBytes(file.pixelBits) + 1).multipliedReportingOverflow(
        by: pass.size.height)
      let (sum, o2) = total.addingReportingOverflow(bytes)
      if o1 || o2 { return nil }
      total = sum
    }
    return total
  }

  /// - Parameter target: for an interlaced picture all of its rows, transparent.
  init(_ file: PNGFile, target: any RowTarget) {
    pixels = PNGPixels(file)
    passes = Self.passes(file)
    size = file.size
    bits = file.pixelBits
    step = max(1, bits / 8)
    self.target = target
    let room = (file.size.width * bits + 7) / 8 + Self.slack
    above = .allocate(capacity: room)
    row = .allocate(capacity: room)
    begun = .allocate(capacity: 1 + room)
    above.initialize(repeating: 0, count: room)
    row.initialize(repeating: 0, count: room)
    begun.initialize(repeating: 0, count: 1 + room)
    converted = .allocate(byteCount: file.size.width * 4 + Self.slack, alignment: 16)
  }

  deinit {
    above.deallocate()
    row.deallocate()
    begun.deallocate()
    converted.deallocate()
  }

  /// Does every row that ends in the next `count` bytes; some more may be read behind them.
  func read(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var position = 0
    while !isOver {
      let length = passes[pass].rowBytes(bits) + 1
      let left = count - position
      if begunBytes == 0, left >= length {
        make(bytes + position, length)
        position += length
        continue
      }
      let part = min(left, length - begunBytes)
      (begun + begunBytes).update(from: bytes + position, count: part)
      begunBytes += part
      position += part
      guard begunBytes == length else { break }
      begunBytes = 0
      make(begun, length)
    }
    onRows?()
  }

  private func make(_ filtered: UnsafePointer<UInt8>, _ length: Int) {
    let current = passes[pass]
    isDamaged = !PNGFilter.undo(
      filtered[0], filtered + 1, above: above, into: row, count: length - 1, step: step)
    if isDamaged { return }
    swap(&above, &row)
    put(current)
    y += 1
    guard y == current.size.height else { return }
    y = 0
    pass += 1
    above.update(repeating: 0, count: (size.width * bits + 7) / 8 + Self.slack)
  }

  /// Makes transparent what no row has reached, or of that what is before row `end`: memory that was
  /// given holds older pictures. That of an interlaced picture was cleared before.
  func clearRest(to end: Int? = nil) {
    guard passes.count == 1, !isComplete else { return }
    y = max(y, firstWanted)
    while y < end ?? size.height {
      let line = target.place(for: y)
      line.initializeMemory(as: UInt8.self, repeating: 0, count: size.width * 4)
      target.finish(y)
      y += 1
    }
  }

  // MARK: Places

  /// How far it has come: all it needs to go on from there.
  struct Place {
    let y: Int
    /// The row before.
    fileprivate let above: [UInt8]
    /// What there is of the next one, as it was inflated.
    let begun: [UInt8]
  }

  /// Where it stands, in a picture that is not interlaced.
  var place: Place {
    let count = passes[0].rowBytes(bits)
    return Place(
      y: y, above: Array(UnsafeBufferPointer(start: above, count: count)),
      begun: Array(UnsafeBufferPointer(start: begun, count: begunBytes)))
  }

  /// Goes on from a place in the same picture.
  func go(to place: Place) {
    y = place.y
    above.update(from: place.above, count: place.above.count)
    begun.update(from: place.begun, count: place.begun.count)
    begunBytes = place.begun.count
  }

  // The row just undone is `above` for the next one and must stay; conversion does not change it.
  private func put(_ pass: Pass) {
    if y < firstWanted { return }
    let line = target.place(for: pass.y0 + y * pass.dy)
    guard pass.dx > 1 || pass.dy > 1 else {
      pixels.convert(above, count: pass.size.width, into: line)
      target.finish(y)
      return
    }
    pixels.convert(above, count: pass.size.width, into: converted)
    for x in 0..<pass.size.width {
      (line + (pass.x0 + x * pass.dx) * 4).copyMemory(from: converted + x * 4, byteCount: 4)
    }
  }
}
