package import ColorManagement
package import DecoderWire
import DecodingSupport
package import Pixels
import Resampling

/// The decoded samples of a picture, read as rows of BGRA with 16 bits a component. Several threads
/// may read rows at the same time.
package protocol SixteenBitSamples: AnyObject {
  /// The size of the picture in stored orientation, in pixels.
  var size: PixelSize { get }
  var isOpaque: Bool { get }
  /// Whether the colours are premultiplied by alpha.
  var isPremultiplied: Bool { get }
  /// Whether the samples have more than eight bits, all of which are used by the colour conversion.
  var exceedsEightBits: Bool { get }

  /// Writes the components of row `y` of the stored picture to `row`: blue, green, red and alpha of
  /// each pixel.
  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>)
}

/// The rendering of samples of 16 bits to answers and buffers of eight bits.
package enum SixteenBitRendering {
  /// The answer with `samples`, which may be a reduction of the picture of `info`, converted to the
  /// target colours, oriented and scaled.
  package static func makeAnswer(
    _ samples: any SixteenBitSamples, _ info: DecodeReply.Info, _ job: DecodeJob
  ) throws(DecodeFailure) -> DecodeAnswer {
    // Samples that are premultiplied by an alpha below 1 must be divided by it before they are
    // converted; for these, a conversion of eight bits is enough.
    let convertsSixteenBits =
      samples.exceedsEightBits && (samples.isOpaque || !samples.isPremultiplied)
    guard convertsSixteenBits, let conversion = job.sixteenBitConversion else {
      let raster = try StoredRaster(samples.size, info, job)
      write(samples, to: raster.buffer)
      return try raster.answer(info, isOpaque: samples.isOpaque)
    }
    var job = job
    job.areColorsConverted = true
    let raster = try StoredRaster(samples.size, info, job)
    write(samples, to: raster.buffer, by: conversion)
    return try raster.answer(info, isOpaque: samples.isOpaque)
  }

  /// Writes premultiplied BGRA of eight bits, in the colours that `conversion` makes, to a buffer
  /// of the samples' size.
  package static func write(
    _ samples: any SixteenBitSamples, to buffer: PixelBuffer, by conversion: ColorConversion
  ) {
    forEachRow(0..<samples.size.height, of: samples, buffer) { samplesRow, row in
      conversion.convert(sixteenBit: samplesRow, to: row, count: samples.size.width)
    }
  }

  /// Writes premultiplied BGRA of eight bits, in the colours of the file, to a buffer.
  ///
  /// - Parameters:
  ///   - rows: the rows of the stored picture to write, the first of them to the first row of the
  ///     buffer. Default: all rows.
  ///   - buffer: the memory, with the width of the picture and the height of `rows`.
  package static func write(
    _ samples: any SixteenBitSamples, _ rows: Range<Int>? = nil, to buffer: PixelBuffer
  ) {
    forEachRow(rows ?? 0..<samples.size.height, of: samples, buffer) { samplesRow, row in
      for x in 0..<samples.size.width {
        func level(_ component: Int) -> UInt32 { byte(samplesRow[x * 4 + component]) }
        row[x] = level(0) | level(1) << 8 | level(2) << 16
      }
    }
  }

  /// The 8-bit level that is nearest to a 16-bit level.
  private static func byte(_ level: UInt16) -> UInt32 { (UInt32(level) * 255 + 32767) / 65535 }

  private static func forEachRow(
    _ rows: Range<Int>, of samples: any SixteenBitSamples, _ buffer: PixelBuffer,
    _ convert: (UnsafePointer<UInt16>, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    // Bands write disjoint rows, so sharing the samples and the closure is safe.
    nonisolated(unsafe) let (source, target) = (samples, buffer)
    withoutActuallyEscaping(convert) { convert in
      nonisolated(unsafe) let convert = convert
      let width = source.size.width
      ParallelScaling.performInBands(rows: rows.count, pixels: rows.count * width) { band in
        let samplesRow = UnsafeMutablePointer<UInt16>.allocate(capacity: max(1, width * 4))
        defer { samplesRow.deallocate() }
        for y in band {
          let row = (target.bytes + y * target.stride).assumingMemoryBound(to: UInt32.self)
          source.write(rows.lowerBound + y, to: samplesRow)
          convert(samplesRow, row)
          if source.isOpaque {
            for x in 0..<width { row[x] |= 0xFF00_0000 }
          } else {
            setAlpha(of: row, from: samplesRow, width, source.isPremultiplied)
          }
        }
      }
    }
  }

  private static func setAlpha(
    of row: UnsafeMutablePointer<UInt32>, from samplesRow: UnsafePointer<UInt16>, _ width: Int,
    _ isPremultiplied: Bool
  ) {
    for x in 0..<width { row[x] = row[x] & 0x00FF_FFFF | byte(samplesRow[x * 4 + 3]) << 24 }
    guard isPremultiplied else { return StraightAlpha.premultiply(row, count: width) }
    for x in 0..<width {
      // A premultiplied component cannot exceed alpha.
      let limit = row[x] >> 24
      let (red, green, blue) = (row[x] >> 16 & 0xFF, row[x] >> 8 & 0xFF, row[x] & 0xFF)
      row[x] = limit << 24 | min(red, limit) << 16 | min(green, limit) << 8 | min(blue, limit)
    }
  }
}
