import CLinux
import DecoderWire
import DecodingSupport
import Geometry
import Pixels
import Resampling

/// A scaler for a picture whose rows arrive in bands, in any order and on any thread. The result is
/// bit-identical to scaling the whole picture at once.
///
/// Result rows that depend on two neighbouring bands are computed by the thread that delivers the
/// second of the two.
final class BandScaling: @unchecked Sendable {
  /// The boundary between two neighbouring bands.
  private struct Seam {
    /// Range of result rows that depend on source rows of two neighbouring bands.
    let resultRows: Range<Int>
    /// The source rows that ``resultRows`` depends on.
    let sourceRows: Range<Int>
    /// Byte offset in ``BandScaling/memory`` of the copies of the source rows.
    let memoryOffset: Int
    /// Number of the two neighbouring bands that have arrived. The lock guards it.
    var arrivedBandCount = 0
  }

  private let plan: ResamplePlan
  private let buffer: PixelBuffer
  private let stride: Int
  private let memory: PrivateMemory
  private var seams: [Int: Seam] = [:]
  private var lock = pthread_mutex_t()

  /// Makes the scaler of a picture of which no band has arrived.
  ///
  /// - Parameters:
  ///   - plan: the resampling of the whole picture.
  ///   - edges: source rows at which bands may begin, ascending. Their distance from each other and
  ///     from the ends must exceed the resampling support of one result row.
  ///   - buffer: the result; it must outlive this object.
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(_ plan: ResamplePlan, edges: [Int], into buffer: PixelBuffer) throws(DecodeFailure) {
    self.plan = plan
    self.buffer = buffer
    stride = plan.source.width * 4
    var size = 0
    for edge in edges {
      let result =
        Self.firstRow(of: plan) {
          $0.upperBound > edge
        }..<Self.firstRow(of: plan) { $0.lowerBound >= edge }
      let source = plan.sourceRows(of: result)
      seams[edge] = Seam(resultRows: result, sourceRows: source, memoryOffset: size)
      size += result.isEmpty ? 0 : source.count * stride
    }
    memory = try PrivateMemory(byteCount: size)
    pthread_mutex_init(&lock, nil)
  }

  deinit { pthread_mutex_destroy(&lock) }

  /// The resampling plan that turns a picture decoded in bands upright and scales it to `size`.
  ///
  /// - Returns: nil when the reduction is so large that a first pass over the whole picture is
  ///   needed.
  static func plan(
    of source: PixelSize, orientation: Orientation, to size: PixelSize
  ) -> ResamplePlan? {
    let whole = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    let reduction = Resampler.reduction(
      of: source, region: whole, to: size, orientation: orientation)
    guard reduction == nil else { return nil }
    return ResamplePlan(source: source, to: size, orientation: orientation)
  }

  /// The first result row whose range of source rows satisfies `isWanted`. The predicate must be
  /// monotone: true for all rows after the first one for which it is true.
  ///
  /// - Complexity: O(log rows).
  private static func firstRow(of plan: ResamplePlan, where isWanted: (Range<Int>) -> Bool) -> Int {
    var (low, high) = (0, plan.rowCount)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(plan.sourceRows(of: middle..<middle + 1)) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Accepts a band: the source `rows` from one edge to another. Every source row must be delivered
  /// exactly once.
  ///
  /// - Parameters:
  ///   - view: pixels that contain the rows, possibly with further rows above and below.
  ///   - first: the source row at the top of `view`.
  func addBand(_ rows: Range<Int>, in view: PixelView, from first: Int) {
    let start = seams[rows.lowerBound]?.resultRows.upperBound ?? 0
    let end = seams[rows.upperBound]?.resultRows.lowerBound ?? plan.rowCount
    if start < end { plan.run(view, from: first, into: buffer, band: start..<end) }
    for edge in [rows.lowerBound, rows.upperBound] {
      guard let seam = seams[edge], !seam.resultRows.isEmpty else { continue }
      let part = seam.sourceRows.clamped(to: rows)
      let target =
        memory.bytes + seam.memoryOffset + (part.lowerBound - seam.sourceRows.lowerBound) * stride
      for (i, row) in part.enumerated() {
        (target + i * stride).copyMemory(
          from: view.bytes + (row - first) * view.stride, byteCount: stride)
      }
      if recordArrivalReturningIsSecond(at: edge) { scaleSeam(seam) }
    }
  }

  private func recordArrivalReturningIsSecond(at edge: Int) -> Bool {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    seams[edge]?.arrivedBandCount += 1
    return seams[edge]?.arrivedBandCount == 2
  }

  private func scaleSeam(_ seam: Seam) {
    let view = PixelView(
      size: PixelSize(width: plan.source.width, height: seam.sourceRows.count), stride: stride,
      bytes: memory.bytes + seam.memoryOffset)
    plan.run(view, from: seam.sourceRows.lowerBound, into: buffer, band: seam.resultRows)
  }
}
