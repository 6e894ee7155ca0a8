import AnimationDecoding
package import ColorManagement
import DecodeJobs
package import DecoderWire
import DecodingSupport
import JXLDecoding
import PNGDecoding
import PictureMetadata
import Pixels
import WebPDecoding

/// The decoders of the animations that are being played, kept so that the next frame costs the
/// decoding of one frame.
package final class FrameSessions {
  /// Divisor of the pixel limit for the canvas of an animation: it is held as long as the animation
  /// is played, so it must be smaller than a picture may be.
  private static let canvasDivisor = 4

  private var cache: SessionCache<any FrameStream>

  /// Makes the collection without any animations.
  ///
  /// - Parameter conversions: the cache of colour conversions to use.
  package init(_ conversions: ColorConversionCache = ColorConversionCache()) {
    // A decoder keeps its canvas, and about as much memory again for saved pixels or for its
    // library.
    cache = SessionCache(conversions) { ($0.size.area ?? 0) * ($0.exceedsEightBits ? 16 : 8) }
  }

  /// Answers a request for frames of an animation.
  ///
  /// - Parameters:
  ///   - file: the descriptor of the animation, which is opened when it is not open yet, or open
  ///     from another file.
  ///   - memoryDescriptor: the descriptor of the viewer's memory for the result, or -1.
  ///   - profile: the descriptor of the display's ICC profile, or -1. The caller keeps ownership of
  ///     all descriptors.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor that the caller owns.
  package func answer(
    _ request: DecodeRequest, file: Int32, memoryDescriptor: Int32, profile: Int32 = -1
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    cache.answer(
      request, request.frames?.animationID ?? 0,
      SessionCache.Descriptors(file: file, memoryDescriptor: memoryDescriptor, profile: profile)
    ) { job, format throws(DecodeFailure) in
      let stream = try Self.stream(job, format)
      return (stream, stream.colors)
    } make: { job, session throws(DecodeFailure) in
      try FrameAnswerBuilder(job, session.reader, session.format).make()
    }
  }

  private static func stream(
    _ job: DecodeJob, _ format: PictureFormat
  ) throws(DecodeFailure) -> any FrameStream {
    let limits = job.request.limits
    if let size = PictureSizeInHeader.size(of: job.bytes, format) {
      try job.check(size, format: format, limit: limits.pixels / canvasDivisor)
      try job.checkPlausible(size, format: format)
    }
    switch format {
    case .gif: return try FrameComposer(GIFFrames(job.bytes, limits: limits))
    case .png: return try FrameComposer(PNGFrames(job.bytes, limits: limits))
    case .webp: return try WebPFrames(job.bytes, limits: limits)
    case .jpegXL: return try JXLFrames(job, limit: limits.pixels / canvasDivisor)
    default:
      throw DecodeFailure(.unsupported, format: format.name, detail: "its frames are not played")
    }
  }
}
