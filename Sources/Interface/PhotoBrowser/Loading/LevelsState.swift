/// The loading state of the levels of one picture, as a value: events go in; the levels to load and
/// to show come out.
///
/// The level `screen` is loaded first, together with the thumbnail, which is shown until `screen`
/// is complete. Then the original is loaded: automatically if it needs no transfer or was viewed
/// before, otherwise when the user requests it. A picture that is shown stays until a better one is
/// available.
nonisolated package struct LevelsState: Hashable, Sendable {
  /// An event of the loading state.
  package enum Event: Hashable, Sendable {
    /// Loading begins. `cachedLevels` are the levels in memory, `storedLevels` those that can be
    /// loaded without a transfer; `wasOriginalSeen` says whether the user has viewed the original
    /// before.
    case began(
      cachedLevels: Set<Picture.Level>, storedLevels: Set<Picture.Level>, wasOriginalSeen: Bool)
    /// The loading of a level has progressed.
    case progress(Picture.Level, Picture.Progress)
    /// A partial picture of a level is available.
    case partial(Picture.Level)
    /// A level is complete.
    case finished(Picture.Level)
    /// The loading of a level has failed.
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

  /// The status of every level that exists; other levels have no entry.
  private var statuses: [Picture.Level: Status] = [:]
  /// The levels of which a partial picture exists, also after their loading has failed.
  private var partialLevels: Set<Picture.Level> = []
  private let originalByteCount: Int?
  private var hasBegun = false
  /// Whether the original is loaded without a request by the user.
  private var loadsOriginalAutomatically = false
  private var isOriginalRequested = false

  /// Makes the initial state, in which nothing is loaded or loading.
  package init(_ levels: Picture.Levels) {
    originalByteCount = levels.original?.byteCount
    for level in Picture.Level.allCases where levels.name(of: level) != nil {
      statuses[level] = .waiting
    }
  }

  // MARK: Output

  /// The levels that are to be loaded now; the loading of all others is cancelled.
  package var wantedLevels: Set<Picture.Level> {
    Set(statuses.filter { $0.value.isLoading }.keys)
  }

  /// The level to show; nil while no picture is available.
  package var shownLevel: Picture.Level? {
    let ready = statuses.filter { $0.value == .ready }.keys.max()
    // A partial original is no improvement over a complete picture for the page.
    if let ready, ready > .thumbnail { return ready }
    return partialLevels.max() ?? ready
  }

  /// The progress of the load for which the user waits; nil when there is none. An original that
  /// loads without a request does not count.
  package var progress: Picture.Progress? {
    if case .loading(let progress) = statuses[.original] {
      return isOriginalRequested ? progress : nil
    }
    if case .loading(let progress) = statuses[.screen] { return progress }
    return nil
  }

  /// The reason why the level `screen` could not be loaded; nil when its loading has not failed,
  /// and when the original is loaded.
  package var failure: FailureMessage? {
    guard case .failed(let message) = statuses[.screen], statuses[.original] != .ready else {
      return nil
    }
    return message
  }

  /// The state of the "view original" button for this picture.
  package var offer: ViewOriginalButton.Offer {
    switch statuses[.original] {
    case nil, .ready: .hidden
    case .loading(let progress): isOriginalRequested ? .loading(share: progress.share) : .hidden
    case .failed(let message): message.canRetry ? .offered(byteCount: originalByteCount) : .hidden
    case .waiting:
      statuses[.screen]?.isSettled == true ? .offered(byteCount: originalByteCount) : .hidden
    }
  }

  /// Whether loading has begun and nothing is loading any more.
  package var isSettled: Bool { hasBegun && wantedLevels.isEmpty }

  /// Whether a level is loaded completely.
  package func isLoaded(_ level: Picture.Level) -> Bool { statuses[level] == .ready }

  /// Whether the original is loaded completely.
  package var isOriginalLoaded: Bool { statuses[.original] == .ready }

  // MARK: Input

  /// Applies an event. Events about a level that is not loading are ignored.
  package mutating func apply(_ event: Event) {
    switch event {
    case .began(let cachedLevels, let stored, let wasOriginalSeen):
      guard !hasBegun else { return }
      hasBegun = true
      for level in cachedLevels where statuses[level] != nil { statuses[level] = .ready }
      loadsOriginalAutomatically = wasOriginalSeen || stored.contains(.original)
    case .progress(let level, let progress):
      guard statuses[level]?.isLoading == true else { return }
      statuses[level] = .loading(progress)
    case .partial(let level):
      guard statuses[level]?.isLoading == true else { return }
      partialLevels.insert(level)
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
    if isOriginalLoaded { stop(.screen) } else { start(.screen) }
    if isOriginalLoaded || statuses[.screen] == .ready {
      stop(.thumbnail)
    } else {
      start(.thumbnail)
    }
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
