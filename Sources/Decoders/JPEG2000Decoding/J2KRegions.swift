package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
package import Pixels
import Resampling

/// Region access to a JPEG 2000: only the code blocks of a region are decoded, at the resolution
/// level that it needs. The codestream is parsed anew for every region.
package final class J2KRegions: RegionReader {
  package let info: DecodeReply.Info
  private let job: DecodeJob
  private let size: PixelSize

  package init(_ job: DecodeJob) throws(DecodeFailure) {
    let file = try J2KDecoder.open(job)
    info = J2KDecoder.info(file)
    size = file.size
    self.job = job
  }

  /// Zero, because nothing is kept between regions.
  package var byteCount: Int { 0 }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let plan = try RegionPlan(region, memory.size, of: size, .up)
    let file = try J2KDecoder.open(job)
    let level = file.reduce(by: plan.level)
    // The levels that the file lacks are made here.
    let rest = plan.level - level
    let columns =
      plan.columns.lowerBound
      << plan.level..<min(
        plan.columns.upperBound << plan.level, size.width)
    let rows =
      plan.rows.lowerBound
      << plan.level..<min(
        plan.rows.upperBound << plan.level, size.height)
    let part = RegionPlan.reduced(
      PixelSize(width: columns.count, height: rows.count), level)
    try J2KDecoder.check(part, file, job)
    let samples = try file.decode(columns, rows)
    let stored = try PrivateMemory(byteCount: samples.size.width * 4 * samples.size.height)
    let buffer = PixelBuffer(
      size: samples.size, stride: samples.size.width * 4, bytes: stored.bytes)
    WideAnswer.write(samples, to: buffer)
    guard rest > 0 else {
      guard buffer.size == memory.size else { throw J2KFile.damaged("its parts do not fit") }
      return plan.put(
        buffer.view, x: plan.columns.lowerBound, y: plan.rows.lowerBound, into: memory)
    }
    try Self.reduce(buffer.view, by: rest, into: memory)
  }

  /// Binary logarithm of the largest block of ``BoxReduction``.
  private static let maxStep = 8

  /// Reduces the width and height of a picture by 2^`level`, in several steps where one is not
  /// enough.
  ///
  /// - Throws: `.damaged` when the result has another size than `memory`.
  static func reduce(
    _ view: PixelView, by level: Int, into memory: PixelBuffer
  ) throws(DecodeFailure) {
    let step = min(level, maxStep)
    let reduction = BoxReduction(view.size, across: 1 << step, down: 1 << step)
    guard level > step else {
      guard reduction.size == memory.size else { throw J2KFile.damaged("its parts do not fit") }
      return reduction.run(view, into: memory)
    }
    let stride = reduction.size.width * 4
    let between = try PrivateMemory(byteCount: stride * reduction.size.height)
    let reduced = PixelBuffer(size: reduction.size, stride: stride, bytes: between.bytes)
    reduction.run(view, into: reduced)
    try reduce(reduced.view, by: level - step, into: memory)
  }
}
