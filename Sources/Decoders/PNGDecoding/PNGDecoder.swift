import AnimationDecoding
import ColorManagement
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Deflate
import Geometry
package import Pixels
import Resampling

/// The PNG decoder. gdk-pixbuf's loader takes more than twice the time, does not report truncated
/// files and ignores the orientation.
package enum PNGDecoder {
  /// The factor by which the size of a picture without interlacing may exceed the pixel limit of a
  /// request, because it is never held in memory at full size.
  private static let streamedPixelLimitFactor = 8
  /// Divisor of the pixel limit for interlaced pictures. They are held whole in memory, in addition
  /// to the memory of the inflater and of the result; large ones are rare.
  private static let interlacedPixelLimitDivisor = 2
  /// Maximum number of bytes in a row of samples, because several rows are held in memory.
  private static let maxRowBytes = 512 << 20

  /// Decodes a PNG; for a probe, reads only its header.
  ///
  /// - Parameter format: the format of the file that is told to the user: an icon may contain a
  ///   PNG.
  package static func decode(
    _ job: DecodeJob, as format: PictureFormat = .png
  ) throws(DecodeFailure) -> DecodeAnswer {
    let file = try PNGFile(job.bytes)
    try check(file, job)
    try job.checkPlausible(file.size, format: .png)
    var info = info(file, format)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    if file.hidesDefaultImage, let answer = try firstFrame(job, file, info) { return answer }
    var job = job
    // All 16 bits of a sample are used by the colour conversion.
    let sixteenBitConversion = file.depth == 16 ? job.sixteenBitConversion : nil
    if sixteenBitConversion != nil { job.areColorsConverted = true }
    let result = job.request.fittedSize(of: info.naturalSize)
    try job.check(result, format: .png)
    let memory = try job.memory(for: result)
    let partials = PNGPreviewSender(job, file, info, memory.buffer)
    let isWhole: Bool
    if file.isInterlaced {
      isWhole = try decodeInterlaced(file, into: memory.buffer, sixteenBitConversion, partials)
    } else {
      let target = try target(file, memory.buffer)
      isWhole = try fill(target, file, sixteenBitConversion) {
        partials?.sendPreviewIfDue(after: $0, of: target)
      }
    }
    info.isTruncated = !isWhole
    return DecodeAnswer(info, isOpaque: isWhole && PNGPixelConverter(file).isOpaque, in: memory)
  }

  /// Throws `.tooLarge` for a picture above the pixel limit, which depends on interlacing.
  private static func check(_ file: PNGFile, _ job: DecodeJob) throws(DecodeFailure) {
    let limit = job.request.limits.pixels
    try job.check(
      file.size, format: .png, limit: file.isInterlaced ? limit : limit * streamedPixelLimitFactor)
    guard file.isInterlaced, let area = file.size.area, area > limit / interlacedPixelLimitDivisor
    else {
      return
    }
    throw DecodeFailure(
      .tooLarge, format: PictureFormat.png.name,
      detail: "\(file.size.width) × \(file.size.height) pixels, the limit of interlaced ones is "
        + "\(DecodeJob.pixelCountText(limit / interlacedPixelLimitDivisor)), more with --max-pixels"
    )
  }

  /// The answer with the first frame of an APNG whose default image is not part of the animation.
  ///
  /// - Returns: nil when no frame can be decoded; the default image is decoded instead.
  private static func firstFrame(
    _ job: DecodeJob, _ file: PNGFile, _ info: DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer? {
    guard let area = file.size.area, area <= job.request.limits.pixels,
      let frames = try? PNGFrames(job.bytes, limits: job.request.limits),
      let stream = try? FrameComposer(frames), stream.advanceReturningDuration() != nil
    else { return nil }
    let raster = try StoredRaster(file.size, info, job)
    for y in 0..<file.size.height {
      raster.row(y).copyMemory(
        from: stream.picture.bytes + y * stream.picture.stride, byteCount: file.size.width * 4)
    }
    var info = info
    info.isTruncated = frames.isTruncated
    let isOpaque = raster.buffer.isOpaque
    return try raster.answer(info, isOpaque: isOpaque)
  }

  /// The properties of the picture for the reply, from its chunks.
  package static func info(_ file: PNGFile, _ format: PictureFormat) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: file.orientation.swapsAxes ? file.size.transposed : file.size,
      format: format.name, orientation: file.orientation, frames: file.frameCount,
      supportsRegions: format == .png && !file.isInterlaced && file.frameCount == 1
        && !file.hidesDefaultImage)
  }

  /// The row target that writes into `result`, and turns the rows upright and scales them if
  /// necessary.
  private static func target(
    _ file: PNGFile, _ result: PixelBuffer
  ) throws(DecodeFailure) -> any RowTarget {
    file.orientation == .up && result.size == file.size
      ? UnscaledRows(result)
      : try ScaledRows(file.size, orientation: file.orientation, to: result)
  }

  /// Decodes an interlaced picture into `result`, upright and scaled. Every pass covers the whole
  /// area, so the whole picture is held in memory.
  ///
  /// - Returns: false when the data end or are invalid before the picture is complete.
  private static func decodeInterlaced(
    _ file: PNGFile, into result: PixelBuffer, _ sixteenBitConversion: ColorConversion?,
    _ partials: PNGPreviewSender?
  ) throws(DecodeFailure) -> Bool {
    if result.size == file.size, file.orientation == .up {
      result.clear()
      return try fill(UnscaledRows(result), file, sixteenBitConversion) {
        partials?.sendPreviewIfDue(after: $0, in: result)
      }
    }
    let stride = file.size.width * 4
    let memory = try PrivateMemory(byteCount: stride * file.size.height)
    let between = PixelBuffer(size: file.size, stride: stride, bytes: memory.bytes)
    let isWhole = try fill(UnscaledRows(between), file, sixteenBitConversion) {
      partials?.sendPreviewIfDue(after: $0, in: between)
    }
    try ParallelScaling.scale(
      PixelView(size: file.size, stride: stride, bytes: memory.bytes),
      orientation: file.orientation, to: result)
    return isWhole
  }

  /// Writes all pixels into `buffer`, in stored orientation; areas that are missing in the file
  /// become transparent.
  ///
  /// - Returns: false when the data end or are invalid before the picture is complete.
  @discardableResult
  package static func fill(_ buffer: PixelBuffer, _ file: PNGFile) throws(DecodeFailure) -> Bool {
    if file.isInterlaced { buffer.clear() }
    return try fill(UnscaledRows(buffer), file) { _ in }
  }

  /// Decodes all rows into `target`.
  ///
  /// - Parameter onRows: called on any thread when further rows are decoded, never after this
  ///   function has returned.
  /// - Returns: false when the picture is not complete.
  private static func fill(
    _ target: any RowTarget, _ file: PNGFile, _ sixteenBitConversion: ColorConversion? = nil,
    onRows: (PNGRowDecoder) -> Void
  ) throws(DecodeFailure) -> Bool {
    guard let count = PNGRowDecoder.inflatedByteCount(file),
      file.size.width * file.pixelBits / 8 <= maxRowBytes
    else {
      throw DecodeFailure(
        .tooLarge, format: PictureFormat.png.name,
        detail: "\(file.size.width) × \(file.size.height) pixels")
    }
    let rows = PNGRowDecoder(file, target: target, sixteenBitConversion: sixteenBitConversion)
    let pipeline = try RowPipeline(rows, total: count)
    var inflater = Inflater(CompressedPieces(file.imageData, of: file.bytes))
    withoutActuallyEscaping(onRows) { onRows in
      rows.onBytesProcessed = { [unowned rows] in onRows(rows) }
      pipeline.run(&inflater, total: count)
      rows.onBytesProcessed = nil
    }
    guard rows.hasRows else {
      throw PNGFile.damaged(
        inflater.ending == .truncated
          ? "the file ends before the picture" : "its data make no sense")
    }
    if !rows.isComplete { rows.clearMissingRows() }
    return rows.isComplete && file.isComplete
  }
}

extension PixelBuffer {
  /// Makes every pixel of the buffer transparent.
  fileprivate func clear() {
    for y in 0..<size.height {
      (bytes + y * stride).initializeMemory(as: UInt8.self, repeating: 0, count: size.width * 4)
    }
  }
}
