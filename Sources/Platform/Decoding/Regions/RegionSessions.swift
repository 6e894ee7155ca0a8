import CLinux
public import DecoderWire
import Pixels

/// The pictures whose parts are being looked at, each with where things are in its file.
public final class RegionSessions {
  /// Most pictures that are remembered: the one that is seen and its neighbours.
  private static let most = 3
  /// Most bytes that are remembered of pictures that are not being read.
  private static let mostBytes = 256 << 20

  private var sessions: [Session] = []

  private let conversions: ColorConversions

  /// Remembers none.
  ///
  /// - Parameter conversions: those that are known; others are added.
  public init(_ conversions: ColorConversions = ColorConversions()) {
    self.conversions = conversions
  }

  private final class Session {
    let picture: UInt64
    let stamp: FileStamp
    let file: PictureFile
    /// Reads the file for as long as it is asked for parts.
    let reader: any RegionReader
    let colors: PictureColors

    init(
      _ picture: UInt64, _ stamp: FileStamp, _ file: consuming PictureFile,
      _ reader: any RegionReader, _ colors: PictureColors
    ) {
      self.picture = picture
      self.stamp = stamp
      self.file = file
      self.reader = reader
      self.colors = colors
    }
  }

  /// Answers a request for a part.
  ///
  /// - Parameters:
  ///   - file: the picture; opened when it is not known, or another file than the one that is.
  ///   - givenMemory: memory of the viewer for the result, or -1.
  ///   - profile: the profile of the display, or -1. All descriptors stay the caller's.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor the caller owns.
  public func answer(
    _ request: DecodeRequest, file: Int32, givenMemory: Int32, profile: Int32 = -1
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    let answer: DecodeAnswer
    do { answer = try part(request, file, givenMemory, profile) } catch {
      sessions.removeAll { $0.picture == request.region?.picture }
      return (DecodeReply(id: request.id, result: .failed(error)), nil)
    }
    if request.region?.picture == 0 { sessions.removeAll { $0.picture == 0 } }
    return (DecodeReply(id: request.id, result: answer.result), answer.descriptor)
  }

  private func part(
    _ request: DecodeRequest, _ file: Int32, _ givenMemory: Int32, _ profile: Int32
  ) throws(DecodeFailure) -> DecodeAnswer {
    let session = try session(for: request, file: file)
    session.file.watch()
    var job = DecodeJob(request: request, bytes: session.file.bytes, givenMemory: givenMemory)
    (job.profile, job.colors, job.conversions) = (profile, session.colors, conversions)
    let answer: DecodeAnswer
    do {
      answer = try RegionAnswer.make(job, session.reader).told(profile: session.colors.name)
    } catch {
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
    let picture = request.region?.picture ?? 0
    let stamp = FileStamp(file)
    if let index = sessions.firstIndex(where: { $0.picture == picture }) {
      let known = sessions.remove(at: index)
      if stamp == nil || known.stamp == stamp {
        sessions.append(known)
        return known
      }
    }
    guard let stamp else { throw DecodeFailure(.unreadable, detail: SystemError.message) }
    // Room first: a file that goes is not watched any more, and with it the one watched since.
    makeRoom()
    let opened = try PictureFile(descriptor: file, limits: request.limits)
    let job = DecodeJob(request: request, bytes: opened.bytes, givenMemory: -1)
    let reader: any RegionReader
    let colors: PictureColors
    do { (reader, colors) = try Self.reader(job) } catch { throw opened.loss ?? error }
    let session = Session(picture, stamp, opened, reader, colors)
    sessions.append(session)
    return session
  }

  private func makeRoom() {
    while sessions.count >= Self.most
      || sessions.reduce(0, { $0 + $1.reader.byteCount }) > Self.mostBytes, !sessions.isEmpty
    {
      sessions.removeFirst()
    }
  }

  private static func reader(
    _ job: DecodeJob
  ) throws(DecodeFailure) -> (any RegionReader, PictureColors) {
    guard let format = FormatSniffer.format(of: job.bytes, name: job.request.nameHint) else {
      throw DecodeFailure(.unknownFormat)
    }
    let colors = PictureColors.read(job.bytes, format)
    switch format {
    case .jpeg: return (try JPEGRegions(job), colors)
    case .png: return (try PNGRegions(job), colors)
    case .tiff: return (try TIFFRegions(job), colors)
    case .svg: return (try VectorRegions(job), colors)
    default:
      throw DecodeFailure(.unsupported, format: format.name, detail: "it has no parts")
    }
  }
}

extension PictureFormat {
  /// True when parts of its pictures can be read without all of one in memory; not so those of
  /// interlaced PNGs, and of a TIFF that is packed as one.
  var hasParts: Bool { [.jpeg, .png, .tiff, .svg].contains(self) }
}

/// Whether a file is still the one that was opened.
private struct FileStamp: Equatable {
  private let words: [Int]

  init?(_ descriptor: Int32) {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
    words = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
    ]
  }
}
