/// The playback state of the video on a page, as a value: events go in; commands for the player
/// come out.
///
/// The video plays while its page is the current one and not pulled down or in flight, the scrub
/// bar is not dragged, and the user has not paused playback. The single property ``isPlaying``
/// combines these conditions, so that in any order of events a video plays only if all of them are
/// met.
nonisolated package struct ClipState: Hashable, Sendable {
  /// The phase of a player.
  package enum Phase: Hashable, Sendable {
    /// The video is being opened.
    case opening
    /// The video is open, and can be played.
    case ready
    /// Playback has reached the end of the video.
    case ended
    /// The video cannot be opened or played.
    case failed
  }

  /// An event that changes the playback state: of the player, of the page or of the user.
  package enum Event: Hashable, Sendable {
    /// The video is being opened, possibly again.
    case openingBegan
    /// The video is open; `duration` is in seconds.
    case opened(duration: Double?)
    /// The playback position has changed, in seconds.
    case positionChanged(to: Double)
    /// Playback has reached the end of the video.
    case ended
    /// The video cannot be played.
    case failed
    /// The page has come to rest as the current one.
    case pageAppeared
    /// The user is leaving the page.
    case pageWillDisappear
    /// Nothing of the page is visible any more.
    case pageDisappeared
    /// A pull-down or a flight of the page has begun (true) or ended (false).
    case pulledOrFlyingChanged(to: Bool)
    /// The user has pressed the play or pause button.
    case playToggled
    /// A drag of the scrub bar has begun (true) or ended (false).
    case scrubbingChanged(to: Bool)
    /// The user seeks to a time, in seconds.
    case seeked(to: Double)
  }

  /// A command for the player.
  package enum PlayerCommand: Hashable, Sendable {
    case play
    case pause
    /// Seek to a time, in seconds.
    case seek(to: Double, isExact: Bool)
  }

  /// The phase of the player. Default: opening.
  package private(set) var phase = Phase.opening
  /// The playback position, in seconds, from 0 to ``duration``.
  package private(set) var position = 0.0
  /// The duration of the video, in seconds; nil when it is unknown.
  package private(set) var duration: Double?
  /// Whether the page of the video is the current one and rests in place.
  package private(set) var isCurrent = false
  /// Whether the page of the video is pulled down or in flight.
  package private(set) var isPulledOrFlying = false
  /// Whether the scrub bar is being dragged.
  package private(set) var isScrubbing = false
  /// Whether the user has paused the video.
  package private(set) var isPausedByUser = false

  /// Makes the state of a video that is not open.
  package init() {}

  /// Whether the player has to play the video now.
  package var isPlaying: Bool {
    phase == .ready && isCurrent && !isPulledOrFlying && !isScrubbing && !isPausedByUser
  }

  /// Whether the video is at its end or paused by the user, as opposed to being paused by a
  /// gesture.
  package var isAtRest: Bool { phase == .ended || phase == .ready && isPausedByUser }

  /// Applies an event.
  ///
  /// - Returns: the commands for the player, in the order of their execution.
  package mutating func apply(_ event: Event) -> [PlayerCommand] {
    let played = isPlaying
    var effects: [PlayerCommand] = []
    switch event {
    case .openingBegan:
      (phase, position, duration, isScrubbing) = (.opening, 0, nil, false)
      return []
    case .opened(let seconds):
      phase = .ready
      duration = seconds.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
      position = clamped(position)
    case .positionChanged(let seconds):
      if !isScrubbing, phase != .ended { position = clamped(seconds) }
    case .ended:
      // A report of the end during a drag of the scrub bar is ignored: the end of the drag decides
      // whether the video is at its end.
      guard phase == .ready, !isScrubbing else { return [] }
      phase = .ended
      position = duration ?? position
      return []
    case .failed:
      (phase, isScrubbing) = (.failed, false)
      return []
    case .pageAppeared:
      isCurrent = true
      if phase == .ended, !isPausedByUser { restart() }
    case .pageWillDisappear: (isCurrent, isPulledOrFlying, isScrubbing) = (false, false, false)
    case .pageDisappeared:
      (isCurrent, isPulledOrFlying, isScrubbing, isPausedByUser) = (false, false, false, false)
    case .pulledOrFlyingChanged(let isPulledOrFlying): self.isPulledOrFlying = isPulledOrFlying
    case .playToggled:
      if phase == .ended { restart() } else { isPausedByUser.toggle() }
    case .scrubbingChanged(let isScrubbing):
      guard self.isScrubbing != isScrubbing, phase == .ready || phase == .ended else { break }
      self.isScrubbing = isScrubbing
      guard !isScrubbing else { break }
      // During the drag the player went to nearby frames only; at its end it goes to the exact one.
      effects.append(.seek(to: position, isExact: true))
      if let duration, position >= duration { phase = .ended }
    case .seeked(let seconds):
      guard phase == .ready || phase == .ended else { break }
      if phase == .ended { (phase, isPausedByUser) = (.ready, true) }
      position = clamped(seconds)
      effects.append(.seek(to: position, isExact: !isScrubbing))
    }
    if isPlaying != played { effects.append(isPlaying ? .play : .pause) }
    return effects
  }

  /// Restarts playback at the end of the video; the player seeks to the beginning by itself.
  private mutating func restart() { (phase, position, isPausedByUser) = (.ready, 0, false) }

  private func clamped(_ seconds: Double) -> Double {
    guard seconds.isFinite else { return position }
    return max(0, min(seconds, duration ?? seconds))
  }
}
