import CLinux
import DecoderWire
import Pixels

/// The new thumbnails that are to be written to the shared cache, and their writer thread.
///
/// Compression and writing happen in the viewer, because other programs parse the files without
/// confinement, and a helper is not trusted to write well-formed files.
@MainActor
struct UnwrittenThumbnails {
  /// The size in bytes of waiting pixels above which thumbnails are written although others are
  /// still being made.
  private static let maxWaitingBytes = 16 << 20
  /// The minimum time in seconds since a picture file was modified for its thumbnail to be stored.
  /// A file that is still being written may change again within the one-second resolution of
  /// `Thumb::MTime`.
  private static let minAgeSeconds: Int64 = 2

  /// The number of files handed to the writer thread so far.
  private(set) var sentCount = 0
  private let shared: SharedThumbnails?
  private let writer = ThumbnailWriter()
  private var waitingThumbnails: [(entry: SharedThumbnailFile, bitmap: Bitmap)] = []
  private var waitingBytes = 0

  /// Makes an empty list of thumbnails for a shared cache; nil for none, so that nothing is
  /// written.
  init(_ shared: SharedThumbnails?) { self.shared = shared }

  /// Whether the waiting thumbnails have so many pixels that they must be written now.
  var exceedsMemoryLimit: Bool { waitingBytes > Self.maxWaitingBytes }
  /// Whether no thumbnail waits to be handed to the writer thread.
  var hasSentAll: Bool { waitingThumbnails.isEmpty }
  /// Whether every thumbnail was written, and the writer thread has ended.
  var hasWrittenAll: Bool { waitingThumbnails.isEmpty && writer.isIdle }

  /// Adds a new thumbnail, unless it is useless for other programs: it must have the full size of
  /// its cache folder, be smaller than its picture and show the whole picture, and the file must
  /// not have changed within the last seconds.
  mutating func addIfUseful(
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
    waitingThumbnails.append((entry, thumbnail.bitmap))
    waitingBytes += thumbnail.bitmap.byteCount
  }

  /// Writes a failure entry for a picture that has failed permanently. No entry is written for a
  /// missing loader, which may be installed later, for a picture above a limit, which may be
  /// raised, or for an empty file, which fails quickly anyway.
  mutating func addFailure(
    _ failure: DecodeFailure, of identity: FileIdentity, _ size: ThumbnailSize
  ) {
    guard ![.missingLoader, .tooLarge, .empty].contains(failure.kind),
      let entry = entry(identity, size, natural: nil, format: "")
    else { return }
    sentCount += 1
    writer.enqueue(entry, .failure)
  }

  private func entry(
    _ identity: FileIdentity, _ size: ThumbnailSize, natural: PixelSize?, format: String
  ) -> SharedThumbnailFile? {
    guard let shared, let uri = shared.uri(of: identity.path),
      identity.modifiedSeconds < Int64(time(nil)) - Self.minAgeSeconds
    else { return nil }
    return SharedThumbnailFile(
      shared: shared, identity: identity, uri: uri, size: size, naturalSize: natural, format: format
    )
  }

  /// Hands all waiting thumbnails to the writer thread.
  mutating func sendToWriter() {
    for (entry, bitmap) in waitingThumbnails { writer.enqueue(entry, .picture(bitmap)) }
    sentCount += waitingThumbnails.count
    (waitingThumbnails, waitingBytes) = ([], 0)
  }

  /// Makes the writer thread end after its current file, and removes the temporary path of that
  /// file. Waiting thumbnails are dropped.
  func end() { writer.end() }
}
