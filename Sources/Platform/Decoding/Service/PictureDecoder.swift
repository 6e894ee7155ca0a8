import CLinux
public import DecoderWire
import Pixels

/// One picture: bytes in, an answer out. The only door to the loaders.
public enum PictureDecoder {
  /// Decodes what `file` is open on.
  ///
  /// - Parameters:
  ///   - givenMemory: memory of the viewer for the result, or -1. Both descriptors stay the caller's.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor the caller owns.
  public static func decode(
    _ request: DecodeRequest, file: Int32, givenMemory: Int32 = -1
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    if request.purpose == .frames {
      return FrameSessions().answer(request, file: file, givenMemory: givenMemory)
    }
    let answer: DecodeAnswer
    do {
      let picture = try PictureFile(descriptor: file, limits: request.limits)
      answer = try decode(
        picture, DecodeJob(request: request, bytes: picture.bytes, givenMemory: givenMemory))
    } catch {
      return (DecodeReply(id: request.id, result: .failed(error)), nil)
    }
    return (DecodeReply(id: request.id, result: answer.result), answer.descriptor)
  }

  /// Zeros in the place of what a file has lost look like damage, or like nothing at all: the loss
  /// is what there is to tell.
  private static func decode(
    _ picture: borrowing PictureFile, _ job: DecodeJob
  ) throws(DecodeFailure) -> DecodeAnswer {
    let answer: DecodeAnswer
    do { answer = try decode(job) } catch { throw picture.loss ?? error }
    if let loss = picture.loss {
      answer.close()
      throw loss
    }
    return answer
  }

  private static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    switch job.request.purpose {
    case .stored: return try StoredThumbnailDecoder.decode(job)
    case .encode: return try PNGEncoder.encode(job)
    case .thumbnail: return try picture(job).asThumbnail
    case .probe, .preview, .exact, .embedded, .frames, .region: return try picture(job)
    }
  }

  private static func picture(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    guard let format = FormatSniffer.format(of: job.bytes, name: job.request.nameHint) else {
      throw DecodeFailure(.unknownFormat)
    }
    if job.request.purpose == .region, format != .svg {
      throw DecodeFailure(.unsupported, format: format.name, detail: "it has pixels of its own")
    }
    if job.request.purpose == .embedded, format != .jpeg { throw .nothingEmbedded(format) }
    return try decode(job, format)
  }

  /// Decodes a picture whose type is known.
  static func decode(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> DecodeAnswer {
    switch format {
    case .jpeg: try JPEGDecoder.decode(job)
    case .png: try PNGDecoder.decode(job)
    case .gif: try GIFDecoder.decode(job)
    case .ico: try IconDecoder.decode(job)
    case .ani, .qtif: try WrappedPicture.decode(job, format)
    case .xbm: try XBMDecoder.decode(job)
    case .xpm: try XPMDecoder.decode(job)
    case .qoi: try QOIDecoder.decode(job)
    case .svg: try VectorDecoder.decode(job)
    default: try PixbufDecoder.decode(job, format)
    }
  }
}

extension DecodeFailure {
  /// There is no embedded preview; says nothing about the picture.
  static func nothingEmbedded(_ format: PictureFormat) -> DecodeFailure {
    DecodeFailure(.empty, format: format.name, detail: "no embedded preview")
  }
}
