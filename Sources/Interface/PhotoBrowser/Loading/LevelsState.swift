/// The loading state of one item's picture as a value: events go in; the levels to load and to show
/// come out.
///
/// The level for the page is loaded first. Then the original is loaded: automatically if it needs
/// no transfer or was viewed before, otherwise when the user requests it. A picture that is shown
/// stays until a better one is available.
nonisolated package struct LevelsState: Hashable, Sendable {
  /// An event of the loading state.
  package enum Event: Hashable, Sendable {
    /// Loading begins. `cachedLevels`: the levels that are cached. `stored`: the levels that can be
    /// loaded without a transfer. `wasSeen`: whether the original was viewed before.
    case began(cachedLevels: Set<Picture.Level>, stored: Set<Picture.Level>, wasSeen: Bool)
    /// Loading of a level has progressed.
    case progress(Picture.Level, Picture.Progress)
    /// A partial picture of a level is available.
    case partial(Picture.Level)
    /// A level is complete.
    case finished(Picture.Level)
    /// Loading of a level has failed.
    case failed(Picture.Level, FailureMessage)
    /// The user requested the original.
    case viewOriginal
    /// The user requested another attempt.
    case retry
  }

  private enum Status: Hashable, Sendable {
    case waiting
    case loading(Picture.Progress)
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

  /// The status of every level that the item offers; other levels have no entry.
  private var statuses: [Picture.Level: Status] = [:]
  /// The levels of which a partial picture exists, also after their loading failed.
  private var parts: Set<Picture.Level> = []
  private let byteCount: Int?
  private var hasBegun = false
  /// True when the original is loaded without a request by the user.
  private var loadsOriginalAutomatically = false
  private var isOriginalRequested = false

  /// Makes the initial state: nothing is loaded.
  package init(_ levels: Picture.Levels) {
    byteCount = levels.original?.byteCount
    for level in Picture.Level.allCases where levels.name(of: level) != nil {
      statuses[level] = .waiting
    }
  }

  // MARK: Output

  /// The levels that are to be loading now; loading of all others is cancelled.
  package var wanted: Set<Picture.Level> {
    Set(statuses.filter { $0.value.isLoading }.keys)
  }

  /// The level to show; nil while no picture is available.
  package var shown: Picture.Level? {
    let ready = statuses.filter { $0.value == .ready }.keys.max()
    // A partial original is no improvement over a complete screen picture.
    if let ready, ready > .thumbnail { return ready }
    return parts.max() ?? ready
  }

  /// The progress of the load the user waits for; nil when there is none. Automatic loading of the
  /// original does not count.
  package var progress: Picture.Progress? {
    if case .loading(let progress) = statuses[.original] {
      return isOriginalRequested ? progress : nil
    }
    if case .loading(let progress) = statuses[.screen] { return progress }
    return nil
  }

  /// The reason why the page has no picture of its own; nil when the page has a picture or may
  /// still get one.
  package var failure: FailureMessage? {
    guard case .failed(let message) = statuses[.screen], statuses[.original] != .ready else {
      return nil
    }
    return message
  }

  /// The state of the "view original" button.
  package var offer: ViewOriginalButton.Offer {
    switch statuses[.original] {
    case nil, .ready: .hidden
    case .loading(let progress): isOriginalRequested ? .loading(share: progress.share) : .hidden
    case .failed(let message): message.canRetry ? .offered(byteCount: byteCount) : .hidden
    case .waiting:
      statuses[.screen]?.isSettled == true ? .offered(byteCount: byteCount) : .hidden
    }
  }

  /// True when loading has begun and nothing is loading any more.
  package var isSettled: Bool { hasBegun && wanted.isEmpty }

  /// True when a level of the picture is loaded completely.
  package func isWhole(_ level: Picture.Level) -> Bool { statuses[level] == .ready }

  /// True when the original is loaded completely.
  package var hasOriginal: Bool { statuses[.original] == .ready }

  // MARK: Input

  /// Applies an event. Events of levels that are not loading are ignored.
  package mutating func apply(_ event: Event) {
    switch event {
    case .began(let cachedLevels, let stored, let wasSeen):
      guard !hasBegun else { return }
      hasBegun = true
      for level in cachedLevels where statuses[level] != nil { statuses[level] = .ready }
      loadsOriginalAutomatically = wasSeen || stored.contains(.original)
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
      isOriginalRequested = true
      statuses[.original] = .loading(Picture.Progress())
    case .retry:
      guard case .failed(let message) = statuses[.screen], message.canRetry else { return }
      statuses[.screen] = .waiting
    }
    if hasBegun { startDueLevels() }
  }

  private mutating func startDueLevels() {
    if hasOriginal { stop(.screen) } else { start(.screen) }
    if hasOriginal || statuses[.screen] == .ready { stop(.thumbnail) } else { start(.thumbnail) }
    if loadsOriginalAutomatically, statuses[.screen]?.isSettled == true { start(.original) }
  }

  private mutating func start(_ level: Picture.Level) {
    guard statuses[level] == .waiting else { return }
    statuses[level] = .loading(Picture.Progress())
  }

  private mutating func stop(_ level: Picture.Level) {
    if statuses[level]?.isLoading == true { statuses[level] = .waiting }
  }
}
