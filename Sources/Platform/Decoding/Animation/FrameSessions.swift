import CLinux
public import DecoderWire
import Geometry
import Pixels

/// The animations that are being played, each where it was left: the next frame costs one frame.
public final class FrameSessions {
  /// Most animations that are remembered: the one that is seen and those it was just left for.
  private static let most = 3
  /// Most bytes of canvases that are kept for animations that are not being decoded.
  private static let mostBytes = 256 << 20
  /// A canvas is kept for as long as an animation is played, so it may be smaller than a picture:
  /// this share of the limit.
  private static let canvasShare = 4

  private var sessions: [Session] = []

  private let conversions: ColorConversions

  /// Remembers none.
  ///
  /// - Parameter conversions: those that are known; others are added.
  public init(_ conversions: ColorConversions = ColorConversions()) {
    self.conversions = conversions
  }

  private final class Session {
    let animation: UInt64
    let file: PictureFile
    let format: PictureFormat
    /// Reads the file for as long as it is asked for pictures.
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

    /// A canvas, and as much again for what a frame hides or a library keeps.
    var byteCount: Int { (stream.size.area ?? 0) * 8 }
  }

  /// Answers a request for frames.
  ///
  /// - Parameters:
  ///   - file: the animation; looked at only when the animation is not known.
  ///   - givenMemory: memory of the viewer for the result, or -1.
  ///   - profile: the profile of the display, or -1. All descriptors stay the caller's.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor the caller owns.
  public func answer(
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
    // Room first: a file that goes is not watched any more, and with it the one watched since.
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
