package import DecodeJobs
package import DecoderWire
import DecodingSupport
package import Pixels

/// A picture of libraw in memory: grey or RGB samples of one byte in stored orientation, row by row
/// from the top, interleaved, without padding.
package struct RawSamples {
  /// The size in pixels.
  package let size: PixelSize
  /// The number of samples of a pixel: 1 for grey, 3 for red, green and blue.
  let channels: Int
  /// `size.width * size.height * channels` samples, owned by a ``RawContent``.
  let samples: UnsafeRawBufferPointer

  /// The samples at `samples`; nil when their number does not fit.
  init?(size: PixelSize, channels: Int, samples: UnsafeRawBufferPointer) {
    guard let area = size.area, !size.isEmpty, channels == 1 || channels == 3,
      samples.count >= area * channels
    else { return nil }
    self.size = size
    self.channels = channels
    self.samples = samples
  }

  /// Answers the job with these samples, converted on several threads.
  package func answer(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let format = PictureFormat.cameraRaw
    try job.check(size, format: format)
    let info = DecodeReply.Info(naturalSize: size, format: format.name)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    let raster = try StoredRaster(size, info, job)
    // Bands write disjoint rows, so sharing the buffer is safe.
    nonisolated(unsafe) let (source, target) = (self, raster.buffer)
    ParallelScaling.inBands(rows: size.height, pixels: size.width * size.height) { rows in
      source.write(rows, to: target)
    }
    return try raster.answer(info, isOpaque: true)
  }

  /// Writes a range of rows as opaque BGRA to the same rows of `buffer`, which has this size.
  func write(_ rows: Range<Int>, to buffer: PixelBuffer) {
    guard let first = samples.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    for y in rows {
      var source = first + y * size.width * channels
      let target = (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
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
