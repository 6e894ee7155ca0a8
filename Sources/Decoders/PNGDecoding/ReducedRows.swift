import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// The mapping of one axis between a stored picture and its reduction by 2^level: each reduced
/// pixel is the mean of a range of stored pixels. The last range in upright orientation may have
/// fewer pixels than the others.
struct ReducedAxis {
  let storedExtent: Int
  let factor: Int
  /// Whether the first stored pixel is the last one along this axis in upright orientation.
  let isReversed: Bool

  /// The number of pixels after the reduction.
  var reducedExtent: Int { (storedExtent + factor - 1) / factor }

  /// The range of stored pixels along this axis whose mean is pixel `i` of the reduction.
  func storedRange(of i: Int) -> Range<Int> {
    guard isReversed else { return i * factor..<min(storedExtent, (i + 1) * factor) }
    let first = storedExtent - (reducedExtent - 1) * factor
    return i == 0 ? 0..<first : first + (i - 1) * factor..<first + i * factor
  }

  /// The range of stored pixels along this axis whose means are a range of pixels of the reduction.
  func storedRange(of range: Range<Int>) -> Range<Int> {
    storedRange(of: range.lowerBound).lowerBound..<storedRange(of: range.upperBound - 1).upperBound
  }
}

/// A row target that reduces the rows of a picture by 2^level as they arrive, and keeps a range of
/// the reduced rows.
final class ReducedRows: RowTarget {
  /// Maximum level of one reduction. Higher levels take two, because larger blocks would need the
  /// memory of many rows.
  private static let maxLevel = 5

  /// The stored rows on which the reduced rows depend.
  let neededRows: Range<Int>
  private let horizontalAxis: ReducedAxis
  private let verticalAxis: ReducedAxis
  /// The rows of the reduction that are computed.
  private let reducedRows: Range<Int>
  private let buffer: PixelBuffer
  /// The stored rows that become one reduced row; a row outside ``neededRows`` is written here too.
  private let strip: PrivateMemory
  private var collectedStripRows = 0
  private var currentRow: Int
  private let nextReduction: ReducedRows?
  private(set) var completedResultRows = 0

  /// Makes a target for the reduced `rows` of a picture whose stored size is `size`, which are
  /// written into `buffer`. The caller keeps `buffer` alive.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(
    _ rows: Range<Int>, of size: PixelSize, level: Int, _ orientation: Orientation,
    into buffer: PixelBuffer
  ) throws(DecodeFailure) {
    let corner = orientation.storedPixel(x: 0, y: 0, width: 2, height: 2)
    let factor = 1 << min(level, Self.maxLevel)
    horizontalAxis = ReducedAxis(
      storedExtent: size.width, factor: factor, isReversed: corner.x == 1)
    verticalAxis = ReducedAxis(storedExtent: size.height, factor: factor, isReversed: corner.y == 1)
    self.buffer = buffer
    if level > Self.maxLevel {
      let half = PixelSize(width: horizontalAxis.reducedExtent, height: verticalAxis.reducedExtent)
      let nextReduction = try ReducedRows(
        rows, of: half, level: level - Self.maxLevel, orientation, into: buffer)
      self.nextReduction = nextReduction
      self.reducedRows = nextReduction.neededRows
    } else {
      nextReduction = nil
      self.reducedRows = rows
    }
    neededRows = verticalAxis.storedRange(of: self.reducedRows)
    currentRow = self.reducedRows.lowerBound
    strip = try PrivateMemory(byteCount: size.width * 4 * factor)
  }

  func address(for y: Int) -> UnsafeMutableRawPointer {
    if verticalAxis.factor == 1, neededRows.contains(y) { return currentRowAddress }
    return strip.bytes + collectedStripRows * horizontalAxis.storedExtent * 4
  }

  /// The address at which the current row of the reduction is written.
  private var currentRowAddress: UnsafeMutableRawPointer {
    nextReduction?.address(for: currentRow) ?? buffer.bytes + (currentRow - reducedRows.lowerBound)
      * buffer.stride
  }

  func finishRow(_ y: Int) {
    guard neededRows.contains(y) else { return }
    if verticalAxis.factor > 1 {
      collectedStripRows += 1
      guard y == verticalAxis.storedRange(of: currentRow).upperBound - 1 else { return }
      reduce()
      collectedStripRows = 0
    }
    nextReduction?.finishRow(currentRow)
    currentRow += 1
    completedResultRows += 1
  }

  /// Averages each block of the collected rows. When the axis is reversed, the first block may have
  /// fewer columns than the others.
  private func reduce() {
    let first =
      horizontalAxis.isReversed
      ? horizontalAxis.storedRange(of: 0).count % horizontalAxis.factor : 0
    let out = currentRowAddress
    if first > 0 { reduce(0..<first, into: out) }
    reduce(first..<horizontalAxis.storedExtent, into: out + (first > 0 ? 4 : 0))
  }

  private func reduce(_ columns: Range<Int>, into out: UnsafeMutableRawPointer) {
    guard !columns.isEmpty else { return }
    let size = PixelSize(width: columns.count, height: collectedStripRows)
    let blocks = BoxReduction(size, across: horizontalAxis.factor, down: verticalAxis.factor)
    blocks.run(
      PixelView(
        size: size, stride: horizontalAxis.storedExtent * 4,
        bytes: strip.bytes + columns.lowerBound * 4),
      into: PixelBuffer(size: blocks.size, stride: blocks.size.width * 4, bytes: out))
  }
}
