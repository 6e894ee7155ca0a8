import DecoderWire
import Geometry
import Pixels
import Resampling

/// JPEG by libjpeg-turbo: reduced while it is decoded, scaled and turned in one more step.
enum JPEGDecoder {
  /// A baseline picture is never held whole, so it may be this much larger than the limit.
  private static let unheldFactor = 4
  /// Pixels of the longer side that make a preview recognisable.
  private static let previewExtent = 512

  static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let header = JPEGHeader(job.bytes)
    guard let scanStart = header.scanStart else {
      throw DecodeFailure(.damaged, format: "JPEG", detail: "the file ends before the picture")
    }
    guard !header.isLossless, header.precision == 8 else {
      let what = header.isLossless ? "lossless" : "\(header.precision) bits a sample"
      throw DecodeFailure(.unsupported, format: "JPEG", detail: what)
    }
    let factor = header.isProgressive ? 1 : unheldFactor
    try job.check(header.size, format: .jpeg, limit: job.request.limits.pixels * factor)
    var info = DecodeReply.Info(
      naturalSize: header.uprightSize, format: PictureFormat.jpeg.name,
      orientation: header.orientation)
    switch job.request.purpose {
    case .probe:
      return DecodeAnswer(.info(info))
    case .thumbnail:
      if let answer = try JPEGThumbnail.decode(job, header, info) { return answer }
      return try thumbnail(job, header, &info)
    case .preview, .embedded:
      if let answer = try JPEGThumbnail.decode(job, header, info) { return answer }
      if job.request.purpose == .embedded { throw .nothingEmbedded(.jpeg) }
      let denominator = JPEGScale.within(previewExtent, of: header.size)
      let size = JPEGScale.scaled(header.size, denominator)
      // The first scan of a progressive picture alone is already recognisable.
      let end = header.isProgressive ? job.bytes.scanEnd(from: scanStart) : nil
      let bytes = end.map { job.bytes.part(0..<$0) } ?? job.bytes
      return try pixels(
        job, bytes, header, reduced: size, result: upright(size, header.orientation), &info)
    case .exact, .stored, .encode, .frames, .region:
      let result = job.request.fittedSize(of: header.uprightSize)
      let denominator = JPEGScale.covering(
        upright(result, header.orientation), of: header.size)
      return try pixels(
        job, job.bytes, header, reduced: JPEGScale.scaled(header.size, denominator),
        result: result, &info)
    }
  }

  private static func thumbnail(
    _ job: DecodeJob, _ header: JPEGHeader, _ info: inout DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer {
    let result = job.request.fittedSize(of: header.uprightSize)
    let denominator = JPEGScale.covering(
      upright(result, header.orientation), of: header.size)
    // An eighth is made of one coefficient a block: all of them are in the first scan of a
    // progressive picture, but for a last bit nobody sees. 24 megapixels take 140 ms instead of
    // 240.
    let isMeans = header.isProgressive && denominator == JPEGScale.ofMeans
    let end = isMeans ? job.bytes.meansEnd(header) : nil
    return try pixels(
      job, end.map { job.bytes.part(0..<$0) } ?? job.bytes, header,
      reduced: JPEGScale.scaled(header.size, denominator), result: result, &info)
  }

  private static func upright(_ size: PixelSize, _ orientation: Orientation) -> PixelSize {
    orientation.swapsAxes ? size.transposed : size
  }

  private static func pixels(
    _ job: DecodeJob, _ bytes: PictureBytes, _ header: JPEGHeader, reduced: PixelSize,
    result: PixelSize, _ info: inout DecodeReply.Info
  ) throws(DecodeFailure) -> DecodeAnswer {
    try job.check(reduced, format: .jpeg)
    let memory = try job.memory(for: result)
    if reduced == result, header.orientation == .up {
      let buffer = memory.buffer
      let outcome = try stored(bytes, header, reduced, buffer.bytes, stride: buffer.stride)
      info.isTruncated = isTruncated(job.bytes, header, outcome)
      let isOpaque = !clearsRest(info, header, buffer.bytes, reduced, stride: buffer.stride)
      return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
    }
    let stride = reduced.width * 4
    let between = try PrivateMemory(byteCount: stride * reduced.height)
    let outcome = try stored(bytes, header, reduced, between.bytes, stride: stride)
    info.isTruncated = isTruncated(job.bytes, header, outcome)
    let isOpaque = !clearsRest(info, header, between.bytes, reduced, stride: stride)
    try ParallelScaling.scale(
      PixelView(size: reduced, stride: stride, bytes: between.bytes),
      orientation: header.orientation, to: memory.buffer)
    return DecodeAnswer(info, isOpaque: isOpaque, in: memory)
  }

  /// True when a part of a cut picture was missing, and is transparent. A progressive one is there
  /// from its first scan on.
  private static func clearsRest(
    _ info: DecodeReply.Info, _ header: JPEGHeader, _ pixels: UnsafeMutableRawPointer,
    _ size: PixelSize, stride: Int
  ) -> Bool {
    info.isTruncated && header.components < 4
      && JPEGRest.clear(pixels, size: size, stride: stride)
  }

  /// Decodes to opaque BGRA as stored, whatever the colours of the file are.
  static func stored(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ size: PixelSize,
    _ out: UnsafeMutableRawPointer, stride: Int
  ) throws(DecodeFailure) -> TurboJPEG.Outcome {
    let inks = header.components == 4
    let outcome = try TurboJPEG().decode(bytes, size: size, inks: inks, into: out, stride: stride)
    if inks {
      for y in 0..<size.height {
        let row = out + y * stride
        PixelConversion.opaque(
          cmyk: UnsafePointer(row.assumingMemoryBound(to: UInt8.self)),
          inverted: header.hasAdobeMarker, count: size.width, into: row)
      }
    }
    return outcome
  }

  // The library warns of many harmless things, and only of the first one it meets.
  private static func isTruncated(
    _ bytes: PictureBytes, _ header: JPEGHeader, _ outcome: TurboJPEG.Outcome
  ) -> Bool {
    guard case .warned = outcome else { return false }
    return !bytes.hasEndOfImage(after: header.scanStart ?? 0)
  }
}
