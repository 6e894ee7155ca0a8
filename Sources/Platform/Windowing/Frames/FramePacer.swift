import Motion

/// The decision when the next frame is due. A value without its own clock: instants go in, effects
/// come out.
///
/// The first frame after an idle period is due at once. The following frames are paced by the
/// server's vertical blank (`notify`), guarded by a timer (`arm`) for servers and windows that send
/// no events. Input events that arrive about as often as vertical blanks each get a frame at once.
nonisolated struct FramePacer {
  /// An action for the owner to perform.
  enum Effect: Hashable, Sendable {
    /// Request an event when the server's frame counter (MSC) reaches `target`.
    case notify(serial: UInt32, target: UInt64)
    /// Call `timerFired` at this instant, unless a later effect replaces or disarms the timer.
    case arm(Timestamp)
    /// Cancel the timer.
    case disarm
  }

  /// The timeout for the server's event, in frames: one is expected, one more on a busy machine,
  /// and half a frame of rounding.
  private static let timeoutFrames = 2.5
  /// The number of consecutive timeouts after which the timer paces the frames.
  private static let maxConsecutiveMisses = 3
  /// The age in seconds after which the frame counter is queried again. Drift over this time stays
  /// far below a frame.
  private static let staleAfter = 0.1
  /// The weight of one measured interval in the moving average.
  private static let measureWeight = 0.05

  /// The minimum time between two frames, as a fraction of the frame interval. Input at 60 Hz
  /// arrives slightly early or late, and each of its events gets its own frame.
  private static let minIntervalShare = 0.7

  /// The accepted frame intervals in seconds, for 10 to 1000 frames per second.
  private static let plausibleIntervals = 0.001...0.1

  private enum Phase: Hashable { case idle, waiting, due }

  /// The frame interval in seconds.
  private(set) var interval: Double
  /// Whether the Present extension is available.
  private let canNotify: Bool
  private var phase = Phase.idle
  private var lastTick: Timestamp?
  private var lastPresentation: Timestamp?
  private var lastBlank: (msc: UInt64, time: Timestamp)?
  private var dueSince: Timestamp?
  private var serial: UInt32 = 0
  private var isQueryingCounter = false
  private var misses = 0
  /// Whether a frame is being drawn. Requests during this time are paced by vertical blanks.
  private var isDrawing = false

  init(interval: Double, canNotify: Bool) {
    self.interval = interval
    self.canNotify = canNotify
  }

  /// Whether a frame was requested and has not begun yet.
  var isPending: Bool { phase != .idle }
  /// Whether the requested frame should be drawn now.
  var isDue: Bool { phase == .due }

  /// Sets the frame interval of the monitor in seconds; the measured interval starts from it.
  /// Implausible values are ignored.
  mutating func setInterval(_ seconds: Double) {
    guard Self.plausibleIntervals.contains(seconds) else { return }
    interval = seconds
  }

  /// Requests a frame.
  mutating func request(at now: Timestamp) -> [Effect] {
    guard phase == .idle else { return [] }
    let minInterval = interval * (isDrawing ? 1 : Self.minIntervalShare)
    guard let last = lastTick, now - last < minInterval else {
      phase = .due
      dueSince = nil
      return []
    }
    phase = .waiting
    guard canNotify else { return [.arm(last + interval)] }
    serial &+= 1
    let guardTime =
      misses < Self.maxConsecutiveMisses ? now + interval * Self.timeoutFrames : last + interval
    if let blank = lastBlank, abs(now - blank.time) < Self.staleAfter {
      isQueryingCounter = false
      return [.notify(serial: serial, target: blank.msc &+ 1), .arm(guardTime)]
    }
    isQueryingCounter = true
    return [.notify(serial: serial, target: 0), .arm(guardTime)]
  }

  /// Handles the server's event: its frame counter reached `msc` at `time`.
  mutating func blank(serial: UInt32, msc: UInt64, time: Timestamp) -> [Effect] {
    measure(msc: msc, time: time)
    lastBlank = (msc, time)
    guard serial == self.serial, phase == .waiting else { return [] }
    misses = 0
    if isQueryingCounter {
      isQueryingCounter = false
      self.serial &+= 1
      return [.notify(serial: self.serial, target: msc &+ 1)]
    }
    phase = .due
    dueSince = time
    return [.disarm]
  }

  /// Handles the timeout of the armed timer.
  mutating func timerFired(at now: Timestamp) {
    guard phase == .waiting else { return }
    if canNotify { misses += 1 }
    phase = .due
    dueSince = nil
  }

  /// Begins the frame that is due and returns its presentation time.
  mutating func begin(at now: Timestamp) -> FrameTime {
    phase = .idle
    isDrawing = true
    // A vertical blank that is reported late still gives the phase of the display, but the
    // presentation time never goes back. A distant time is of another clock.
    let base = dueSince.map { abs(now - $0) < interval ? $0 : now } ?? now
    dueSince = nil
    let presentation = max(base + interval, lastPresentation ?? base)
    lastTick = now
    lastPresentation = presentation
    return FrameTime(presentation: presentation, interval: interval)
  }

  /// Ends the frame begun by `begin(at:)`.
  mutating func end() { isDrawing = false }

  private mutating func measure(msc: UInt64, time: Timestamp) {
    guard let last = lastBlank, msc > last.msc, msc - last.msc < 4 else { return }
    let measured = (time - last.time) / Double(msc - last.msc)
    // An outlier is a delay, or a window moved to another monitor; the latter sets the interval
    // anew.
    guard measured > interval * 0.5, measured < interval * 2 else { return }
    interval += (measured - interval) * Self.measureWeight
  }
}
