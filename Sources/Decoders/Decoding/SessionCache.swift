import CLinux
import ColorManagement
import DecodeJobs
import DecoderWire
import DecodingSupport
import PictureMetadata

/// A cache of open pictures about which a helper answers many requests. Each picture has a reader
/// that keeps its state between requests.
struct SessionCache<Reader> {
  /// An open picture with its reader.
  final class Session {
    fileprivate let id: UInt64
    fileprivate let fileStamp: FileStamp?
    /// The picture of the file, and its exposure, that the reader was made for.
    fileprivate let choice: PictureChoice
    fileprivate let file: PictureFile
    /// The reader of the picture, which uses the bytes of the mapped file as long as it lives.
    let reader: Reader
    let format: PictureFormat
    fileprivate let colors: PictureColorSpace

    fileprivate init(
      _ id: UInt64, _ fileStamp: FileStamp?, _ choice: PictureChoice, _ file: consuming PictureFile,
      _ reader: Reader,
      _ format: PictureFormat, _ colors: PictureColorSpace
    ) {
      self.id = id
      self.fileStamp = fileStamp
      self.choice = choice
      self.file = file
      self.reader = reader
      self.format = format
      self.colors = colors
    }
  }

  /// The descriptors that come with a request; −1 for none. The caller keeps ownership of them.
  struct Descriptors {
    /// The descriptor of the picture; used only when the picture is not open yet, or has changed
    /// since.
    let file: Int32
    /// The descriptor of the viewer's memory for the result.
    let memoryDescriptor: Int32
    /// The descriptor of the display's ICC profile.
    let profile: Int32
  }

  /// Maximum number of open pictures: enough for the visible one and its neighbours.
  private let maxSessions = 3
  /// Maximum size in bytes of the state of all readers; above it, pictures are closed before
  /// another one is opened.
  private let maxBytes = 256 << 20

  private let conversions: ColorConversionCache
  private let byteCount: (Reader) -> Int
  /// The open pictures, the most recently used last.
  private var sessions: [Session] = []

  /// Makes a cache without open pictures.
  ///
  /// - Parameters:
  ///   - conversions: the cache of colour conversions to use.
  ///   - byteCount: the size in bytes of a reader's state.
  init(_ conversions: ColorConversionCache, byteCount: @escaping (Reader) -> Int) {
    self.conversions = conversions
    self.byteCount = byteCount
  }

  /// Answers a request about a picture, which is opened when it is not open yet, and closed after a
  /// failure.
  ///
  /// - Parameters:
  ///   - id: the identifier of the picture; a picture with identifier 0 is closed after the answer.
  ///   - open: makes the reader, and the colour space; nil means the one that the file states.
  ///   - make: makes the answer.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor that the caller owns.
  mutating func answer(
    _ request: DecodeRequest, _ id: UInt64, _ input: Descriptors,
    open: (DecodeJob, PictureFormat) throws(DecodeFailure) -> (Reader, PictureColorSpace?),
    make: (DecodeJob, Session) throws(DecodeFailure) -> DecodeAnswer
  ) -> (reply: DecodeReply, descriptor: Int32?) {
    do {
      let session = try session(for: request, id, input.file, open)
      let answer = try answer(request, session, input, make)
      if id == 0 { sessions.removeAll { $0.id == id } }
      return (DecodeReply(id: request.id, result: answer.result), answer.descriptor)
    } catch {
      sessions.removeAll { $0.id == id }
      return (DecodeReply(id: request.id, result: .failed(error)), nil)
    }
  }

  private func answer(
    _ request: DecodeRequest, _ session: Session, _ input: Descriptors,
    _ make: (DecodeJob, Session) throws(DecodeFailure) -> DecodeAnswer
  ) throws(DecodeFailure) -> DecodeAnswer {
    session.file.watchForTruncation()
    var job = DecodeJob(
      request: request, bytes: session.file.bytes, memoryDescriptor: input.memoryDescriptor)
    (job.displayProfileDescriptor, job.colors, job.conversions) = (
      input.profile, session.colors, conversions
    )
    let answer: DecodeAnswer
    do {
      answer = try make(job, session).addingIfUnnamed(profileName: session.colors.name)
    } catch {
      throw session.file.truncationFailure ?? error
    }
    if let failure = session.file.truncationFailure {
      answer.closeDescriptor()
      throw failure
    }
    return answer
  }

  private mutating func session(
    for request: DecodeRequest, _ id: UInt64, _ file: Int32,
    _ open: (DecodeJob, PictureFormat) throws(DecodeFailure) -> (Reader, PictureColorSpace?)
  ) throws(DecodeFailure) -> Session {
    let fileStamp = FileStamp(file)
    if let index = sessions.firstIndex(where: { $0.id == id }) {
      let known = sessions.remove(at: index)
      if fileStamp == nil || known.fileStamp == fileStamp, known.choice == request.choice {
        sessions.append(known)
        return known
      }
    }
    // Pictures must be closed before another is opened: unmapping a file ends the watch for
    // truncation of the file that was mapped last.
    makeRoom()
    let opened = try PictureFile(descriptor: file, limits: request.limits)
    guard let format = FormatSniffer.format(of: opened.bytes, name: request.nameHint) else {
      throw DecodeFailure(.unknownFormat)
    }
    let job = DecodeJob(request: request, bytes: opened.bytes, memoryDescriptor: -1)
    let (reader, colors): (Reader, PictureColorSpace?)
    do { (reader, colors) = try open(job, format) } catch {
      throw opened.truncationFailure ?? error
    }
    let session = Session(
      id, fileStamp, request.choice, opened, reader, format,
      colors ?? PictureColorSpace.read(job.bytes, format, leaf: request.leaf))
    sessions.append(session)
    return session
  }

  private mutating func makeRoom() {
    while sessions.count >= maxSessions
      || sessions.reduce(0, { $0 + byteCount($1.reader) }) > maxBytes, !sessions.isEmpty
    {
      sessions.removeFirst()
    }
  }
}

/// The identity and version of a file: equal stamps mean that the file has not changed.
private struct FileStamp: Equatable {
  private let statusFields: [Int]

  init?(_ descriptor: Int32) {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
    statusFields = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
    ]
  }
}
