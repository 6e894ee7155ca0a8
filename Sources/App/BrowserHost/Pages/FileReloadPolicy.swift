/// The state of one page whose file may change, as a value: it decides when the file is read again,
/// and whether the result is shown.
///
/// A program that saves or downloads a picture leaves the file truncated for a while. The page then
/// keeps its picture; an incomplete result counts only when the file has been idle.
nonisolated struct FileReloadPolicy: Hashable, Sendable {
  /// The result of reading a file.
  enum Reading: Hashable, Sendable {
    /// The file contains the whole picture.
    case whole
    /// The file contains an incomplete picture; the payload is the size of the file in bytes.
    case part(fileBytes: Int64)
    /// The file contains no picture.
    case nothing
  }

  /// The delay in seconds between the first change and the first reading. Most programs have saved
  /// a picture by then.
  static let firstDelay = 0.05
  /// The maximum delay in seconds between two readings of a file that keeps changing. Each delay is
  /// twice the previous one.
  static let maxDelay = 1.0
  /// The time in seconds without a change after which the contents count as final.
  static let idleTime = 3.0

  /// The latest result that the page has shown; `.nothing` before the first one.
  private(set) var shownReading = Reading.nothing
  /// Whether the next result replaces all bitmaps that the page shows.
  private(set) var nextReadingReplacesPicture = false
  /// The time of the next reading, in seconds of a monotonic clock; nil when none is due.
  private(set) var nextReadingTime: Double?
  private var lastChange: Double?
  private var nextDelay = firstDelay
  private var isReading = false
  /// Whether the file has changed since its running reading started.
  private var hasChangedDuringReading = false
  /// Whether the next reading of the file is the final one, after the idle time.
  private var isNextReadingFinal = false

  /// The time from which the contents count as final, in seconds of a monotonic clock; nil while no
  /// change is known.
  var settledTime: Double? { lastChange.map { $0 + Self.idleTime } }

  /// Whether any change of the file is known, observed or from its modification time.
  var hasChanged: Bool { lastChange != nil }

  /// Schedules a reading, because the file was written, replaced, removed or restored.
  ///
  /// - Parameter time: the time of a monotonic clock, in seconds.
  mutating func fileDidChange(at time: Double) {
    if lastChange.map({ time >= $0 + Self.idleTime }) ?? true { nextDelay = Self.firstDelay }
    lastChange = max(time, lastChange ?? time)
    if isReading {
      hasChangedDuringReading = true
    } else if nextReadingTime == nil || isNextReadingFinal {
      scheduleReading(after: time)
    }
  }

  /// Sets the time of the file's last change before it was watched, in seconds of a monotonic
  /// clock; has no effect after a change that was observed.
  mutating func setEarlierChange(at time: Double) {
    if lastChange == nil { lastChange = time }
  }

  /// Whether the file has to be read at `time`; if so, the reading runs until
  /// ``showsResultAfterFinishing(_:at:)``.
  mutating func startReadingIfDue(at time: Double) -> Bool {
    guard let nextReadingTime, time >= nextReadingTime, !isReading else { return false }
    (self.nextReadingTime, isNextReadingFinal, hasChangedDuringReading) = (nil, false, false)
    (isReading, nextReadingReplacesPicture) = (true, true)
    return true
  }

  /// Records the result of reading the file.
  ///
  /// - Returns: whether the page shows the result; false when it keeps its picture.
  mutating func showsResultAfterFinishing(_ reading: Reading, at time: Double) -> Bool {
    let idle = lastChange.map { $0 + Self.idleTime } ?? -.infinity
    let isTrue = !hasChangedDuringReading && time >= idle
    let isShown =
      switch (reading, shownReading) {
      case (.whole, _), (.part, .nothing): true
      case (.part(let bytes), .part(let last)): isTrue || bytes >= last
      case (.part, .whole), (.nothing, _): isTrue
      }
    if isShown {
      shownReading = reading
      nextReadingReplacesPicture = false
    }
    isReading = false
    if hasChangedDuringReading {
      scheduleReading(after: time)
    } else if !isShown {
      (nextReadingTime, isNextReadingFinal) = (idle, true)
    }
    return isShown
  }

  private mutating func scheduleReading(after time: Double) {
    (nextReadingTime, isNextReadingFinal, hasChangedDuringReading) = (
      time + nextDelay, false, false
    )
    nextDelay = min(2 * nextDelay, Self.maxDelay)
  }
}
