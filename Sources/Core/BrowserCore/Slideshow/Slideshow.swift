public import Motion

/// Turns the pages by itself, as a value: it counts while everything rests, and says when its time
/// has come, so that no host needs a timer.
public struct Slideshow: Hashable, Sendable {
  /// How it stands with it.
  public enum Phase: Hashable, Sendable {
    /// It turns the pages.
    case running
    /// The person holds it.
    case paused
    /// It has shown the last page.
    case ended
  }
  /// Why a page is not left yet.
  public enum Hold: Hashable, Sendable {
    /// There is nothing to see of it: its time counts from when there is.
    case loading
    /// Something plays in it: it is left when that is over.
    case playing
  }
  /// What can be asked of it.
  public enum Command: Hashable, Sendable {
    /// Begin, or go on with another interval, in seconds.
    case start(every: Double)
    /// Pause, or go on; once it has come to the end, begin with the first page.
    case toggle
    /// End.
    case stop
    /// The current page asks for more time, or for no more.
    case hold(Hold?)
  }

  /// How long a page is shown unless something else is asked for, in seconds.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public static let defaultInterval = 3.0
  /// No page is shown for less than this, in seconds.
  ///
  /// - Source: JXPhotoBrowser 4.1.
  public static let shortestInterval = 0.5
  /// Nobody waits longer for a page, in seconds: a day.
  public static let longestInterval = 86_400.0

  /// How long a page is shown at rest, in seconds.
  public let interval: Double
  /// How it stands with it.
  public internal(set) var phase = Phase.running
  /// Why the current page is not left; nil when it may be.
  public internal(set) var hold: Hold?
  /// Since when the page has rested; nil while something moves.
  private var restedSince: Timestamp?
  private var page: Int?

  /// Makes one that begins to count at the next rest; an interval that makes no sense is the
  /// nearest that does.
  init(every interval: Double) {
    let seconds = interval.isFinite ? interval : Self.defaultInterval
    self.interval = min(max(seconds, Self.shortestInterval), Self.longestInterval)
  }

  /// When the page is turned unless something happens; nil while nothing is counted.
  public var deadline: Timestamp? {
    guard phase == .running, hold == nil else { return nil }
    return restedSince.map { $0 + interval }
  }

  /// Somebody does something: the count begins anew.
  mutating func interrupt() { restedSince = nil }

  /// What it counts began later.
  mutating func postpone(by seconds: Double) { restedSince = restedSince.map { $0 + seconds } }

  /// Page `page` rests at `t`.
  mutating func rest(on page: Int, at t: Timestamp) {
    if self.page != page { restedSince = nil }
    self.page = page
    restedSince = restedSince ?? t
  }

  /// True when the page that rests has had its time at `t`.
  func isDue(at t: Timestamp) -> Bool { deadline.map { t >= $0 } ?? false }
}
