/// A page's clip as a value: events in, what the player is to do out.
///
/// It plays when its page is the current one, nothing holds the page, and the person has not
/// stopped it. All of that is one question, ``isPlaying``, so that no order of events leaves a clip
/// playing where it must not.
nonisolated public struct ClipState: Hashable, Sendable {
  /// How far the player is.
  public enum Phase: Hashable, Sendable {
    /// There is nothing to play yet.
    case opening
    /// There is.
    case ready
    /// It came to its end.
    case ended
    /// There never will be.
    case failed
  }

  /// What happens to it.
  public enum Event: Hashable, Sendable {
    /// The player begins to open it.
    case reset
    /// It is open, and this long, in seconds.
    case opened(duration: Double?)
    /// It has come so far.
    case moved(to: Double)
    /// It came to its end.
    case ended
    /// It cannot be played.
    case failed
    /// Its page came to rest as the current one.
    case appeared
    /// Its page is being left.
    case left
    /// Nothing of its page is seen any more.
    case gone
    /// A hand has its page, or not any more.
    case held(Bool)
    /// The person wants it to go on, or to stop.
    case toggled
    /// A hand took the scrub bar, or let go of it.
    case scrubbing(Bool)
    /// The person went to a time.
    case sought(to: Double)
  }

  /// What the player is to do.
  public enum Effect: Hashable, Sendable {
    /// Go on.
    case play
    /// Stand still.
    case pause
    /// Go to a time, in seconds.
    case seek(Double, isExact: Bool)
  }

  /// How far the player is.
  public private(set) var phase = Phase.opening
  /// How far the clip has come, in seconds.
  public private(set) var position = 0.0
  /// How long it is, in seconds; nil when nobody knows.
  public private(set) var duration: Double?
  /// True while its page is the current one.
  public private(set) var isCurrent = false
  /// True while a hand has its page.
  public private(set) var isHeld = false
  /// True while a hand has the scrub bar.
  public private(set) var isScrubbing = false
  /// True when the person stopped it.
  public private(set) var isStopped = false

  /// Makes a clip that is not open.
  public init() {}

  /// True when the player plays.
  public var isPlaying: Bool {
    phase == .ready && isCurrent && !isHeld && !isScrubbing && !isStopped
  }

  /// True when it stands still because that is wanted, not because of a hand on its page.
  public var isAtRest: Bool { phase == .ended || phase == .ready && isStopped }

  /// Lets something happen.
  ///
  /// - Returns: what the player is to do, in order.
  public mutating func apply(_ event: Event) -> [Effect] {
    let played = isPlaying
    var effects: [Effect] = []
    switch event {
    case .reset:
      (phase, position, duration, isScrubbing) = (.opening, 0, nil, false)
      return []
    case .opened(let seconds):
      phase = .ready
      duration = seconds.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
      position = clamped(position)
    case .moved(let seconds): if !isScrubbing, phase != .ended { position = clamped(seconds) }
    case .ended:
      // A hand that drags the time past the end has not come to it yet; else the player stands
      // still by itself.
      guard phase == .ready, !isScrubbing else { return [] }
      phase = .ended
      position = duration ?? position
      return []
    case .failed:
      (phase, isScrubbing) = (.failed, false)
      return []
    case .appeared:
      isCurrent = true
      if phase == .ended, !isStopped { restart() }
    case .left: (isCurrent, isHeld, isScrubbing) = (false, false, false)
    case .gone: (isCurrent, isHeld, isScrubbing, isStopped) = (false, false, false, false)
    case .held(let isHeld): self.isHeld = isHeld
    case .toggled:
      if phase == .ended { restart() } else { isStopped.toggle() }
    case .scrubbing(let isScrubbing):
      guard self.isScrubbing != isScrubbing, phase == .ready || phase == .ended else { break }
      self.isScrubbing = isScrubbing
      guard !isScrubbing else { break }
      // While it was dragged a near frame would do.
      effects.append(.seek(position, isExact: true))
      if let duration, position >= duration { phase = .ended }
    case .sought(let seconds):
      guard phase == .ready || phase == .ended else { break }
      if phase == .ended { (phase, isStopped) = (.ready, true) }
      position = clamped(seconds)
      effects.append(.seek(position, isExact: !isScrubbing))
    }
    if isPlaying != played { effects.append(isPlaying ? .play : .pause) }
    return effects
  }

  /// From the end to the beginning, playing: the player goes there itself.
  private mutating func restart() { (phase, position, isStopped) = (.ready, 0, false) }

  private func clamped(_ seconds: Double) -> Double {
    guard seconds.isFinite else { return position }
    return max(0, min(seconds, duration ?? seconds))
  }
}
