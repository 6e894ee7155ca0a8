package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
package import Pixels
import Resampling

/// Region access to a JPEG 2000: only the code-blocks of a region are decoded, at the resolution
/// level that it needs. The codestream is parsed anew for every region.
package final class J2KRegionReader: RegionReader {
  package let info: DecodeReply.Info
  private let job: DecodeJob
  private let size: PixelSize

  package init(_ job: DecodeJob) throws(DecodeFailure) {
    let file = try J2KDecoder.open(job)
    info = J2KDecoder.info(file)
    size = file.size
    self.job = job
  }

  /// Zero, because no decoder state is kept between regions.
  package var heldByteCount: Int { 0 }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let plan = try RegionPlan(region, memory.size, of: size, .up)
    let file = try J2KDecoder.open(job)
    let level = file.omitLevels(upTo: plan.level)
    // The reductions for which the file has no resolution level are computed here.
    let rest = plan.level - level
    func extent(_ part: Range<Int>, _ length: Int) -> DecodedExtent {
      let first = part.lowerBound << plan.level
      let end = min(part.upperBound << plan.level, length)
      return DecodedExtent(first..<end, of: length, level: level, margin: file.subsampling)
    }
    let across = extent(plan.columns, size.width)
    let down = extent(plan.rows, size.height)
    let area = PixelSize(width: across.decodedCount, height: down.decodedCount)
    try J2KDecoder.check(area, file, job)
    let samples = try file.decode((columns: across.decoded, rows: down.decoded))
    let stride = area.width * 4
    let stored = try PrivateMemory(byteCount: stride * area.height)
    let missing = (x: area.width - samples.size.width, y: area.height - samples.size.height)
    guard (0...1).contains(missing.x), (0...1).contains(missing.y) else {
      throw J2KFile.damaged("its parts do not fit")
    }
    SixteenBitRendering.write(
      samples, to: PixelBuffer(size: samples.size, stride: stride, bytes: stored.bytes))
    Self.repeatEdges(PixelBuffer(size: area, stride: stride, bytes: stored.bytes), missing)
    let view = PixelView(
      size: PixelSize(width: across.regionCount, height: down.regionCount), stride: stride,
      bytes: stored.bytes + down.offsetInDecoded * stride + across.offsetInDecoded * 4)
    guard rest > 0 else {
      guard view.size == memory.size else { throw J2KFile.damaged("its parts do not fit") }
      return plan.copyUpright(
        view, x: plan.columns.lowerBound, y: plan.rows.lowerBound, into: memory)
    }
    guard try LevelReduction.reduceIfSizesMatch(view, by: rest, into: memory) else {
      throw J2KFile.damaged("its parts do not fit")
    }
  }

  /// One dimension of a region, and of the larger area that is decoded for it: components with
  /// fewer samples need a sample on both sides of the region, and the last pixel of a level may
  /// have no sample.
  private struct DecodedExtent {
    /// The decoded range, in pixels of the whole picture.
    let decoded: Range<Int>
    /// The number of decoded pixels before the region in this dimension, at the resolution level.
    let offsetInDecoded: Int
    /// The number of pixels of the region, at the resolution level.
    let regionCount: Int
    /// The number of decoded pixels, at the resolution level.
    let decodedCount: Int

    /// Computes the decoded range for a region along one axis.
    ///
    /// - Parameters:
    ///   - part: the range of the region in pixels of the whole picture; it begins at a multiple of
    ///     2^`level`.
    ///   - length: the number of pixels of the whole picture.
    ///   - level: the number of resolution levels that are left out.
    ///   - margin: the number of pixels to decode on both sides of the region, at the resolution
    ///     level.
    init(_ part: Range<Int>, of length: Int, level: Int, margin: Int) {
      let start = max(0, part.lowerBound - (margin << level))
      decoded = start..<min(length, part.upperBound + (margin << level))
      offsetInDecoded = (part.lowerBound - start) >> level
      regionCount = J2KFile.reducedCoordinate(part.count, level)
      decodedCount = J2KFile.reducedCoordinate(decoded.count, level)
    }
  }

  /// Fills the last `missing.x` columns and `missing.y` rows of a buffer, each 0 or 1, with copies
  /// of the column and row before them.
  private static func repeatEdges(_ buffer: PixelBuffer, _ missing: (x: Int, y: Int)) {
    let (width, height) = (buffer.size.width, buffer.size.height)
    if missing.x > 0 {
      for y in 0..<height - missing.y {
        let end = buffer.bytes + y * buffer.stride + width * 4
        (end - 4).copyMemory(from: end - 8, byteCount: 4)
      }
    }
    if missing.y > 0 {
      let last = buffer.bytes + (height - 1) * buffer.stride
      last.copyMemory(from: last - buffer.stride, byteCount: width * 4)
    }
  }
}
