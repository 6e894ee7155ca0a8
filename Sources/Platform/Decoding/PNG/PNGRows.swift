import Pixels

/// Turns the inflated bytes into pixels row by row, as far as they are there.
///
/// The inflated bytes are not touched: they are the window of what is still to come.
final class PNGRows {
  private let pixels: PNGPixels
  private let passes: [Pass]
  private let step: Int
  private let bits: Int
  private let raw: UnsafePointer<UInt8>
  private let target: PixelBuffer
  private var above: UnsafeMutablePointer<UInt8>
  private var row: UnsafeMutablePointer<UInt8>
  private let converted: UnsafeMutableRawPointer
  private var position = 0
  private var pass = 0
  private var y = 0

  /// Rows of the picture (or of the last pass) that are done, and whether a filter was unknown.
  private(set) var isDamaged = false
  /// True when every row is done.
  var isComplete: Bool { pass == passes.count }
  /// True when there is anything to see.
  var hasAnything: Bool { pass > 0 || y > 0 }

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

  init(_ file: PNGFile, raw: UnsafePointer<UInt8>, target: PixelBuffer) {
    pixels = PNGPixels(file)
    passes = Self.passes(file)
    bits = file.pixelBits
    step = max(1, bits / 8)
    self.raw = raw
    self.target = target
    let room = (file.size.width * bits + 7) / 8 + 16
    above = .allocate(capacity: room)
    row = .allocate(capacity: room)
    above.initialize(repeating: 0, count: room)
    row.initialize(repeating: 0, count: room)
    converted = .allocate(byteCount: file.size.width * 4 + 16, alignment: 16)
  }

  deinit {
    above.deallocate()
    row.deallocate()
    converted.deallocate()
  }

  /// Does every row that lies in the first `available` bytes.
  func advance(to available: Int) {
    while pass < passes.count, !isDamaged {
      let current = passes[pass]
      let count = current.rowBytes(bits)
      guard position + 1 + count <= available else { return }
      isDamaged = !PNGFilter.undo(
        raw[position], raw + position + 1, above: above, into: row, count: count, step: step)
      if isDamaged { return }
      position += 1 + count
      swap(&above, &row)
      put(current)
      y += 1
      if y == current.size.height {
        y = 0
        pass += 1
        above.update(repeating: 0, count: (target.size.width * bits + 7) / 8 + 16)
      }
    }
  }

  /// Makes transparent what no row has reached: memory that was given holds older pictures. That of
  /// an interlaced picture was cleared before.
  func clearRest() {
    guard passes.count == 1 else { return }
    for line in y..<target.size.height {
      (target.bytes + line * target.stride).initializeMemory(
        as: UInt8.self, repeating: 0, count: target.size.width * 4)
    }
  }

  // The row just undone is `above` for the next one and must stay; conversion does not change it.
  private func put(_ pass: Pass) {
    let line = target.bytes + (pass.y0 + y * pass.dy) * target.stride
    guard pass.dx > 1 || pass.dy > 1 else {
      pixels.convert(above, count: pass.size.width, into: line)
      return
    }
    pixels.convert(above, count: pass.size.width, into: converted)
    for x in 0..<pass.size.width {
      (line + (pass.x0 + x * pass.dx) * 4).copyMemory(from: converted + x * 4, byteCount: 4)
    }
  }
}
