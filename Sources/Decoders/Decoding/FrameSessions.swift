import AnimationDecoding
import CLinux
package import ColorManagement
import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import JXLDecoding
import PNGDecoding
import PictureMetadata
import Pixels
import WebPDecoding

/// The decoders of the animations being played. Each keeps its state, so that the next frame costs
/// one frame.
package final class FrameSessions {
  /// Maximum number of animations: the visible one and those left just before.
  private static let most = 3
  /// Maximum size of all canvases in bytes when a further animation is opened.
  private static let mostBytes = 256 << 20
  /// Divisor of the pixel limit for a canvas: it is held as long as an animation plays, so it must
  /// be smaller than a picture may be.
  private static let canvasShare = 4

  private var sessions: [Session] = []

  private let conversions: ColorConversions

  /// Makes an empty collection.
  ///
  /// - Parameter conversions: the cache of colour conversions to use.
  package init(_ conversions: ColorConversions = ColorConversions()) {
    self.conversions = conversions
  }

  private final class Session {
    let animation: UInt64
    let file: PictureFile
    let format: PictureFormat
    /// Reads from the file while it lives.
    let stream: any FrameStream
    let colors: PictureColors

    init(
      _ animation: UInt64, _ file: consuming PictureFile, _ format: PictureFormat,
      _ stream: any FrameStream
    ) {
      self.animation = animation
      self.file = file
      self.format = format
      self.stream = stream
      colors = stream.colors ?? PictureColors.read(self.file.bytes, format)
    }

    /// Size of a canvas, and the same again for saved pixels or the library's own memory, in bytes.
    var byteCount: Int { (stream.size.area ?? 0) * 8 }
  }

  /// Answers a request for frames.
  ///
  /// - Parameters:
  ///   - file: the animation; used only when the animation is not open yet.
  ///   - givenMemory: memory of the viewer for the result, or -1.
  ///   - profile: the ICC profile of the display, or -1. The caller keeps ownership of all
  ///     descriptors.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor that the caller owns.
  package func answer(
    _ request: DecodeRequest, file: Int32, givenMemory: Int32, profile: Int32 = -1
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    do {
      let session = try session(for: request, file: file)
      session.file.watch()
      let answer = try frames(session, request, givenMemory, profile)
        .told(profile: session.colors.name)
      return (DecodeReply(id: request.id, result: answer.result), answer.descriptor)
    } catch {
      sessions.removeAll { $0.animation == request.frames?.animation }
      return (DecodeReply(id: request.id, result: .failed(error)), nil)
    }
  }

  private func frames(
    _ session: Session, _ request: DecodeRequest, _ givenMemory: Int32, _ profile: Int32
  ) throws(DecodeFailure) -> DecodeAnswer {
    var job = DecodeJob(request: request, bytes: session.file.bytes, givenMemory: givenMemory)
    (job.profile, job.colors, job.conversions) = (profile, session.colors, conversions)
    let answer: DecodeAnswer
    do { answer = try FrameAnswer(job, session.stream, session.format).make() } catch {
      throw session.file.loss ?? error
    }
    if let loss = session.file.loss {
      answer.close()
      throw loss
    }
    return answer
  }

  private func session(
    for request: DecodeRequest, file: Int32
  ) throws(DecodeFailure) -> Session {
    let animation = request.frames?.animation ?? 0
    if let index = sessions.firstIndex(where: { $0.animation == animation }) {
      let known = sessions.remove(at: index)
      sessions.append(known)
      return known
    }
    // Eviction must come first: a file that is closed ends the watch of the file that was opened
    // last.
    makeRoom()
    let opened = try PictureFile(descriptor: file, limits: request.limits)
    guard let format = FormatSniffer.format(of: opened.bytes, name: request.nameHint) else {
      throw DecodeFailure(.unknownFormat)
    }
    let stream = try Self.stream(format, opened.bytes, request)
    let session = Session(animation, opened, format, stream)
    sessions.append(session)
    return session
  }

  private func makeRoom() {
    while sessions.count >= Self.most
      || sessions.reduce(0, { $0 + $1.byteCount }) > Self.mostBytes, !sessions.isEmpty
    {
      sessions.removeFirst()
    }
  }

  private static func stream(
    _ format: PictureFormat, _ bytes: PictureBytes, _ request: DecodeRequest
  ) throws(DecodeFailure) -> any FrameStream {
    let job = DecodeJob(request: request, bytes: bytes, givenMemory: -1)
    if let size = HeaderSize.size(of: bytes, format) {
      try job.check(size, format: format, limit: request.limits.pixels / canvasShare)
      try job.checkPlausible(size, format: format)
    }
    switch format {
    case .gif: return try FrameComposer(GIFFrames(bytes, limits: request.limits))
    case .png: return try FrameComposer(PNGFrames(bytes, limits: request.limits))
    case .webp: return try WebPFrames(bytes, limits: request.limits)
    case .jpegXL: return try JXLFrames(job)
    default:
      throw DecodeFailure(.unsupported, format: format.name, detail: "its frames are not played")
    }
  }
}
