/// One item's picture on its way through its levels, as a value: what happened goes in, what is to
/// be fetched and shown comes out.
///
/// The page's picture comes first. Then the original, by itself if it costs no transfer or was seen
/// before, else when the person asks for it. What is there stays until something better is.
nonisolated public struct LevelsState: Hashable, Sendable {
  /// Something that happened.
  public enum Event: Hashable, Sendable {
    /// The page is wanted. What is at hand, what would come without a transfer, and whether the
    /// original was seen before.
    case began(atHand: Set<PictureLevel>, stored: Set<PictureLevel>, wasSeen: Bool)
    /// More of a level is there.
    case progress(PictureLevel, LoadProgress)
    /// Something of a level can be seen.
    case partial(PictureLevel)
    /// A level is there.
    case finished(PictureLevel)
    /// A level will not come.
    case failed(PictureLevel, FailureMessage)
    /// The person asked for the original.
    case viewOriginal
    /// The person asked to try again.
    case retry
  }

  private enum Status: Hashable, Sendable {
    case waiting
    case loading(LoadProgress)
    case ready
    case failed(FailureMessage)

    var isLoading: Bool { if case .loading = self { true } else { false } }
    var isSettled: Bool {
      switch self {
      case .ready, .failed: true
      case .waiting, .loading: false
      }
    }
  }

  /// Only of the levels that are offered.
  private var statuses: [PictureLevel: Status] = [:]
  /// The levels of which something can be seen. What a fetch that broke off left is one of them.
  private var parts: Set<PictureLevel> = []
  private let byteCount: Int?
  private var hasBegun = false
  /// True when the original is to come without being asked for.
  private var isOriginalFree = false
  private var isOriginalAsked = false

  /// Makes the state of an item whose page nobody has looked at yet.
  public init(_ levels: PictureLevels) {
    byteCount = levels.original?.byteCount
    for level in PictureLevel.allCases where levels.name(of: level) != nil {
      statuses[level] = .waiting
    }
  }

  // MARK: What comes out

  /// The levels that are to be under way; all others are not wanted, or not any more.
  public var wanted: Set<PictureLevel> {
    Set(statuses.filter { $0.value.isLoading }.keys)
  }

  /// The level to show, nil while there is nothing at all.
  public var shown: PictureLevel? {
    let ready = statuses.filter { $0.value == .ready }.keys.max()
    // A part of the original is no gain over the whole of the page's picture.
    if let ready, ready > .thumbnail { return ready }
    return parts.max() ?? ready
  }

  /// How far what the person waits for has come; nil when they wait for nothing.
  public var progress: LoadProgress? {
    if case .loading(let progress) = statuses[.original] {
      return isOriginalAsked ? progress : nil
    }
    if case .loading(let progress) = statuses[.screen] { return progress }
    return nil
  }

  /// Why the page has no picture of its own, nil when it has one or may still get it.
  public var failure: FailureMessage? {
    guard case .failed(let message) = statuses[.screen], statuses[.original] != .ready else {
      return nil
    }
    return message
  }

  /// What a button for the original is to show.
  public var offer: OriginalOffer {
    switch statuses[.original] {
    case nil, .ready: .hidden
    case .loading(let progress): isOriginalAsked ? .loading(share: progress.share) : .hidden
    case .failed(let message): message.canRetry ? .offered(byteCount: byteCount) : .hidden
    case .waiting:
      statuses[.screen]?.isSettled == true ? .offered(byteCount: byteCount) : .hidden
    }
  }

  /// True when there is nothing more to wait for.
  public var isSettled: Bool { hasBegun && wanted.isEmpty }

  /// True when all of a level is there.
  public func isWhole(_ level: PictureLevel) -> Bool { statuses[level] == .ready }

  /// True when the original is there.
  public var hasOriginal: Bool { statuses[.original] == .ready }

  // MARK: What goes in

  /// Takes in what happened. News of what is not under way is no news.
  public mutating func apply(_ event: Event) {
    switch event {
    case .began(let atHand, let stored, let wasSeen):
      guard !hasBegun else { return }
      hasBegun = true
      for level in atHand where statuses[level] != nil { statuses[level] = .ready }
      isOriginalFree = wasSeen || stored.contains(.original)
    case .progress(let level, let progress):
      guard statuses[level]?.isLoading == true else { return }
      statuses[level] = .loading(progress)
    case .partial(let level):
      guard statuses[level]?.isLoading == true else { return }
      parts.insert(level)
    case .finished(let level):
      guard statuses[level]?.isLoading == true else { return }
      statuses[level] = .ready
    case .failed(let level, let message):
      guard statuses[level]?.isLoading == true else { return }
      statuses[level] = .failed(message)
    case .viewOriginal:
      guard case .offered = offer else { return }
      isOriginalAsked = true
      statuses[.original] = .loading(LoadProgress())
    case .retry:
      guard case .failed(let message) = statuses[.screen], message.canRetry else { return }
      statuses[.screen] = .waiting
    }
    if hasBegun { beginWhatIsDue() }
  }

  private mutating func beginWhatIsDue() {
    if hasOriginal { stop(.screen) } else { start(.screen) }
    if hasOriginal || statuses[.screen] == .ready { stop(.thumbnail) } else { start(.thumbnail) }
    if isOriginalFree, statuses[.screen]?.isSettled == true { start(.original) }
  }

  private mutating func start(_ level: PictureLevel) {
    guard statuses[level] == .waiting else { return }
    statuses[level] = .loading(LoadProgress())
  }

  private mutating func stop(_ level: PictureLevel) {
    if statuses[level]?.isLoading == true { statuses[level] = .waiting }
  }
}
