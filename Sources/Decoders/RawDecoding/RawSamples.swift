package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
package import Pixels
import Resampling

/// A picture that libraw has decoded in memory: interleaved gray or RGB samples of one byte, row by
/// row from the top, in stored orientation, without padding.
package struct RawSamples {
  /// The size of the picture in pixels, in stored orientation.
  package let size: PixelSize
  /// The number of samples of a pixel: 1 for gray, 3 for red, green and blue.
  let channels: Int
  /// The orientation that turns the picture upright.
  let orientation: Orientation
  /// The samples, `size.width * size.height * channels` of them, which a ``RawContent`` owns.
  let samples: UnsafeRawBufferPointer

  /// Makes a picture of borrowed samples; nil when they are fewer than the size requires.
  init?(
    size: PixelSize, channels: Int, orientation: Orientation, samples: UnsafeRawBufferPointer
  ) {
    guard let area = size.area, !size.isEmpty, channels == 1 || channels == 3,
      samples.count >= area * channels
    else { return nil }
    self.size = size
    self.channels = channels
    self.orientation = orientation
    self.samples = samples
  }

  /// The answer to a job with these samples, converted and scaled on several threads.
  package func answer(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let format = PictureFormat.cameraRaw
    try job.check(size, format: format)
    let info = DecodeReply.Info(
      naturalSize: orientation.swapsAxes ? size.transposed : size, format: format.name,
      orientation: orientation)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let whole = Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    let target = job.request.fittedSize(of: info)
    guard orientation == .up,
      Resampler.reduction(of: size, region: whole, to: target, orientation: .up) == nil
    else { return try answerFromRaster(info, job) }
    let memory = try job.memory(for: target)
    // Bands write disjoint rows, so sharing the buffer is safe.
    nonisolated(unsafe) let (source, buffer) = (self, memory.buffer)
    let plan = ResamplePlan(source: size, to: target)
    ParallelScaling.performInBands(rows: plan.rowCount, pixels: size.width * size.height) { band in
      source.scale(by: plan, band, into: buffer)
    }
    return DecodeAnswer(info, isOpaque: true, in: memory)
  }

  /// The answer with a picture that must be turned, or is reduced so much that it is scaled in two
  /// steps. The whole picture is converted before it is scaled.
  private func answerFromRaster(
    _ info: DecodeReply.Info, _ job: DecodeJob
  ) throws(DecodeFailure) -> DecodeAnswer {
    let raster = try StoredRaster(size, info, job)
    // Bands write disjoint rows, so sharing the buffer is safe.
    nonisolated(unsafe) let (source, target) = (self, raster.buffer)
    ParallelScaling.performInBands(rows: size.height, pixels: size.width * size.height) { rows in
      source.write(rows, to: target, from: 0)
    }
    return try raster.answer(info, isOpaque: true)
  }

  /// The number of result rows that are scaled at a time. The source rows that they need fit into a
  /// processor's cache; the first access to fresh memory for a whole picture would take longer than
  /// its conversion.
  private static let chunkRows = 32

  /// Converts and scales the samples for a band of rows of the result.
  private func scale(by plan: ResamplePlan, _ band: Range<Int>, into result: PixelBuffer) {
    let starts = Array(stride(from: band.lowerBound, to: band.upperBound, by: Self.chunkRows))
    let chunks = starts.map { $0..<min($0 + Self.chunkRows, band.upperBound) }
    let needed = chunks.map(plan.sourceRows)
    let rowBytes = size.width * 4
    let capacity = needed.map(\.count).max() ?? 0
    let memory = UnsafeMutableRawPointer.allocate(byteCount: capacity * rowBytes, alignment: 64)
    defer { memory.deallocate() }
    for (chunk, rows) in zip(chunks, needed) {
      let buffer = PixelBuffer(
        size: PixelSize(width: size.width, height: rows.count), stride: rowBytes, bytes: memory)
      write(rows, to: buffer, from: rows.lowerBound)
      plan.run(buffer.view, from: rows.lowerBound, into: result, band: chunk)
    }
  }

  /// Writes a range of rows as opaque BGRA to a buffer of the same width.
  ///
  /// - Parameter first: the row of the picture that is row 0 of the buffer.
  func write(_ rows: Range<Int>, to buffer: PixelBuffer, from first: Int) {
    guard let base = samples.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    for y in rows {
      var source = base + y * size.width * channels
      let target = (buffer.bytes + (y - first) * buffer.stride).assumingMemoryBound(to: UInt32.self)
      if channels == 3 {
        for x in 0..<size.width {
          target[x] =
            0xFF00_0000 | UInt32(source[0]) << 16 | UInt32(source[1]) << 8 | UInt32(source[2])
          source += 3
        }
      } else {
        for x in 0..<size.width { target[x] = 0xFF00_0000 | UInt32(source[x]) &* 0x01_0101 }
      }
    }
  }
}
