/// How a page keeps up with a file that changes while its picture is shown, as a value: when to read
/// the file again, and whether what was found is shown.
///
/// Whoever saves or downloads a picture leaves it broken or cut on the way. What is shown then stays:
/// only when the file has been left alone for a while is what it holds the truth.
nonisolated struct FileFollowing: Hashable, Sendable {
  /// What reading the file gave.
  enum Finding: Hashable, Sendable {
    /// The picture.
    case whole
    /// A part of it, from a file of so many bytes.
    case part(Int64)
    /// No picture, for a reason.
    case nothing
  }

  /// From the first change to the first look, in seconds: a program that saves a picture is mostly
  /// done by then.
  static let firstPause = 0.05
  /// From one look to the next at most, in seconds, while the file goes on changing; each pause is
  /// twice the one before.
  static let longestPause = 1.0
  /// What a file holds that nobody has changed for so long, in seconds, is what it will hold.
  static let idleTime = 3.0

  /// What of the file's picture is on the page.
  private(set) var shown = Finding.nothing
  /// True when the next picture has nothing to do with what is on the page.
  private(set) var isAnew = false
  /// When it is to be read again; nil when that is not known to be necessary.
  private(set) var deadline: Double?
  private var lastChange: Double?
  private var pause = firstPause
  private var isReading = false
  /// The file has changed since it began to be read.
  private var isStale = false
  /// The next look is the last one.
  private var isLast = false

  /// The time from which on what the file holds is what it will hold; nil when no change is known.
  var settledTime: Double? { lastChange.map { $0 + Self.idleTime } }

  /// True when the file is known to have been changed, ever.
  var hasChanged: Bool { lastChange != nil }

  /// Somebody has written to the file, replaced it, taken it away or brought it back.
  ///
  /// - Parameter time: a monotonic clock, in seconds.
  mutating func change(at time: Double) {
    if lastChange.map({ time >= $0 + Self.idleTime }) ?? true { pause = Self.firstPause }
    lastChange = max(time, lastChange ?? time)
    if isReading {
      isStale = true
    } else if deadline == nil || isLast {
      look(after: time)
    }
  }

  /// Its last change was so long ago that nobody has told of it.
  mutating func noteAge(changedAt time: Double) {
    if lastChange == nil { lastChange = time }
  }

  /// True when the file is to be read at `time`; then it is being read until ``find(_:at:)``.
  mutating func takeLook(at time: Double) -> Bool {
    guard let deadline, time >= deadline, !isReading else { return false }
    (self.deadline, isLast, isStale) = (nil, false, false)
    (isReading, isAnew) = (true, true)
    return true
  }

  /// Takes what reading the file gave.
  ///
  /// - Returns: false when what is on the page stays.
  mutating func find(_ finding: Finding, at time: Double) -> Bool {
    let idle = lastChange.map { $0 + Self.idleTime } ?? -.infinity
    let isTrue = !isStale && time >= idle
    let isShown =
      switch (finding, shown) {
      case (.whole, _), (.part, .nothing): true
      case (.part(let bytes), .part(let last)): isTrue || bytes >= last
      case (.part, .whole), (.nothing, _): isTrue
      }
    if isShown {
      shown = finding
      isAnew = false
    }
    isReading = false
    if isStale {
      look(after: time)
    } else if !isShown {
      (deadline, isLast) = (idle, true)
    }
    return isShown
  }

  private mutating func look(after time: Double) {
    (deadline, isLast, isStale) = (time + pause, false, false)
    pause = min(2 * pause, Self.longestPause)
  }
}
