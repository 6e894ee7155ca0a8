import CLinux
import CWebP
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import PictureMetadata
import PixbufLoading
import Pixels

/// The WebP decoder, by libwebp. gdk-pixbuf's loader ignores the orientation, trusts a truncated
/// header, and does not report missing data.
package enum WebPDecoder {
  /// Number of portions in which the file is decoded; a preview can be sent after each.
  private static let portionCount = 16
  /// Minimum time in nanoseconds before the first preview and between two previews.
  private static let minPreviewInterval: Int64 = 120_000_000
  private static let format = PictureFormat.webp

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let library = WebPStillLibrary.shared else {
      return try PixbufDecoder.decode(job, format)
    }
    let metadata = ContainerMetadata(job.bytes, format)
    let body = metadata.loaderBytes.raw.bindMemory(to: UInt8.self)
    var features = WebPFeatures()
    let status = library.readFeatures(body.baseAddress, body.count, &features, WEBP_DECODER_ABI)
    guard status == Int32(WEBP_OK) else {
      throw damaged(
        status == Int32(WEBP_NOT_ENOUGH_DATA)
          ? "the file ends before the picture" : "its header is invalid")
    }
    let size = PixelSize(width: Int(features.width), height: Int(features.height))
    try job.check(size, format: format)
    try job.checkPlausible(size, format: format)
    let info = DecodeReply.Info(
      naturalSize: metadata.orientation.swapsAxes ? size.transposed : size, format: format.name,
      orientation: metadata.orientation, frames: metadata.frameCount,
      isTruncated: metadata.endsEarly)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    if features.has_animation != 0 { return try firstFrame(job, info) }
    return try stillPicture(job, info, body, size, features, library)
  }

  private static func damaged(_ detail: String) -> DecodeFailure {
    DecodeFailure(.damaged, format: format.name, detail: detail)
  }

  /// The answer with the first picture of an animation. The code that plays it is used, so that
  /// both show the same picture.
  private static func firstFrame(
    _ job: DecodeJob, _ info: DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer {
    let frames = try WebPFrames(job.bytes, limits: job.request.limits)
    guard frames.advanceReturningDuration() != nil else {
      throw damaged("its data cannot be decompressed")
    }
    let memory = try job.memory(for: job.request.fittedSize(of: info))
    try ParallelScaling.scale(frames.picture, orientation: info.orientation, to: memory.buffer)
    let isOpaque = memory.buffer.isOpaque
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }

  private static func stillPicture(
    _ job: DecodeJob, _ info: DecodeReply.Info, _ body: UnsafeBufferPointer<UInt8>,
    _ size: PixelSize, _ features: WebPFeatures, _ library: WebPStillLibrary
  ) throws(DecodeFailure) -> DecodeAnswer {
    let reduced = reducedSize(size, info, job)
    let raster = try StoredRaster(reduced, info, job)
    if job.sendPartial != nil { raster.clearReusedMemory() }
    var configuration = WebPConfiguration()
    guard library.initializeConfiguration(&configuration, WEBP_DECODER_ABI) != 0 else {
      throw DecodeFailure(.missingLoader, format: format.name, detail: format.debianPackage)
    }
    configuration.output.color_mode =
      features.has_alpha != 0 ? WEBP_MODE_BGRA_PREMULTIPLIED : WEBP_MODE_BGRA
    configuration.output.is_external_memory = 1
    configuration.output.rows = raster.row(0).assumingMemoryBound(to: UInt8.self)
    configuration.output.stride = Int32(raster.buffer.stride)
    configuration.output.size = raster.buffer.stride * reduced.height
    configuration.options.use_threads = 1
    if reduced != size {
      configuration.options.use_scaling = 1
      configuration.options.scaled_width = Int32(reduced.width)
      configuration.options.scaled_height = Int32(reduced.height)
    }
    let done = try withUnsafeMutablePointer(to: &configuration) { pointer throws(DecodeFailure) in
      guard let decoder = library.makeIncrementalDecoder(nil, 0, pointer) else {
        throw DecodeFailure(.tooLarge, format: format.name, detail: "there is no memory for it")
      }
      defer { library.deleteDecoder(decoder) }
      return try decodeRows(of: decoder, body, library) { raster.sendPartial(info, job) }
    }
    var info = info
    info.isTruncated = done < reduced.height
    // Without an alpha flag in the header, the alpha of a lossless picture is meaningless.
    if features.has_alpha == 0 { raster.buffer.makeOpaque(0..<done) }
    raster.clear(done..<reduced.height)
    return try raster.answer(
      info, isOpaque: features.has_alpha == 0 && done == reduced.height)
  }

  /// Decodes all data and calls `progress` from time to time when that takes long.
  ///
  /// - Returns: the number of complete rows.
  private static func decodeRows(
    of decoder: WebPStillLibrary.Decoder, _ body: UnsafeBufferPointer<UInt8>,
    _ library: WebPStillLibrary, progress: () -> Void
  ) throws(DecodeFailure) -> Int {
    let start = Clock.nowNanoseconds
    var shown = start
    var rows: Int32 = 0
    for step in 1...portionCount {
      let status = library.decodeIncrementally(
        decoder, body.baseAddress, body.count * step / portionCount)
      rows = 0
      _ = library.decodedRows(decoder, &rows, nil, nil, nil)
      if status == Int32(WEBP_OUT_OF_MEMORY) {
        throw DecodeFailure(.tooLarge, format: format.name, detail: "there is no memory for it")
      }
      guard status == Int32(WEBP_SUSPENDED) else { break }
      // The interval doubles every time, so that the previews together cost less than the picture.
      if step < portionCount, rows > 0,
        Clock.nowNanoseconds - shown > max(minPreviewInterval, shown - start)
      {
        progress()
        shown = Clock.nowNanoseconds
      }
    }
    guard rows > 0 else { throw damaged("its data cannot be decompressed") }
    return Int(rows)
  }

  /// The size at which libwebp decodes a picture of stored size `size`: for a small result libwebp
  /// averages pixels, and those of the full size are never in memory.
  private static func reducedSize(
    _ size: PixelSize, _ info: DecodeReply.Info, _ job: DecodeJob
  ) -> PixelSize {
    var result = job.request.fittedSize(of: info)
    if info.orientation.swapsAxes { result = result.transposed }
    let factor = min(size.width / result.width, size.height / result.height)
    guard factor >= 2 else { return size }
    return PixelSize(
      width: (size.width + factor - 1) / factor, height: (size.height + factor - 1) / factor)
  }
}
