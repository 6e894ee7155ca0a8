import CLinux
import DecoderWire
import Pixels

/// The thumbnails to be written to the shared cache, and the writer thread.
///
/// Compression and writing happen in the viewer, because other programs parse the files without
/// confinement, and a helper is not trusted to write well-formed files.
@MainActor
struct PendingThumbnails {
  /// The bytes of waiting pixels above which thumbnails are written although others are still being
  /// made.
  private static let maxWaitingBytes = 16 << 20
  /// The minimum age in seconds of a file whose thumbnail is stored. A file that is still being
  /// written may change again within the one-second resolution of `Thumb::MTime`.
  private static let settled: Int64 = 2

  /// The number of files sent to the writer.
  private(set) var sent = 0
  private let shared: SharedThumbnails?
  private let writer = ThumbnailWriter()
  private var waiting: [(entry: ThumbnailEntry, bitmap: Bitmap)] = []
  private var bytes = 0

  /// Makes an empty list; without a cache nothing is added to it.
  init(_ shared: SharedThumbnails?) { self.shared = shared }

  /// Whether so many thumbnails wait that they must be written now.
  var mustBeWritten: Bool { bytes > Self.maxWaitingBytes }
  /// Whether all thumbnails have been sent to the writer.
  var hasSentAll: Bool { waiting.isEmpty }
  /// Whether all thumbnails have been written.
  var hasWrittenAll: Bool { waiting.isEmpty && writer.isIdle }

  /// Adds a thumbnail, if it is useful for other programs: of the full size of its folder, smaller
  /// than the picture, and showing the whole picture.
  mutating func add(
    _ thumbnail: Thumbnail, _ info: DecodeReply.ThumbnailInfo, of identity: FileIdentity,
    _ size: ThumbnailSize
  ) {
    let box = PixelSize(width: size.side, height: size.side)
    let exact = DecodeRequest(id: 0, kind: .exact, target: box)
    guard info.source != .stored, info.source != .decodedTruncated,
      let natural = thumbnail.naturalSize,
      max(natural.width, natural.height) > size.side,
      thumbnail.bitmap.size == exact.fittedSize(of: natural),
      let entry = entry(identity, size, natural: natural, format: info.format)
    else { return }
    waiting.append((entry, thumbnail.bitmap))
    bytes += thumbnail.bitmap.byteCount
  }

  /// Writes a failure entry for a picture that has failed permanently. Missing loaders are
  /// excluded, as one may be installed later, and pictures beyond a limit, which may be raised; so
  /// are empty files, which fail quickly anyway.
  mutating func addFailure(
    _ failure: DecodeFailure, of identity: FileIdentity, _ size: ThumbnailSize
  ) {
    guard ![.missingLoader, .tooLarge, .empty].contains(failure.kind),
      let entry = entry(identity, size, natural: nil, format: "")
    else { return }
    sent += 1
    writer.write(entry, .failure)
  }

  private func entry(
    _ identity: FileIdentity, _ size: ThumbnailSize, natural: PixelSize?, format: String
  ) -> ThumbnailEntry? {
    guard let shared, let uri = shared.uri(of: identity.path),
      identity.seconds < Int64(time(nil)) - Self.settled
    else { return nil }
    return ThumbnailEntry(
      shared: shared, identity: identity, uri: uri, size: size, natural: natural, format: format)
  }

  /// Sends all waiting thumbnails to the writer.
  mutating func write() {
    for (entry, bitmap) in waiting { writer.write(entry, .picture(bitmap)) }
    sent += waiting.count
    (waiting, bytes) = ([], 0)
  }

  /// Ends the writer and removes its unfinished file. Waiting thumbnails are dropped.
  func end() { writer.end() }
}
