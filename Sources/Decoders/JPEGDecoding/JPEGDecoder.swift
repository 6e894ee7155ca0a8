package import ColorManagement
package import DecodeJobs
package import DecoderWire
package import DecodingSupport
import Geometry
package import PictureMetadata
package import Pixels
import Resampling

/// The JPEG decoder by libjpeg-turbo, which reduces the picture while decoding; a second pass
/// scales it and turns it upright.
package enum JPEGDecoder {
  /// The factor by which the size of a sequential picture may exceed the pixel limit of a request,
  /// because it is never held in memory at full size.
  private static let streamingLimitFactor = 4
  /// The maximum side in pixels that libjpeg accepts; the format allows 65,535.
  private static let maxSide = 65_500
  /// Maximum longer side, in pixels, of a preview.
  private static let previewExtent = 512

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let header = try header(job)
    var job = job
    job.bytes = header.withoutTrailingData(job.bytes)
    var info = info(header)
    switch job.request.kind {
    case .probe:
      return DecodeAnswer(.info(info))
    case .thumbnail:
      if let answer = try JPEGThumbnail.decode(job, header, info) { return answer }
      return try thumbnailAnswer(job, header, &info)
    case .preview, .embedded:
      if let answer = try JPEGThumbnail.decode(job, header, info) { return answer }
      if job.request.kind == .embedded { throw .noEmbeddedPreview(.jpeg) }
      if let answer = try dcPreview(job, header, info) { return answer }
      if let answer = try firstScanPreview(job, header) { return answer }
      let denominator = JPEGScale.denominator(within: previewExtent, of: header.size)
      let size = JPEGScale.scaled(header.size, denominator)
      // The first scan of a progressive picture alone makes it recognisable, so the other scans are
      // not decoded.
      let end = header.isProgressive ? job.bytes.scanEnd(from: header.scanStart ?? 0) : nil
      let bytes = end.map { job.bytes.part(0..<$0) } ?? job.bytes
      return try decodePixels(
        job, bytes, header, reduced: size, result: uprightSize(size, header.orientation), &info)
    case .exact, .stored, .frames, .region, .recolor, .metadata, .sidecarEdits, .orientationEdits,
      .encode:
      let result = job.request.fittedSize(of: header.uprightSize)
      let denominator = JPEGScale.denominator(
        covering: uprightSize(result, header.orientation), of: header.size)
      return try JPEGFirstScan.runWithPreview(of: job, header) { job throws(DecodeFailure) in
        try decodePixels(
          job, job.bytes, header, reduced: JPEGScale.scaled(header.size, denominator),
          result: result, &info)
      }
    }
  }

  /// The answer with a preview at 1/8 scale of a progressive picture, from the DC coefficients of
  /// its first scan.
  ///
  /// - Returns: nil when a preview may have a finer scale than 1/8, or the first scan is not a DC
  ///   scan.
  static func firstScanPreview(
    _ job: DecodeJob, _ header: JPEGHeader
  ) throws(DecodeFailure) -> DecodeAnswer? {
    guard JPEGScale.denominator(within: previewExtent, of: header.size) == JPEGScale.dcDenominator,
      let first = JPEGFirstScan.sequentialJPEG(job.bytes, header)
    else { return nil }
    let size = JPEGScale.scaled(header.size, JPEGScale.dcDenominator)
    var info = info(header)
    return try decodePixels(
      job, first.bytes, header, reduced: size, result: uprightSize(size, header.orientation), &info)
  }

  /// The answer with a preview at 1/8 scale of a sequential picture, from its DC coefficients.
  ///
  /// - Returns: nil when a preview may have a finer scale than 1/8, or the picture is of another
  ///   kind or damaged.
  private static func dcPreview(
    _ job: DecodeJob, _ header: JPEGHeader, _ info: DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer? {
    guard JPEGScale.denominator(within: previewExtent, of: header.size) == JPEGScale.dcDenominator,
      let preview = JPEGDCPreview(job.bytes)
    else { return nil }
    return try answer(job, header, info, preview, uprightSize(preview.size, header.orientation))
  }

  /// The answer with a thumbnail of `size` of a sequential picture, from its DC coefficients. It
  /// differs from one that libjpeg decodes only in its chroma, which is not interpolated.
  ///
  /// - Returns: nil when the chroma has fewer samples than the thumbnail has pixels, or the picture
  ///   is of another kind or damaged.
  private static func dcThumbnail(
    _ job: DecodeJob, _ header: JPEGHeader, _ info: DecodeReply.Info, _ size: PixelSize
  ) throws(DecodeFailure) -> DecodeAnswer? {
    guard let preview = JPEGDCPreview(job.bytes) else { return nil }
    let chroma = uprightSize(preview.minComponentSize, header.orientation)
    guard chroma.width >= size.width, chroma.height >= size.height else { return nil }
    return try answer(job, header, info, preview, size)
  }

  private static func answer(
    _ job: DecodeJob, _ header: JPEGHeader, _ info: DecodeReply.Info, _ preview: JPEGDCPreview,
    _ size: PixelSize
  ) throws(DecodeFailure) -> DecodeAnswer? {
    try job.check(preview.size, format: .jpeg)
    let stride = preview.size.width * 4
    let memory = try PrivateMemory(byteCount: stride * preview.size.height)
    let buffer = PixelBuffer(size: preview.size, stride: stride, bytes: memory.bytes)
    guard preview.write(into: buffer) else { return nil }
    let result = try job.memory(for: size)
    try ParallelScaling.scale(
      PixelView(size: preview.size, stride: stride, bytes: memory.bytes),
      orientation: header.orientation, to: result.buffer)
    return DecodeAnswer(info, isOpaque: true, in: result)
  }

  /// Parses the header of the job's file.
  ///
  /// - Throws: `.damaged` when there is no picture, `.unsupported` for an unsupported kind of JPEG,
  ///   `.tooLarge` above the limits of the request.
  package static func header(_ job: DecodeJob) throws(DecodeFailure) -> JPEGHeader {
    let header = JPEGHeader(job.bytes)
    guard header.scanStart != nil else {
      throw DecodeFailure(.damaged, format: "JPEG", detail: "the file ends before the picture")
    }
    if let kind = header.unsupportedKind {
      throw DecodeFailure(.unsupported, format: "JPEG", detail: kind)
    }
    let factor = header.isProgressive ? 1 : streamingLimitFactor
    try job.check(header.size, format: .jpeg, limit: job.request.limits.pixels * factor)
    return header
  }

  /// The properties of the picture for the reply, from its header.
  package static func info(_ header: JPEGHeader) -> DecodeReply.Info {
    DecodeReply.Info(
      naturalSize: header.uprightSize, format: PictureFormat.jpeg.name,
      orientation: header.orientation, supportsRegions: header.componentCount < 4)
  }

  private static func thumbnailAnswer(
    _ job: DecodeJob, _ header: JPEGHeader, _ info: inout DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer {
    let result = job.request.fittedSize(of: header.uprightSize)
    let denominator = JPEGScale.denominator(
      covering: uprightSize(result, header.orientation), of: header.size)
    if denominator == JPEGScale.dcDenominator,
      let answer = try dcThumbnail(job, header, info, result)
    {
      return answer
    }
    // The first scan is enough at 1/8 scale: for 24 megapixels it takes 25 ms, all scans take 200
    // ms.
    if denominator == JPEGScale.dcDenominator,
      let first = JPEGFirstScan.sequentialJPEG(job.bytes, header, isKept: true)
    {
      return try decodePixels(
        job, first.bytes, header, reduced: JPEGScale.scaled(header.size, denominator),
        result: result, &info)
    }
    return try decodePixels(
      job, job.bytes, header, reduced: JPEGScale.scaled(header.size, denominator),
      result: result, &info)
  }

  private static func uprightSize(_ size: PixelSize, _ orientation: Orientation) -> PixelSize {
    orientation.swapsAxes ? size.transposed : size
  }

  private static func decodePixels(
    _ job: DecodeJob, _ bytes: PictureBytes, _ header: JPEGHeader, reduced: PixelSize,
    result: PixelSize, _ info: inout DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer {
    try job.check(reduced, format: .jpeg)
    if max(header.size.width, header.size.height) > maxSide {
      return try decodeInRegions(job, uprightSize(reduced, header.orientation), result)
    }
    let memory = try job.memory(for: result)
    let buffer = memory.buffer
    if job.mayUseAllProcessors,
      ParallelJPEG.decode(
        bytes, header, reduced: reduced, orientation: header.orientation, into: buffer)
    {
      return DecodeAnswer(info, isOpaque: true, in: memory)
    }
    if reduced == result, header.orientation == .up {
      let isOpaque = try decode(job, bytes, header, buffer, &info)
      return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
    }
    let stride = reduced.width * 4
    let between = try PrivateMemory(byteCount: stride * reduced.height)
    let stored = PixelBuffer(size: reduced, stride: stride, bytes: between.bytes)
    let isOpaque = try decode(job, bytes, header, stored, &info)
    try ParallelScaling.scale(
      PixelView(size: reduced, stride: stride, bytes: between.bytes),
      orientation: header.orientation, to: buffer)
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }

  /// Decodes a picture with a side that is too long for libjpeg, by regions.
  ///
  /// - Parameters:
  ///   - reduced: the upright size at which it is decoded.
  ///   - result: the size to which that is scaled.
  private static func decodeInRegions(
    _ job: DecodeJob, _ reduced: PixelSize, _ result: PixelSize
  ) throws(DecodeFailure) -> DecodeAnswer {
    let reader = try JPEGRegionReader(job)
    let stride = reduced.width * 4
    let between = try PrivateMemory(byteCount: stride * reduced.height)
    try reader.read(
      RegionRequest(whole: reduced, x: 0, y: 0),
      into: PixelBuffer(size: reduced, stride: stride, bytes: between.bytes),
      cmyk: job.cmykConversion)
    let memory = try job.memory(for: result)
    try ParallelScaling.scale(
      PixelView(size: reduced, stride: stride, bytes: between.bytes), orientation: .up,
      to: memory.buffer)
    return DecodeAnswer(reader.info, isOpaque: !reader.info.isTruncated, in: memory)
  }

  /// Decodes `bytes` into `buffer`, in stored orientation, and marks an incomplete picture in
  /// `info`.
  ///
  /// - Returns: false when an area is missing and left transparent.
  private static func decode(
    _ job: DecodeJob, _ bytes: PictureBytes, _ header: JPEGHeader, _ buffer: PixelBuffer,
    _ info: inout DecodeReply.Info
  ) throws(DecodeFailure) -> Bool {
    let end = ScanBudget(bytes, seconds: job.request.limits.seconds).firstScanBeyondBudget()
    do {
      let outcome = try decodeStored(
        end.map { bytes.part(0..<$0) } ?? bytes, header, buffer.size, buffer.bytes,
        stride: buffer.stride, cmyk: job.cmykConversion)
      info.isTruncated = isTruncated(job.bytes, header, outcome)
      let isOpaque = !clearMissingAreaIfAny(
        info, header, buffer.bytes, buffer.size, stride: buffer.stride)
      if end != nil { info.isTruncated = true }
      return isOpaque
    } catch {
      guard error.kind != .tooLarge, JPEGMissingArea.decodeBeforeError(bytes, header, buffer) else {
        throw error
      }
      info.isTruncated = true
      return false
    }
  }

  /// Makes the missing area of a truncated picture transparent.
  ///
  /// - Returns: whether there was one; a progressive picture has none from its first scan on.
  private static func clearMissingAreaIfAny(
    _ info: DecodeReply.Info, _ header: JPEGHeader, _ pixels: UnsafeMutableRawPointer,
    _ size: PixelSize, stride: Int
  ) -> Bool {
    info.isTruncated && header.componentCount < 4
      && JPEGMissingArea.clearIfAny(pixels, size: size, stride: stride)
  }

  /// Decodes a JPEG of any colour space to opaque BGRA in stored orientation, reduced to `size`.
  ///
  /// - Parameter conversion: the ICC conversion of CMYK; when it is nil, ideal inks are assumed.
  /// - Throws: the failure of libjpeg-turbo when it gives no pixels.
  package static func decodeStored(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ size: PixelSize,
    _ out: UnsafeMutableRawPointer, stride: Int, cmyk conversion: ColorConversion? = nil
  ) throws(DecodeFailure) -> TurboJPEG.Outcome {
    let isCMYK = header.componentCount == 4
    // After a warning, libjpeg-turbo reports an error as a warning only. A first pixel that was
    // never written reveals the error.
    out.storeBytes(of: 0, as: UInt32.self)
    let outcome = try TurboJPEG().decode(
      bytes, size: size, isCMYK: isCMYK, into: out, stride: stride)
    if case .warned(let message) = outcome, !isCMYK, out.load(as: UInt32.self) == 0 {
      throw LoaderMessages.failure(forMessage: message, .jpeg)
    }
    if isCMYK, let conversion {
      conversion.convert(cmyk: PixelBuffer(size: size, stride: stride, bytes: out))
    } else if isCMYK {
      for y in 0..<size.height {
        let row = out + y * stride
        PixelConversion.convertToOpaque(
          cmyk: UnsafePointer(row.assumingMemoryBound(to: UInt8.self)),
          inverted: true, count: size.width, into: row)
      }
    }
    return outcome
  }

  // libjpeg-turbo warns of many harmless defects, and reports only the first, so a warning counts
  // as truncation only without an EOI marker.
  package static func isTruncated(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ outcome: TurboJPEG.Outcome
  ) -> Bool {
    guard case .warned = outcome else { return false }
    return !bytes.hasEndOfImage(after: header.scanStart ?? 0)
  }
}
