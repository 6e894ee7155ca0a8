import DecoderWire
import Geometry
import Pixels
import Resampling

/// One axis of a picture that is 2^level times smaller: which stored pixels each of its own is the
/// mean of. The one that has fewer is the last one upright.
struct LevelAxis {
  let extent: Int
  let factor: Int
  /// True when the first stored pixel is the last one upright.
  let isReversed: Bool

  /// Pixels of the level.
  var count: Int { (extent + factor - 1) / factor }

  /// The stored pixels of pixel `i` of the level, counted as stored.
  func stored(_ i: Int) -> Range<Int> {
    guard isReversed else { return i * factor..<min(extent, (i + 1) * factor) }
    let first = extent - (count - 1) * factor
    return i == 0 ? 0..<first : first + (i - 1) * factor..<first + i * factor
  }

  /// The stored pixels of several.
  func stored(_ range: Range<Int>) -> Range<Int> {
    stored(range.lowerBound).lowerBound..<stored(range.upperBound - 1).upperBound
  }
}

/// Some rows of a picture made 2^level times smaller, from its rows as they come.
final class LevelRows: RowTarget {
  /// More are made smaller in two steps: the sums of larger blocks would take many rows of memory.
  private static let mostLevel = 5

  /// The rows of the picture that are wanted.
  let wanted: Range<Int>
  private let across: LevelAxis
  private let down: LevelAxis
  /// The rows of the level that are made.
  private let rows: Range<Int>
  private let buffer: PixelBuffer
  /// Rows of one block; one for those that nobody wants.
  private let strip: PrivateMemory
  private var stripRows = 0
  private var row: Int
  private let next: LevelRows?
  private(set) var rowsDone = 0

  /// Makes `rows` of the level of a picture of `size` as stored into `buffer`, which the caller keeps.
  ///
  /// - Throws: `.tooLarge` when there is no memory.
  init(
    _ rows: Range<Int>, of size: PixelSize, level: Int, _ orientation: Orientation,
    into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let corner = orientation.storedPixel(x: 0, y: 0, width: 2, height: 2)
    let factor = 1 << min(level, Self.mostLevel)
    across = LevelAxis(extent: size.width, factor: factor, isReversed: corner.x == 1)
    down = LevelAxis(extent: size.height, factor: factor, isReversed: corner.y == 1)
    self.buffer = buffer
    if level > Self.mostLevel {
      let half = PixelSize(width: across.count, height: down.count)
      let next = try LevelRows(
        rows, of: half, level: level - Self.mostLevel, orientation, into: buffer)
      self.next = next
      self.rows = next.wanted
    } else {
      next = nil
      self.rows = rows
    }
    wanted = down.stored(self.rows)
    row = self.rows.lowerBound
    strip = try PrivateMemory(byteCount: size.width * 4 * factor)
  }

  func place(for y: Int) -> UnsafeMutableRawPointer {
    if down.factor == 1, wanted.contains(y) { return output }
    return strip.bytes + stripRows * across.extent * 4
  }

  /// Where the row of the level that is being made goes.
  private var output: UnsafeMutableRawPointer {
    next?.place(for: row) ?? buffer.bytes + (row - rows.lowerBound) * buffer.stride
  }

  func finish(_ y: Int) {
    guard wanted.contains(y) else { return }
    if down.factor > 1 {
      stripRows += 1
      guard y == down.stored(row).upperBound - 1 else { return }
      reduce()
      stripRows = 0
    }
    next?.finish(row)
    row += 1
    rowsDone += 1
  }

  /// The mean of each block of the strip. The first one has fewer columns when its axis is reversed.
  private func reduce() {
    let first = across.isReversed ? across.stored(0).count % across.factor : 0
    let out = output
    if first > 0 { reduce(0..<first, into: out) }
    reduce(first..<across.extent, into: out + (first > 0 ? 4 : 0))
  }

  private func reduce(_ columns: Range<Int>, into out: UnsafeMutableRawPointer) {
    guard !columns.isEmpty else { return }
    let size = PixelSize(width: columns.count, height: stripRows)
    let blocks = BoxReduction(size, across: across.factor, down: down.factor)
    blocks.run(
      PixelView(
        size: size, stride: across.extent * 4, bytes: strip.bytes + columns.lowerBound * 4),
      into: PixelBuffer(size: blocks.size, stride: blocks.size.width * 4, bytes: out))
  }
}
