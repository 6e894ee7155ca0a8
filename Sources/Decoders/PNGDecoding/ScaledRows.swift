import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// A row target that scales rows as they arrive and turns them upright. The result is bit-identical
/// to scaling the whole picture; only a band of the picture is in memory at a time.
final class ScaledRows: RowTarget {
  /// Number of result rows that are computed together: as many as a cache line has pixels, because
  /// orientation may turn rows into columns.
  private static let bandRows = 16

  private let sourceSize: PixelSize
  private let result: PixelBuffer
  private let reduction: BoxReduction?
  private let plan: ResamplePlan
  /// The source rows that become one row of the reduction; empty without a reduction.
  private let strip: PrivateMemory
  private var stripRows = 0
  /// The source rows, reduced if necessary, on which the next result rows depend.
  private let sourceWindow: PrivateMemory
  private let windowSize: PixelSize
  private var windowStart = 0
  private var windowRows = 0
  private(set) var rowsDone = 0

  /// Makes a target that fills `result`, which the caller keeps alive, from the rows of a picture
  /// of `source` pixels.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(
    _ source: PixelSize, orientation: Orientation, to result: PixelBuffer
  ) throws(DecodeFailure) {
    sourceSize = source
    self.result = result
    let whole = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    reduction = Resampler.reduction(
      of: source, region: whole, to: result.size, orientation: orientation)
    let reduced = reduction?.size ?? source
    plan = ResamplePlan(
      source: reduced, region: reduction?.reduced(whole), to: result.size, orientation: orientation)
    strip = try PrivateMemory(byteCount: source.width * 4 * (reduction?.down ?? 0))
    windowSize = PixelSize(
      width: reduced.width, height: min(reduced.height, 2 * Self.maxRows(plan)))
    sourceWindow = try PrivateMemory(byteCount: reduced.width * 4 * windowSize.height)
  }

  private static func maxRows(_ plan: ResamplePlan) -> Int {
    stride(from: 0, to: plan.rowCount, by: bandRows).map {
      plan.sourceRows(of: $0..<min(plan.rowCount, $0 + bandRows)).count
    }.max() ?? 1
  }

  func address(for y: Int) -> UnsafeMutableRawPointer {
    reduction == nil
      ? windowRow(windowRows) : strip.bytes + stripRows * sourceSize.width * 4
  }

  func finishRow(_ y: Int) {
    if let reduction {
      stripRows += 1
      guard stripRows == reduction.blockHeight || y == sourceSize.height - 1 else { return }
      reduceStripToWindow(reduction)
    }
    windowRows += 1
    scaleCompleteBands()
  }

  private func windowRow(_ i: Int) -> UnsafeMutableRawPointer {
    sourceWindow.bytes + i * windowSize.width * 4
  }

  private func reduceStripToWindow(_ reduction: BoxReduction) {
    let rows = PixelSize(width: sourceSize.width, height: stripRows)
    let blocks = BoxReduction(rows, across: reduction.blockWidth, down: reduction.blockHeight)
    blocks.run(
      PixelView(size: rows, stride: rows.width * 4, bytes: strip.bytes),
      into: PixelBuffer(
        size: blocks.size, stride: blocks.size.width * 4, bytes: windowRow(windowRows)))
    stripRows = 0
  }

  /// Computes the bands of result rows whose source rows are complete, then drops source rows from
  /// the window that are no longer needed.
  private func scaleCompleteBands() {
    let view = PixelView(
      size: PixelSize(width: windowSize.width, height: windowRows), stride: windowSize.width * 4,
      bytes: sourceWindow.bytes)
    while rowsDone < plan.rowCount {
      let band = rowsDone..<min(plan.rowCount, rowsDone + Self.bandRows)
      let needed = plan.sourceRows(of: band)
      guard needed.upperBound <= windowStart + windowRows else {
        if windowRows == windowSize.height { discardRows(before: needed.lowerBound) }
        return
      }
      plan.run(view, from: windowStart, into: result, band: band)
      rowsDone = band.upperBound
    }
    // The remaining source rows contribute to no result row.
    windowStart += windowRows
    windowRows = 0
  }

  private func discardRows(before row: Int) {
    let used = min(windowRows, row - windowStart)
    windowRows -= used
    windowStart += used
    sourceWindow.bytes.copyMemory(
      from: windowRow(used), byteCount: windowRows * windowSize.width * 4)
  }
}
