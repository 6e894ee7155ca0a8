import CLinux
package import ColorManagement
import DecodeJobs
package import DecoderWire
import DecodingSupport
import JPEGDecoding
import PNGDecoding
import PictureMetadata
import Pixels
import TIFFDecoding
import VectorDecoding

/// The readers of the pictures whose regions are being requested. Each keeps its state between
/// requests.
package final class RegionSessions {
  /// Maximum number of pictures: the visible one and its neighbours.
  private static let most = 3
  /// Maximum size in bytes of the kept state when a further picture is opened.
  private static let mostBytes = 256 << 20

  private var sessions: [Session] = []

  private let conversions: ColorConversions

  /// Makes an empty collection.
  ///
  /// - Parameter conversions: the cache of colour conversions to use.
  package init(_ conversions: ColorConversions = ColorConversions()) {
    self.conversions = conversions
  }

  private final class Session {
    let picture: UInt64
    let stamp: FileStamp
    let file: PictureFile
    /// Reads from the file while it lives.
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

  /// Answers a request for a region.
  ///
  /// - Parameters:
  ///   - file: the picture; opened when it is not open yet, or another file than the open one.
  ///   - givenMemory: memory of the viewer for the result, or -1.
  ///   - profile: the ICC profile of the display, or -1. The caller keeps ownership of all
  ///     descriptors.
  /// - Returns: the reply and, with pixels in new memory, a sealed descriptor that the caller owns.
  package func answer(
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
    // Eviction must come first: a file that is closed ends the watch of the file that was opened
    // last.
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
  /// Whether regions of the format can be read without the whole picture in memory. Exceptions are
  /// interlaced PNGs, and TIFFs that are compressed as one piece.
  var supportsRegions: Bool { [.jpeg, .png, .tiff, .svg].contains(self) }
}

/// The identity and version of a file: equal for a file that has not changed since it was opened.
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
