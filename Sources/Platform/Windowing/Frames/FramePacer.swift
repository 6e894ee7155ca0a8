import Motion

/// The schedule of frames: it decides when the next frame is due. A value without its own clock:
/// instants go in, effects come out.
///
/// The first frame after an idle period is due at once. The following frames are paced by the
/// server's vertical blank (`requestBlank`), guarded by a timer (`setTimer`) for servers and
/// windows that send no events. Input events that arrive about as often as vertical blanks each get
/// a frame at once.
nonisolated struct FramePacer {
  /// An action that the owner of this value performs.
  enum Effect: Hashable, Sendable {
    /// The server is asked for an event when its frame counter (MSC) reaches `target`.
    case requestBlank(serial: UInt32, target: UInt64)
    /// The timer is set: `timerFired` is called at this instant, unless a later effect sets the
    /// timer again or cancels it.
    case setTimer(Timestamp)
    /// The timer is cancelled.
    case cancelTimer
  }

  /// The timeout for the server's event, in frame intervals: one is expected, one more on a busy
  /// machine, and half a frame of rounding.
  private static let timeoutFrames = 2.5
  /// The number of consecutive timeouts after which the timer paces the frames instead of the
  /// server.
  private static let maxConsecutiveMisses = 3
  /// The age in seconds from which the last known value of the server's frame counter is too old
  /// and the counter is queried again. Drift over this time stays far below a frame.
  private static let maxCounterAge = 0.1
  /// The weight of one measured frame interval in the moving average.
  private static let averagingWeight = 0.05

  /// The minimum time between two frames when input asks for them, as a fraction of the frame
  /// interval. Input at 60 Hz arrives slightly early or late, and each of its events gets its own
  /// frame.
  private static let minIntervalShare = 0.7

  /// The accepted frame intervals in seconds, for 10 to 1000 frames per second.
  private static let plausibleIntervals = 0.001...0.1

  private enum Phase: Hashable { case idle, waiting, due }

  /// The time between two frames of the monitor in seconds, first as set, later as measured.
  private(set) var interval: Double
  /// Whether the server has the Present extension, so that it can report vertical blanks.
  private let canReportBlanks: Bool
  private var phase = Phase.idle
  private var lastTick: Timestamp?
  private var lastPresentation: Timestamp?
  private var lastBlank: (msc: UInt64, time: Timestamp)?
  private var dueSince: Timestamp?
  private var serial: UInt32 = 0
  private var isQueryingCounter = false
  private var consecutiveMisses = 0
  /// Whether a frame is being drawn. A frame that is requested during this time waits for a
  /// vertical blank.
  private var isDrawing = false

  init(interval: Double, canReportBlanks: Bool) {
    self.interval = interval
    self.canReportBlanks = canReportBlanks
  }

  /// Whether a frame was requested and has not begun yet.
  var isPending: Bool { phase != .idle }
  /// Whether the requested frame should be drawn now.
  var isDue: Bool { phase == .due }

  /// Sets the time between two frames of the monitor in seconds, which measurements then correct.
  /// Values outside 10 to 1000 frames per second are ignored.
  mutating func setInterval(_ seconds: Double) {
    guard Self.plausibleIntervals.contains(seconds) else { return }
    interval = seconds
  }

  /// Requests a frame; without effect while a frame is already requested.
  mutating func request(at now: Timestamp) -> [Effect] {
    guard phase == .idle else { return [] }
    let minInterval = interval * (isDrawing ? 1 : Self.minIntervalShare)
    guard let last = lastTick, now - last < minInterval else {
      phase = .due
      dueSince = nil
      return []
    }
    phase = .waiting
    guard canReportBlanks else { return [.setTimer(last + interval)] }
    serial &+= 1
    let guardTime =
      consecutiveMisses < Self.maxConsecutiveMisses
      ? now + interval * Self.timeoutFrames : last + interval
    if let blank = lastBlank, abs(now - blank.time) < Self.maxCounterAge {
      isQueryingCounter = false
      return [.requestBlank(serial: serial, target: blank.msc &+ 1), .setTimer(guardTime)]
    }
    isQueryingCounter = true
    return [.requestBlank(serial: serial, target: 0), .setTimer(guardTime)]
  }

  /// Handles the server's event that its frame counter has reached `msc` at `time`.
  ///
  /// - Parameter serial: the serial number of the ``Effect/requestBlank(serial:target:)`` that
  ///   asked for the event.
  mutating func receiveBlank(serial: UInt32, msc: UInt64, time: Timestamp) -> [Effect] {
    measure(msc: msc, time: time)
    lastBlank = (msc, time)
    guard serial == self.serial, phase == .waiting else { return [] }
    consecutiveMisses = 0
    if isQueryingCounter {
      isQueryingCounter = false
      self.serial &+= 1
      return [.requestBlank(serial: self.serial, target: msc &+ 1)]
    }
    phase = .due
    dueSince = time
    return [.cancelTimer]
  }

  /// Handles the end of the timer: the requested frame is due, although the server has sent no
  /// event.
  mutating func timerFired(at now: Timestamp) {
    guard phase == .waiting else { return }
    if canReportBlanks { consecutiveMisses += 1 }
    phase = .due
    dueSince = nil
  }

  /// Begins the frame that is due.
  ///
  /// - Returns: the time at which the frame will be visible, and the frame interval.
  mutating func begin(at now: Timestamp) -> FrameTime {
    phase = .idle
    isDrawing = true
    // A vertical blank that is reported late still gives the phase of the display; the
    // presentation time never goes back. A time that differs from the present by a frame interval
    // or more comes from another clock, and is ignored.
    let base = dueSince.map { abs(now - $0) < interval ? $0 : now } ?? now
    dueSince = nil
    let presentation = max(base + interval, lastPresentation ?? base)
    lastTick = now
    lastPresentation = presentation
    return FrameTime(presentation: presentation, interval: interval)
  }

  /// Ends the drawing of the frame that `begin(at:)` has begun.
  mutating func end() { isDrawing = false }

  private mutating func measure(msc: UInt64, time: Timestamp) {
    guard let last = lastBlank, msc > last.msc, msc - last.msc < 4 else { return }
    let measured = (time - last.time) / Double(msc - last.msc)
    // A measurement far from the frame interval is a delay, or the window has moved to another
    // monitor, whose interval is set separately.
    guard measured > interval * 0.5, measured < interval * 2 else { return }
    interval += (measured - interval) * Self.averagingWeight
  }
}
