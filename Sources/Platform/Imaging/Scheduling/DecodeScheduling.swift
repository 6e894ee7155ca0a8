/// The scheduling policy: which decode starts, waits, is ended for another one or stands in for
/// another one. It is a value: the situation in, a decision out.
///
/// - **Order.** The decode of the highest priority is next; among equals a stand-in before an exact
///   picture, then the latest request.
/// - **The visible page goes first.** Until the first exact picture is there, nothing starts beside
///   the visible one. Later, a hidden page waits while the decode of the visible page is young. A
///   page that is passed during fast paging does not wait.
/// - **One helper is reserved.** The last free helper is for visible pages and for stand-ins, which
///   are short.
/// - **One helper for preview and picture.** The picture is queued behind the embedded preview that
///   a helper is reading, unless that helper is the last one and another visible page waits: then a
///   preview of that page may have to go first.
/// - **Pre-emption.** Long decodes that nobody wants end as soon as another decode waits. For a
///   visible page, long thumbnails and, after them, very long decodes for hidden pages are put
///   back.
/// - **Stand-ins.** A large file is first shown by its thumbnail in the shared cache, else by its
///   embedded preview. A reduced decode is made only when the picture has to wait or takes long.
///   A request never gets a stand-in that is worse than the one before: ``DecodedImage/Quality``.
/// - **Thumbnails** start while no visible page waits; a few are looked up or opened in advance.
struct DecodeScheduling {
  /// The phase of an unfinished decode.
  enum Phase: Equatable {
    /// The decode waits for its file to be opened, or with an open file for a helper.
    case queued(isOpen: Bool)
    /// The file of the decode is being opened.
    case opening
    /// A helper works on the decode.
    case running(DecodeAge)
  }

  /// An unfinished decode.
  struct Decode {
    var id: DecodeID
    var path: FilePathBytes
    var priority: ImagePriority
    var phase: Phase
    /// The serial number of the latest request that waits for the decode; later requests have
    /// larger numbers.
    var serial = 0
    /// Whether a request waits for the decode.
    var isWanted = true
    /// Whether a page that is passed during fast paging waits for the decode.
    var isPassing = false

    var isQueued: Bool { if case .queued = phase { true } else { false } }
    var age: DecodeAge? { if case .running(let age) = phase { age } else { nil } }
    fileprivate var isVisible: Bool { priority == .visible }
    /// The rank in the queue: the decode with the largest rank is next.
    var rank: (ImagePriority, Int, Int) {
      (priority, id.purpose.isExact ? 0 : 1, serial)
    }
  }

  /// The state of the helpers.
  struct Helpers {
    /// The maximum number of helper processes.
    var maximum: Int
    /// The number of helpers that run without work.
    var idle: Int
    /// The number of helpers that are not started and may be.
    var absent: Int
    /// Whether a helper has only quick decodes and room for another.
    var hasRoomForQuickWork = false
    /// The files of which a helper is only reading a preview.
    var readPreviews: [FilePathBytes] = []

    fileprivate var free: Int { idle + absent }
  }

  /// A way to make room for a waiting decode.
  enum Preemption: Equatable {
    /// The decode is ended and forgotten.
    case drop(DecodeID)
    /// The decode is ended and queued again.
    case requeue(DecodeID)
  }

  /// The maximum number of files being opened at a time for pages and regions.
  private static let maxOpeningFiles = 64
  /// The maximum number of thumbnails looked up or opened in advance: enough that no helper waits
  /// for a disk, few enough that the nearest thumbnails go first.
  private static let maxPreparedThumbnails = 8
  /// The file size in bytes above which a picture takes so long that a reduced decode is made
  /// beside it, although both compete for processors.
  private static let parallelPreviewThreshold: Int64 = 16 << 20

  var helpers: Helpers
  /// Whether an exact picture was delivered.
  var hasDeliveredPicture: Bool
  /// The unfinished decodes of pages, and the running ones of thumbnails.
  var decodes: [Decode]

  // MARK: Start

  /// The decode to start next, or whose file is to be opened next; nil when all must wait.
  var next: DecodeID? { first { mayStart($0) }?.id }

  private func first(where isAllowed: (Decode) -> Bool) -> Decode? {
    var best: Decode?
    for decode in decodes where decode.isQueued {
      if let best, best.rank >= decode.rank { continue }
      if isAllowed(decode) { best = decode }
    }
    return best
  }

  private func mayStart(_ decode: Decode) -> Bool {
    if !decode.isVisible, mustYield(decode) { return false }
    guard decode.phase == .queued(isOpen: true) || opening < Self.maxOpeningFiles else {
      return false
    }
    if decode.id.purpose == .picture, helpers.readPreviews.contains(decode.path) {
      return helpers.idle >= 1 || !isOtherPageWaiting(than: decode.path)
    }
    let mayTakeLast = decode.isVisible || !decode.id.purpose.isExact || helpers.maximum == 1
    return helpers.free >= (mayTakeLast ? 1 : 2)
  }

  /// Whether the decode of a hidden page leaves all processors to the visible page.
  private func mustYield(_ decode: Decode) -> Bool {
    if hasDeliveredPicture, decode.isPassing { return false }
    return decodes.contains {
      $0.id.purpose.isExact && $0.isVisible
        && (!hasDeliveredPicture || ($0.age ?? .short) == .short)
    }
  }

  private var opening: Int { decodes.count { $0.phase == .opening } }

  private func isOtherPageWaiting(than path: FilePathBytes) -> Bool {
    decodes.contains { $0.isQueued && $0.isVisible && $0.path != path }
  }

  // MARK: Pre-emption

  /// The decode to end, so that a waiting decode can start; nil when nothing waits or all may go
  /// on.
  var preemption: Preemption? {
    guard let waiting = first(where: { _ in true }) else { return nil }
    let useless = decodes.first {
      !$0.id.purpose.isThumbnail && !$0.isWanted && ($0.age ?? .short) >= .long
    }
    if let useless { return .drop(useless.id) }
    guard waiting.isVisible else { return nil }
    let lesser = decodes.filter { decode in
      decode.age.map { $0 >= decode.id.purpose.row.yields } == true && !decode.isVisible
    }
    let victim =
      lesser.first { $0.id.purpose.isThumbnail } ?? lesser.min { $0.priority < $1.priority }
    return victim.map { .requeue($0.id) }
  }

  // MARK: Stand-ins

  /// The properties of a file on which its stand-ins depend.
  struct File {
    /// The path, of which only the extension is used.
    var path: FilePathBytes
    /// Whether the file is so large that a stand-in is worthwhile.
    var isLarge: Bool
    /// Whether the memory cache has a picture of the file.
    var isCached: Bool
    /// Whether the shared thumbnail cache has a thumbnail of the file.
    var hasThumbnail: Bool
  }

  /// The filename extensions of formats with previews that decode faster than the picture.
  private static let extensionsWithPreview: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "jif", "mpo",
  ]

  private static func hasPreview(_ path: FilePathBytes) -> Bool {
    extensionsWithPreview.contains(path.fileExtension)
  }

  /// The decodes that are queued at the beginning of a request.
  static func decodes(for purpose: ImageRequest.Purpose, of file: File) -> [DecodePurpose] {
    switch purpose {
    case .region: return [.region]
    case .natural, .prefetch: return [.picture]
    // The preview is the embedded one when the file has one.
    case .fastPaging: return [hasPreview(file.path) ? .preview : .picture]
    case .page:
      guard file.isLarge, !file.isCached else { return [.picture] }
      if file.hasThumbnail { return [.picture, .storedPreview] }
      return hasPreview(file.path) ? [.picture, .embeddedPreview] : [.picture]
    }
  }

  /// The stand-in to try after one that the file does not have; nil for none.
  ///
  /// - Parameters:
  ///   - picture: the exact decode of the same page; nil when there is none.
  ///   - fileSize: the size of its file in bytes; 0 when unknown.
  func standIn(
    after missing: DecodePurpose, of path: FilePathBytes, picture: DecodeID?, fileSize: Int64
  ) -> DecodePurpose? {
    switch missing {
    case .storedPreview: return Self.hasPreview(path) ? .embeddedPreview : nil
    case .embeddedPreview:
      guard let picture = decodes.first(where: { $0.id == picture }) else { return nil }
      let isWorthwhile =
        picture.age != nil
        ? fileSize > Self.parallelPreviewThreshold && helpers.idle >= 1
        : isOtherPageWaiting(than: path)
      return isWorthwhile ? .preview : nil
    default: return nil
    }
  }

  // MARK: Thumbnails

  /// The next step towards a thumbnail.
  enum ThumbnailStep: Equatable {
    /// The thumbnail is looked up in the shared cache.
    case lookUp
    /// The file of the picture is opened.
    case open
    /// A helper makes or reads the thumbnail.
    case decode(isQuick: Bool)
  }

  /// Whether a visible page waits for a helper.
  var isVisiblePageWaiting: Bool { decodes.contains { $0.isQueued && $0.isVisible } }

  /// Whether any thumbnail may take a step.
  var mayStartThumbnails: Bool {
    (helpers.free >= 1 || helpers.hasRoomForQuickWork) && !isVisiblePageWaiting
  }

  /// Whether a thumbnail may take a step, when thumbnails may at all.
  ///
  /// - Parameter prepared: the number of thumbnails being looked up or with an open file.
  func mayTake(_ step: ThumbnailStep, prepared: Int) -> Bool {
    switch step {
    case .lookUp: prepared < Self.maxPreparedThumbnails
    case .open: prepared < Self.maxPreparedThumbnails && helpers.free >= 1
    case .decode(let isQuick): isQuick || helpers.free >= 1
    }
  }
}
