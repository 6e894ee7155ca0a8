public import Motion

/// A slideshow as a value: it counts while the browser is at rest, and exposes its next deadline,
/// so no host needs a timer.
public struct Slideshow: Hashable, Sendable {
  /// The state of a slideshow.
  public enum Phase: Hashable, Sendable {
    /// The slideshow turns the pages.
    case running
    /// The user has paused the slideshow.
    case paused
    /// The slideshow has shown the last page.
    case ended
  }
  /// The reason why a page is not left yet.
  public enum Hold: Hashable, Sendable {
    /// The page has no picture yet; its time starts when the picture appears.
    case loading
    /// A clip or an animation plays on the page, which is left when playback ends.
    case playing
  }
  /// The commands of a slideshow.
  public enum Command: Hashable, Sendable {
    /// Starts, or continues with another interval, in seconds.
    case start(every: Double)
    /// Pauses or resumes; after the last page, starts again with the first page.
    case toggle
    /// Ends the slideshow.
    case stop
    /// Sets or clears the reason to keep the current page.
    case hold(Hold?)
  }

  /// The default time for which a page is shown, in seconds.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public static let defaultInterval = 3.0
  /// The minimum time for which a page is shown, in seconds.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public static let minInterval = 0.5
  /// The maximum time for which a page is shown, in seconds: one day.
  public static let maxInterval = 86_400.0

  /// The time for which a page is shown at rest, in seconds.
  public let interval: Double
  public internal(set) var phase = Phase.running
  /// The reason why the current page is not left; nil when it may be left.
  public internal(set) var hold: Hold?
  /// The time since which the page has been at rest; nil while anything moves.
  private var restedSince: Timestamp?
  private var page: Int?

  /// Creates a slideshow that starts to count at the next rest. The interval is clamped to
  /// ``minInterval``…``maxInterval``; one that is not finite becomes ``defaultInterval``.
  init(every interval: Double) {
    let seconds = interval.isFinite ? interval : Self.defaultInterval
    self.interval = min(max(seconds, Self.minInterval), Self.maxInterval)
  }

  /// The time at which the page is turned unless something happens; nil while nothing is counted.
  public var deadline: Timestamp? {
    guard phase == .running, hold == nil else { return nil }
    return restedSince.map { $0 + interval }
  }

  /// Restarts the count, after an action of the user or a motion.
  mutating func interrupt() { restedSince = nil }

  /// Delays the count by `seconds`.
  mutating func postpone(by seconds: Double) { restedSince = restedSince.map { $0 + seconds } }

  /// Notes that `page` is at rest at `t`.
  mutating func rest(on page: Int, at t: Timestamp) {
    if self.page != page { restedSince = nil }
    self.page = page
    restedSince = restedSince ?? t
  }

  /// True when the time of the current page is over at `t`.
  func isDue(at t: Timestamp) -> Bool { deadline.map { t >= $0 } ?? false }
}
