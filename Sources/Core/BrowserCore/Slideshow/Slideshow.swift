public import Motion

/// A slideshow as a value: it measures the time for which a page is shown at rest, and gives the
/// time of its next page turn, so no host needs a timer of its own.
public struct Slideshow: Hashable, Sendable {
  /// The state of a slideshow.
  public enum Phase: Hashable, Sendable {
    /// The slideshow is turning the pages.
    case running
    /// The user has paused the slideshow.
    case paused
    /// The slideshow has shown the last page.
    case ended
  }
  /// The reason why the current page is kept beyond its time.
  public enum WaitReason: Hashable, Sendable {
    /// The page has no picture yet; its time starts when the picture appears.
    case loading
    /// A clip or an animation plays on the page; the page is turned when playback ends.
    case playing
  }
  /// The commands of a slideshow.
  public enum Command: Hashable, Sendable {
    /// Starts a slideshow with an interval in seconds, or gives the running one another interval.
    case start(every: Double)
    /// Pauses or resumes the slideshow; after the last page, starts again with the first page.
    case toggle
    /// Ends the slideshow.
    case stop
    /// Sets the reason for which the current page is kept; nil when it may be turned.
    case wait(for: WaitReason?)
  }

  /// The default time for which a page of a slideshow is shown, in seconds.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public static let defaultInterval = 3.0
  /// The minimum time for which a page of a slideshow is shown, in seconds.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public static let minInterval = 0.5
  /// The maximum time for which a page of a slideshow is shown, in seconds: one day.
  public static let maxInterval = 86_400.0

  /// The time for which each page of the slideshow is shown at rest, in seconds.
  public let interval: Double
  public internal(set) var phase = Phase.running
  /// The reason why the current page is kept; nil when it may be turned.
  public internal(set) var waitReason: WaitReason?
  /// The time since which the current page has been at rest; nil while anything moves.
  private var restedSince: Timestamp?
  private var restedPage: Int?

  /// Creates a slideshow whose time starts at the next rest of the pages. The interval, in seconds,
  /// is clamped to ``minInterval``…``maxInterval``; one that is not finite becomes
  /// ``defaultInterval``.
  init(every interval: Double) {
    let seconds = interval.isFinite ? interval : Self.defaultInterval
    self.interval = min(max(seconds, Self.minInterval), Self.maxInterval)
  }

  /// The time at which the page is turned unless it is interrupted before; nil while no time is
  /// measured: when the slideshow is paused or ended, keeps its page, or anything moves.
  public var deadline: Timestamp? {
    guard phase == .running, waitReason == nil else { return nil }
    return restedSince.map { $0 + interval }
  }

  /// Starts the time of the current page again, after an action of the user or a motion.
  mutating func interrupt() { restedSince = nil }

  /// Delays the time of the current page by `seconds`.
  mutating func postpone(by seconds: Double) { restedSince = restedSince.map { $0 + seconds } }

  /// Records that the page with the index `page` is at rest at `t`.
  mutating func recordRest(on page: Int, at t: Timestamp) {
    if restedPage != page { restedSince = nil }
    restedPage = page
    restedSince = restedSince ?? t
  }

  /// True when the time of the current page is over at `t`.
  func isDue(at t: Timestamp) -> Bool { deadline.map { t >= $0 } ?? false }
}
