import ColorManagement
import Pixels

/// The decoder of inflated bytes of a PNG, which arrive in portions of any size, to unfiltered rows
/// of pixels in a row target.
final class PNGRowDecoder {
  private let pixelConverter: PNGPixelConverter
  private let passes: [Pass]
  private let size: PixelSize
  private let filterByteDistance: Int
  private let bitsPerPixel: Int
  private let target: any RowTarget
  private var previousRow: UnsafeMutablePointer<UInt8>
  private var row: UnsafeMutablePointer<UInt8>
  private let convertedRow: UnsafeMutableRawPointer
  /// The inflated bytes of the row that has arrived in part.
  private let partialRow: UnsafeMutablePointer<UInt8>
  private var partialRowBytes = 0
  /// The index of the current Adam7 pass, among the passes that have pixels; 0 without interlacing.
  private(set) var passIndex = 0
  private var y = 0
  /// The first row that is given to the row target. Rows before it are unfiltered, because later
  /// ones depend on them, but not converted.
  var firstConvertedRow = 0
  /// Called whenever further inflated bytes were processed; nil for none.
  var onBytesProcessed: (() -> Void)?

  /// Whether a row had an unknown filter type, at which decoding stops.
  private var isDamaged = false
  /// Whether every row of the picture is decoded.
  var isComplete: Bool { passIndex == passes.count }
  /// Whether further inflated bytes would be ignored.
  var ignoresFurtherBytes: Bool { isDamaged || isComplete }
  /// Whether at least one row is decoded.
  var hasRows: Bool { passIndex > 0 || y > 0 }
  /// Number of bytes that may be read and written after the end of a row.
  private static let rowPaddingBytes = 16

  /// One of the seven reduced images of Adam7 interlacing (PNG specification, section 8), or the
  /// whole picture without interlacing.
  struct Pass {
    let size: PixelSize
    let x0: Int
    let y0: Int
    let dx: Int
    let dy: Int

    func rowBytes(_ bitsPerPixel: Int) -> Int { (size.width * bitsPerPixel + 7) / 8 }
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

  /// The inflated size of all rows in bytes, with their filter type bytes; nil when it overflows.
  static func inflatedByteCount(_ file: PNGFile) -> Int? {
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

  /// Makes a decoder that begins with the first row of a PNG.
  ///
  /// - Parameters:
  ///   - target: receives the rows; for an interlaced picture it must hold all of them, initially
  ///     transparent.
  ///   - sixteenBitConversion: the conversion of samples of 16 bits to the target colours; nil when
  ///     the rows stay in the colours of the file.
  init(_ file: PNGFile, target: any RowTarget, sixteenBitConversion: ColorConversion? = nil) {
    pixelConverter = PNGPixelConverter(file, sixteenBitConversion: sixteenBitConversion)
    passes = Self.passes(file)
    size = file.size
    bitsPerPixel = file.pixelBits
    filterByteDistance = max(1, bitsPerPixel / 8)
    self.target = target
    let room = (file.size.width * bitsPerPixel + 7) / 8 + Self.rowPaddingBytes
    previousRow = .allocate(capacity: room)
    row = .allocate(capacity: room)
    partialRow = .allocate(capacity: 1 + room)
    previousRow.initialize(repeating: 0, count: room)
    row.initialize(repeating: 0, count: room)
    partialRow.initialize(repeating: 0, count: 1 + room)
    convertedRow = .allocate(byteCount: file.size.width * 4 + Self.rowPaddingBytes, alignment: 16)
  }

  deinit {
    previousRow.deallocate()
    row.deallocate()
    partialRow.deallocate()
    convertedRow.deallocate()
  }

  /// Processes the next `count` inflated bytes: every row that ends within them is decoded. Up to
  /// eight bytes after them may be read.
  func decodeInflated(_ bytes: UnsafePointer<UInt8>, count: Int) {
    var position = 0
    while !ignoresFurtherBytes {
      let length = passes[passIndex].rowBytes(bitsPerPixel) + 1
      let left = count - position
      if partialRowBytes == 0, left >= length {
        decodeRow(bytes + position, length)
        position += length
        continue
      }
      let part = min(left, length - partialRowBytes)
      (partialRow + partialRowBytes).update(from: bytes + position, count: part)
      partialRowBytes += part
      position += part
      guard partialRowBytes == length else { break }
      partialRowBytes = 0
      decodeRow(partialRow, length)
    }
    onBytesProcessed?()
  }

  private func decodeRow(_ filtered: UnsafePointer<UInt8>, _ length: Int) {
    let current = passes[passIndex]
    isDamaged = !PNGFilter.undo(
      filtered[0], filtered + 1, above: previousRow, into: row, count: length - 1,
      step: filterByteDistance)
    if isDamaged { return }
    swap(&previousRow, &row)
    writeRowToTarget(current)
    y += 1
    guard y == current.size.height else { return }
    y = 0
    passIndex += 1
    previousRow.update(
      repeating: 0, count: (size.width * bitsPerPixel + 7) / 8 + Self.rowPaddingBytes)
  }

  /// Makes the rows before `end`, by default all rows, transparent if they are not decoded, because
  /// memory given by the viewer holds older pixels. Does nothing for an interlaced picture, whose
  /// target was transparent from the start.
  func clearMissingRows(to end: Int? = nil) {
    guard passes.count == 1, !isComplete else { return }
    y = max(y, firstConvertedRow)
    while y < end ?? size.height {
      let line = target.address(for: y)
      line.initializeMemory(as: UInt8.self, repeating: 0, count: size.width * 4)
      target.finishRow(y)
      y += 1
    }
  }

  // MARK: Checkpoints

  /// The state of the decoder between two bytes, from which it can continue.
  struct Checkpoint {
    let y: Int
    /// The unfiltered bytes of the row before.
    fileprivate let previousRow: [UInt8]
    /// The inflated bytes of row `y` that have arrived.
    let partialRow: [UInt8]
  }

  /// The current state of the decoder; valid only for a picture that is not interlaced.
  var checkpoint: Checkpoint {
    let count = passes[0].rowBytes(bitsPerPixel)
    return Checkpoint(
      y: y, previousRow: Array(UnsafeBufferPointer(start: previousRow, count: count)),
      partialRow: Array(UnsafeBufferPointer(start: partialRow, count: partialRowBytes)))
  }

  /// Continues at a checkpoint of the same picture.
  func restore(_ checkpoint: Checkpoint) {
    y = checkpoint.y
    previousRow.update(from: checkpoint.previousRow, count: checkpoint.previousRow.count)
    partialRow.update(from: checkpoint.partialRow, count: checkpoint.partialRow.count)
    partialRowBytes = checkpoint.partialRow.count
  }

  // The row that was just unfiltered is in `previousRow` for the next one and must stay intact; the
  // conversion does not change it.
  private func writeRowToTarget(_ pass: Pass) {
    if y < firstConvertedRow { return }
    let line = target.address(for: pass.y0 + y * pass.dy)
    guard pass.dx > 1 || pass.dy > 1 else {
      pixelConverter.convert(previousRow, count: pass.size.width, into: line)
      target.finishRow(y)
      return
    }
    pixelConverter.convert(previousRow, count: pass.size.width, into: convertedRow)
    for x in 0..<pass.size.width {
      (line + (pass.x0 + x * pass.dx) * 4).copyMemory(from: convertedRow + x * 4, byteCount: 4)
    }
  }
}
