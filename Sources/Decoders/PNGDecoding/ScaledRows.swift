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
  private var collectedStripRows = 0
  /// The source rows, reduced if necessary, on which the next result rows depend.
  private let sourceWindow: PrivateMemory
  private let windowSize: PixelSize
  private var firstRowInWindow = 0
  private var rowsInWindow = 0
  private(set) var completedResultRows = 0

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
    strip = try PrivateMemory(byteCount: source.width * 4 * (reduction?.blockHeight ?? 0))
    windowSize = PixelSize(
      width: reduced.width, height: min(reduced.height, 2 * Self.maxSourceRowsOfBand(plan)))
    sourceWindow = try PrivateMemory(byteCount: reduced.width * 4 * windowSize.height)
  }

  private static func maxSourceRowsOfBand(_ plan: ResamplePlan) -> Int {
    stride(from: 0, to: plan.rowCount, by: bandRows).map {
      plan.sourceRows(of: $0..<min(plan.rowCount, $0 + bandRows)).count
    }.max() ?? 1
  }

  func address(for y: Int) -> UnsafeMutableRawPointer {
    reduction == nil
      ? windowRowAddress(rowsInWindow) : strip.bytes + collectedStripRows * sourceSize.width * 4
  }

  func finishRow(_ y: Int) {
    if let reduction {
      collectedStripRows += 1
      guard collectedStripRows == reduction.blockHeight || y == sourceSize.height - 1 else {
        return
      }
      reduceStripToWindow(reduction)
    }
    rowsInWindow += 1
    scaleCompleteBands()
  }

  private func windowRowAddress(_ i: Int) -> UnsafeMutableRawPointer {
    sourceWindow.bytes + i * windowSize.width * 4
  }

  private func reduceStripToWindow(_ reduction: BoxReduction) {
    let rows = PixelSize(width: sourceSize.width, height: collectedStripRows)
    let blocks = BoxReduction(rows, across: reduction.blockWidth, down: reduction.blockHeight)
    blocks.run(
      PixelView(size: rows, stride: rows.width * 4, bytes: strip.bytes),
      into: PixelBuffer(
        size: blocks.size, stride: blocks.size.width * 4, bytes: windowRowAddress(rowsInWindow)))
    collectedStripRows = 0
  }

  /// Computes the bands of result rows whose source rows are complete, then drops source rows from
  /// the window that are no longer needed.
  private func scaleCompleteBands() {
    let view = PixelView(
      size: PixelSize(width: windowSize.width, height: rowsInWindow), stride: windowSize.width * 4,
      bytes: sourceWindow.bytes)
    while completedResultRows < plan.rowCount {
      let band = completedResultRows..<min(plan.rowCount, completedResultRows + Self.bandRows)
      let needed = plan.sourceRows(of: band)
      guard needed.upperBound <= firstRowInWindow + rowsInWindow else {
        if rowsInWindow == windowSize.height { discardRows(before: needed.lowerBound) }
        return
      }
      plan.run(view, from: firstRowInWindow, into: result, band: band)
      completedResultRows = band.upperBound
    }
    // The remaining source rows contribute to no result row.
    firstRowInWindow += rowsInWindow
    rowsInWindow = 0
  }

  private func discardRows(before row: Int) {
    let used = min(rowsInWindow, row - firstRowInWindow)
    rowsInWindow -= used
    firstRowInWindow += used
    sourceWindow.bytes.copyMemory(
      from: windowRowAddress(used), byteCount: rowsInWindow * windowSize.width * 4)
  }
}
