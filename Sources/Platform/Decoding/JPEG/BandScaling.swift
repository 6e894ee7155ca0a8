import CLinux
import DecoderWire
import Geometry
import Pixels
import Resampling

/// Scales a picture whose rows come in bands, in any order and on any thread: the pixels are the very
/// ones that scaling the whole gives.
///
/// Rows of the result that need rows of two bands are made by whoever brings the second of them.
final class BandScaling: @unchecked Sendable {
  /// Where one band ends and the next one begins.
  private struct Seam {
    /// Rows of the result that need rows of both.
    let result: Range<Int>
    /// Rows of the picture they need.
    let source: Range<Int>
    /// Where these rows are collected, bytes from the start.
    let offset: Int
    /// How many of the two bands have come. Guarded by the lock.
    var arrivals = 0
  }

  private let plan: ResamplePlan
  private let buffer: PixelBuffer
  private let stride: Int
  private let memory: PrivateMemory
  private var seams: [Int: Seam] = [:]
  private var lock = pthread_mutex_t()

  /// - Parameters:
  ///   - plan: what becomes of the whole.
  ///   - edges: rows of the picture where bands may begin, ascending, further from each other and from
  ///     the ends than a row of the result reaches.
  ///   - buffer: the result, which outlives this.
  /// - Throws: `.tooLarge` when there is no memory.
  init(_ plan: ResamplePlan, edges: [Int], into buffer: PixelBuffer) throws(DecodeFailure) {
    self.plan = plan
    self.buffer = buffer
    stride = plan.source.width * 4
    var size = 0
    for edge in edges {
      let result =
        Self.first(of: plan) {
          $0.upperBound > edge
        }..<Self.first(of: plan) { $0.lowerBound >= edge }
      let source = plan.sourceRows(of: result)
      seams[edge] = Seam(result: result, source: source, offset: size)
      size += result.isEmpty ? 0 : source.count * stride
    }
    memory = try PrivateMemory(byteCount: size)
    pthread_mutex_init(&lock, nil)
  }

  deinit { pthread_mutex_destroy(&lock) }

  /// How a picture that comes in bands is turned upright and scaled.
  ///
  /// - Returns: nil when it has to be made smaller in two steps, the first of them of the whole.
  static func plan(
    of source: PixelSize, orientation: Orientation, to size: PixelSize
  ) -> ResamplePlan? {
    let whole = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
    let reduction = Resampler.reduction(
      of: source, region: whole, to: size, orientation: orientation)
    guard reduction == nil else { return nil }
    return ResamplePlan(source: source, to: size, orientation: orientation)
  }

  /// The first row of the result whose rows are as wanted; all after it are.
  ///
  /// - Complexity: O(log rows).
  private static func first(of plan: ResamplePlan, where isWanted: (Range<Int>) -> Bool) -> Int {
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

  /// Takes a band: `rows` of the picture, from one edge to another, each once in all.
  ///
  /// - Parameters:
  ///   - view: has them, and perhaps others around them.
  ///   - first: the row of the picture that is the first one of `view`.
  func take(_ rows: Range<Int>, in view: PixelView, from first: Int) {
    let start = seams[rows.lowerBound]?.result.upperBound ?? 0
    let end = seams[rows.upperBound]?.result.lowerBound ?? plan.rowCount
    if start < end { plan.run(view, from: first, into: buffer, band: start..<end) }
    for edge in [rows.lowerBound, rows.upperBound] {
      guard let seam = seams[edge], !seam.result.isEmpty else { continue }
      let part = seam.source.clamped(to: rows)
      let place = memory.bytes + seam.offset + (part.lowerBound - seam.source.lowerBound) * stride
      for (i, row) in part.enumerated() {
        (place + i * stride).copyMemory(
          from: view.bytes + (row - first) * view.stride, byteCount: stride)
      }
      if isSecond(at: edge) { close(seam) }
    }
  }

  private func isSecond(at edge: Int) -> Bool {
    pthread_mutex_lock(&lock)
    defer { pthread_mutex_unlock(&lock) }
    seams[edge]?.arrivals += 1
    return seams[edge]?.arrivals == 2
  }

  private func close(_ seam: Seam) {
    let view = PixelView(
      size: PixelSize(width: plan.source.width, height: seam.source.count), stride: stride,
      bytes: memory.bytes + seam.offset)
    plan.run(view, from: seam.source.lowerBound, into: buffer, band: seam.result)
  }
}
