package import ColorManagement
package import DecoderWire
import DecodingSupport
package import Pixels
import Resampling

/// Region access to a picture whose rows can be decoded in any order: only the rows of a region are
/// decoded.
package final class RowRegionReader: RegionReader {
  /// Decodes a range of rows of the stored picture.
  ///
  /// - Returns: samples that contain these rows, and the number of the row that is the first one of
  ///   the samples.
  package typealias RowDecoder =
    (_ rows: Range<Int>) throws(DecodeFailure) -> (samples: any SixteenBitSamples, first: Int)

  /// The maximum number of pixels that are decoded at once.
  private static let maxBandPixels = 8_000_000

  package let info: DecodeReply.Info
  /// The size of the picture in stored orientation, in pixels.
  private let size: PixelSize
  private let decodeRows: RowDecoder
  /// The rows that were decoded last: the regions beside a region need the same ones.
  private var band: Band?

  /// Decoded rows of the stored picture.
  private final class Band {
    let rows: Range<Int>
    let memory: PrivateMemory
    let buffer: PixelBuffer

    init(_ rows: Range<Int>, width: Int) throws(DecodeFailure) {
      self.rows = rows
      let stride = width * 4
      memory = try PrivateMemory(byteCount: stride * rows.count)
      buffer = PixelBuffer(
        size: PixelSize(width: width, height: rows.count), stride: stride, bytes: memory.bytes)
    }
  }

  /// Makes a reader of a picture.
  ///
  /// - Parameters:
  ///   - size: the size of the stored picture in pixels.
  ///   - info: the properties of the picture, with its orientation.
  ///   - decodeRows: decodes rows.
  package init(_ size: PixelSize, _ info: DecodeReply.Info, decodeRows: @escaping RowDecoder) {
    (self.size, self.info, self.decodeRows) = (size, info, decodeRows)
  }

  /// Makes a reader of a picture of which `samples` decodes each row when it is written.
  package convenience init(_ samples: any SixteenBitSamples, _ info: DecodeReply.Info) {
    self.init(samples.size, info) { (_) throws(DecodeFailure) in (samples, 0) }
  }

  package var heldByteCount: Int { band.map { $0.rows.count * size.width * 4 } ?? 0 }

  package func read(
    _ region: RegionRequest, into memory: PixelBuffer, cmyk: ColorConversion?
  ) throws(DecodeFailure) {
    let plan = try RegionPlan(region, memory.size, of: info.naturalSize, info.orientation)
    let (width, height) = (plan.columns.count, plan.rows.count)
    let stored = try PrivateMemory(byteCount: width * 4 * height)
    let columns = storedRange(plan.columns, plan.level, size.width)
    // The number of rows of the region that are decoded at once.
    let count = max(1, (Self.maxBandPixels / max(1, size.width)) >> plan.level)
    for top in stride(from: 0, to: height, by: count) {
      let part = top..<min(height, top + count)
      let wanted = storedRange(
        plan.rows.lowerBound + part.lowerBound..<plan.rows.lowerBound + part.upperBound,
        plan.level, size.height)
      let band = try decodedBand(including: wanted)
      let view = PixelView(
        size: PixelSize(width: columns.count, height: wanted.count), stride: band.buffer.stride,
        bytes: band.buffer.bytes + (wanted.lowerBound - band.rows.lowerBound) * band.buffer.stride
          + columns.lowerBound * 4)
      let target = PixelBuffer(
        size: PixelSize(width: width, height: part.count), stride: width * 4,
        bytes: stored.bytes + part.lowerBound * width * 4)
      try Self.write(view, by: plan.level, to: target)
    }
    let view = PixelView(
      size: PixelSize(width: width, height: height), stride: width * 4, bytes: stored.bytes)
    plan.copyUpright(view, x: plan.columns.lowerBound, y: plan.rows.lowerBound, into: memory)
  }

  /// The pixels of the stored picture that a range of pixels of its reduction covers.
  ///
  /// - Parameters:
  ///   - level: binary logarithm of the reduction.
  ///   - length: the number of pixels of the stored picture in this dimension.
  private func storedRange(_ part: Range<Int>, _ level: Int, _ length: Int) -> Range<Int> {
    part.lowerBound << level..<min(length, part.upperBound << level)
  }

  /// Decoded rows that include `wanted`.
  private func decodedBand(including wanted: Range<Int>) throws(DecodeFailure) -> Band {
    if let band, band.rows.lowerBound <= wanted.lowerBound,
      wanted.upperBound <= band.rows.upperBound
    {
      return band
    }
    band = nil
    let new = try Band(wanted, width: size.width)
    let (samples, first) = try decodeRows(wanted)
    SixteenBitRendering.write(
      samples, wanted.lowerBound - first..<wanted.upperBound - first, to: new.buffer)
    band = new
    return new
  }

  /// Copies pixels, or their reduction, to `target`.
  private static func write(
    _ view: PixelView, by level: Int, to target: PixelBuffer
  ) throws(DecodeFailure) {
    guard level == 0 else {
      guard try LevelReduction.reduceIfSizesMatch(view, by: level, into: target) else {
        throw DecodeFailure(.unsupported, detail: "no such part")
      }
      return
    }
    for y in 0..<target.size.height {
      (target.bytes + y * target.stride).copyMemory(
        from: view.bytes + y * view.stride, byteCount: target.size.width * 4)
    }
  }
}
