/// The scheduling policy of decodes: it determines from the present helpers and decodes which
/// decode starts, waits, is ended for another one, or is shown until another one is done.
///
/// - **Order.** The decode of the highest priority is next; among equals a stand-in before an exact
///   picture, then the latest request.
/// - **The visible page goes first.** Until the first exact picture is delivered, nothing starts
///   beside the visible page. Later, a hidden page waits while the decode of the visible page is
///   queued or younger than 0.3 s. A page that is passed during fast paging does not wait.
/// - **One helper is reserved.** The last free helper is for visible pages and for stand-ins, which
///   are short.
/// - **One helper for preview and picture.** The picture is sent to the helper that is reading its
///   embedded preview, unless that helper is the last one and another visible page waits: a preview
///   of that page may have to go first.
/// - **Pre-emption.** Long decodes that nobody wants end as soon as another decode waits. For a
///   visible page, long thumbnails and, after them, very long decodes of hidden pages are ended and
///   queued again.
/// - **Stand-ins.** A large file is first shown by its thumbnail in the shared cache, else by its
///   embedded preview. A reduced decode is made only when the picture has to wait or takes long. A
///   request never gets a stand-in that is worse than the previous one: ``DecodedImage/Quality``.
/// - **Thumbnails** start while no visible page waits; a few are looked up or opened in advance.
struct DecodeScheduling {
  /// The progress of an unfinished decode.
  enum Phase: Equatable {
    /// The decode waits: with `isOpen` for a helper, otherwise for its file to be opened.
    case queued(isOpen: Bool)
    /// The file is being opened on another thread.
    case opening
    /// A helper decodes; the payload is the running time so far.
    case running(DecodeAge)
  }

  /// An unfinished decode, with the properties that decide its place in the queue.
  struct Decode {
    var id: DecodeID
    var path: FilePathBytes
    var priority: ImagePriority
    var phase: Phase
    /// The number of the latest request for the decode; later requests have larger numbers.
    /// Default: 0.
    var latestRequestSerial = 0
    /// Whether a request still waits for the decode. Default: true.
    var isWanted = true
    /// Whether a page that is passed during fast paging waits for the decode. Default: false.
    var isForFastPaging = false

    var isQueued: Bool { if case .queued = phase { true } else { false } }
    var age: DecodeAge? { if case .running(let age) = phase { age } else { nil } }
    fileprivate var isVisible: Bool { priority == .visible }
    /// The sort key in the queue: the decode with the largest key is next.
    var rank: (ImagePriority, Int, Int) {
      (priority, id.purpose.isExact ? 0 : 1, latestRequestSerial)
    }
  }

  /// The helpers for pages and thumbnails, as far as scheduling depends on them.
  struct Helpers {
    /// The maximum number of helper processes for pages and thumbnails.
    var maxCount: Int
    /// The number of started helpers without a decode.
    var idleCount: Int
    /// The number of helpers that may be started before the maximum is reached.
    var startableCount: Int
    /// Whether a busy helper has only quick decodes, and fewer than the maximum. Default: false.
    var hasRoomForQuickWork = false
    /// The paths of the files of which a helper is reading an embedded or stored preview, as its
    /// only decode. Default: none.
    var previewsBeingRead: [FilePathBytes] = []

    fileprivate var availableCount: Int { idleCount + startableCount }
  }

  /// The treatment of a running decode that is ended so that a waiting one can start.
  enum Preemption: Equatable {
    /// The decode is not needed any more.
    case drop(DecodeID)
    /// The decode is queued again.
    case requeue(DecodeID)
  }

  /// The maximum number of picture files that are being opened at the same time for decodes of
  /// pages: whole pictures, stand-ins and regions.
  private static let maxOpeningFiles = 64
  /// The maximum number of thumbnails that are looked up, or whose files are opened, before a
  /// helper is free: enough that no helper waits for a disk, few enough that the nearest thumbnails
  /// go first.
  private static let maxPreparedThumbnails = 8
  /// The file size in bytes above which a reduced decode is made beside the running exact one,
  /// although both compete for processors.
  private static let parallelPreviewThreshold: Int64 = 16 << 20

  var helpers: Helpers
  /// Whether an exact picture was delivered since the pipeline was made.
  var hasDeliveredPicture: Bool
  /// The unfinished decodes of pages, and the running decodes of thumbnails.
  var decodes: [Decode]

  // MARK: Start

  /// The queued decode that may take its next step now, the opening of its file or the decode
  /// itself; nil when none may.
  var nextToStart: DecodeID? { firstQueued { mayStart($0) }?.id }

  private func firstQueued(where isAllowed: (Decode) -> Bool) -> Decode? {
    var best: Decode?
    for decode in decodes where decode.isQueued {
      if let best, best.rank >= decode.rank { continue }
      if isAllowed(decode) { best = decode }
    }
    return best
  }

  /// Whether a queued decode may take its next step now: a helper is free for it, and no decode has
  /// precedence.
  private func mayStart(_ decode: Decode) -> Bool {
    if !decode.isVisible, mustYield(decode) { return false }
    guard decode.phase == .queued(isOpen: true) || openingCount < Self.maxOpeningFiles else {
      return false
    }
    if decode.id.purpose == .picture, helpers.previewsBeingRead.contains(decode.path) {
      return helpers.idleCount >= 1 || !isOtherPageWaiting(than: decode.path)
    }
    let mayTakeLast = decode.isVisible || !decode.id.purpose.isExact || helpers.maxCount == 1
    return helpers.availableCount >= (mayTakeLast ? 1 : 2)
  }

  /// Whether the decode of a hidden page must wait, so that a visible page gets all processors.
  private func mustYield(_ decode: Decode) -> Bool {
    if hasDeliveredPicture, decode.isForFastPaging { return false }
    return decodes.contains {
      $0.id.purpose.isExact && $0.isVisible
        && (!hasDeliveredPicture || ($0.age ?? .short) == .short)
    }
  }

  private var openingCount: Int { decodes.count { $0.phase == .opening } }

  private func isOtherPageWaiting(than path: FilePathBytes) -> Bool {
    decodes.contains { $0.isQueued && $0.isVisible && $0.path != path }
  }

  // MARK: Pre-emption

  /// The running decode to end so that a waiting one can start; nil when nothing waits or no decode
  /// is to be ended.
  var preemption: Preemption? {
    guard let waiting = firstQueued(where: { _ in true }) else { return nil }
    let useless = decodes.first {
      !$0.id.purpose.isThumbnail && !$0.isWanted && ($0.age ?? .short) >= .long
    }
    if let useless { return .drop(useless.id) }
    guard waiting.isVisible else { return nil }
    let lesser = decodes.filter { decode in
      decode.age.map { $0 >= decode.id.purpose.traits.preemptibleAge } == true && !decode.isVisible
    }
    let victim =
      lesser.first { $0.id.purpose.isThumbnail } ?? lesser.min { $0.priority < $1.priority }
    return victim.map { .requeue($0.id) }
  }

  // MARK: Stand-ins

  /// The properties of a file that decide which previews are decoded to be shown until its exact
  /// picture is there.
  struct File {
    /// The path of the file, of which only the extension is used.
    var path: FilePathBytes
    /// Whether the file has so many bytes that showing a preview before the picture is worthwhile.
    var isLarge: Bool
    /// Whether the memory cache has a picture of the file, of any size.
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

  /// The purposes of the decodes to queue when a request begins: one for the result, and those of
  /// previews to be shown until then.
  static func purposesOfDecodes(for purpose: ImageRequest.Purpose, of file: File) -> [DecodePurpose]
  {
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

  /// The purpose of the next preview to decode for a page that waits for its exact picture, after
  /// the file turned out not to have the preview `missing`; nil for none.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - picture: The exact decode of the same file; nil when there is none.
  ///   - fileSize: The size of the file in bytes; 0 when unknown.
  func nextPreview(
    after missing: DecodePurpose, of path: FilePathBytes, picture: DecodeID?, fileSize: Int64
  ) -> DecodePurpose? {
    switch missing {
    case .storedPreview: return Self.hasPreview(path) ? .embeddedPreview : nil
    case .embeddedPreview:
      guard let picture = decodes.first(where: { $0.id == picture }) else { return nil }
      let isWorthwhile =
        picture.age != nil
        ? fileSize > Self.parallelPreviewThreshold && helpers.idleCount >= 1
        : isOtherPageWaiting(than: path)
      return isWorthwhile ? .preview : nil
    default: return nil
    }
  }

  // MARK: Thumbnails

  /// The next step in making a thumbnail.
  enum ThumbnailStep: Equatable {
    /// The thumbnail is to be looked up in the shared cache.
    case lookUp
    /// The picture file is to be opened.
    case open
    /// A helper is to make, read or convert the thumbnail; `isQuick` when that takes about a
    /// millisecond.
    case decode(isQuick: Bool)
  }

  /// Whether a decode of a visible page is queued.
  var isVisiblePageWaiting: Bool { decodes.contains { $0.isQueued && $0.isVisible } }

  /// Whether thumbnails may take steps at all: a helper is available, and no visible page waits.
  var mayStartThumbnails: Bool {
    (helpers.availableCount >= 1 || helpers.hasRoomForQuickWork) && !isVisiblePageWaiting
  }

  /// Whether a thumbnail may take `step`, provided that ``mayStartThumbnails`` is true.
  ///
  /// - Parameter prepared: The number of thumbnails that are being looked up or opened, or wait for
  ///   a helper.
  func mayTake(_ step: ThumbnailStep, preparedCount prepared: Int) -> Bool {
    switch step {
    case .lookUp: prepared < Self.maxPreparedThumbnails
    case .open: prepared < Self.maxPreparedThumbnails && helpers.availableCount >= 1
    case .decode(let isQuick): isQuick || helpers.availableCount >= 1
    }
  }
}
