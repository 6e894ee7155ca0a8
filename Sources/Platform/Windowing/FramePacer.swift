import Motion

/// Decides when the next frame is due. A value: instants in, effects out, no clock of its own.
///
/// The first frame after a rest is due at once. The frames that follow are paced by the server's
/// vertical blank (`notify`), guarded by a timer (`arm`) for servers and windows that send none.
/// Input that is about as fast as the blanks leads: a frame for each of its steps, at once.
nonisolated struct FramePacer {
  /// What the owner has to do.
  enum Effect: Hashable, Sendable {
    /// Ask the server for an event when its frame counter reaches `target`.
    case notify(serial: UInt32, target: UInt64)
    /// Call `timerFired` at this instant unless told otherwise.
    case arm(Timestamp)
    /// Forget the timer.
    case disarm
  }

  /// How long to wait for the server's event, in frames: one is expected, a busy machine may be
  /// one late, and half a frame of rounding.
  private static let patience = 2.5
  /// After so many events in a row that never came the timer leads.
  private static let missesUntilTimer = 3
  /// Older counters are asked for again, seconds: drift over this stays far below a frame.
  private static let staleAfter = 0.1
  /// Weight of one measured interval in the average.
  private static let measureWeight = 0.05

  /// A frame that is asked for after this share of one is due at once: input that comes sixty times
  /// a second comes a little early or late, and each of its steps has a frame of its own.
  private static let soonest = 0.7

  /// Monitors show between ten and a thousand frames a second: seconds of one.
  private static let plausibleIntervals = 0.001...0.1

  private enum Phase: Hashable { case idle, waiting, due }

  /// Seconds from frame to frame.
  private(set) var interval: Double
  /// True where the Present extension answers.
  private let canNotify: Bool
  private var phase = Phase.idle
  private var lastTick: Timestamp?
  private var lastPresentation: Timestamp?
  private var lastBlank: (msc: UInt64, time: Timestamp)?
  private var dueSince: Timestamp?
  private var serial: UInt32 = 0
  private var isAskingCounter = false
  private var misses = 0
  /// True while a frame is made: what asks for the next one meanwhile is paced by the blanks.
  private var isDrawing = false

  init(interval: Double, canNotify: Bool) {
    self.interval = interval
    self.canNotify = canNotify
  }

  /// True when a frame was asked for and has not been made yet.
  var isPending: Bool { phase != .idle }
  /// True when the frame should be made now.
  var isDue: Bool { phase == .due }

  /// Sets the monitor's frame time; the measured one goes on from there.
  mutating func setInterval(_ seconds: Double) {
    guard Self.plausibleIntervals.contains(seconds) else { return }
    interval = seconds
  }

  /// Somebody wants a frame.
  mutating func request(at now: Timestamp) -> [Effect] {
    guard phase == .idle else { return [] }
    let soonest = interval * (isDrawing ? 1 : Self.soonest)
    guard let last = lastTick, now - last < soonest else {
      phase = .due
      dueSince = nil
      return []
    }
    phase = .waiting
    guard canNotify else { return [.arm(last + interval)] }
    serial &+= 1
    let guardTime =
      misses < Self.missesUntilTimer ? now + interval * Self.patience : last + interval
    if let blank = lastBlank, now - blank.time < Self.staleAfter {
      isAskingCounter = false
      return [.notify(serial: serial, target: blank.msc + 1), .arm(guardTime)]
    }
    isAskingCounter = true
    return [.notify(serial: serial, target: 0), .arm(guardTime)]
  }

  /// The server says its counter is at `msc` since `time`.
  mutating func blank(serial: UInt32, msc: UInt64, time: Timestamp) -> [Effect] {
    measure(msc: msc, time: time)
    lastBlank = (msc, time)
    guard serial == self.serial, phase == .waiting else { return [] }
    misses = 0
    if isAskingCounter {
      isAskingCounter = false
      self.serial &+= 1
      return [.notify(serial: self.serial, target: msc + 1)]
    }
    phase = .due
    dueSince = time
    return [.disarm]
  }

  /// The armed timer came first.
  mutating func timerFired(at now: Timestamp) {
    guard phase == .waiting else { return }
    if canNotify { misses += 1 }
    phase = .due
    dueSince = nil
  }

  /// Begins the frame that is due.
  mutating func begin(at now: Timestamp) -> FrameTime {
    phase = .idle
    isDrawing = true
    // A blank reported late still tells where the grid lies, but never a time already shown.
    let base = dueSince.map { now - $0 < interval ? $0 : now } ?? now
    dueSince = nil
    let presentation = max(base + interval, lastPresentation ?? base)
    lastTick = now
    lastPresentation = presentation
    return FrameTime(presentation: presentation, interval: interval)
  }

  /// The frame is made.
  mutating func end() { isDrawing = false }

  private mutating func measure(msc: UInt64, time: Timestamp) {
    guard let last = lastBlank, msc > last.msc, msc - last.msc < 4 else { return }
    let measured = (time - last.time) / Double(msc - last.msc)
    // A measurement far from the average is a hiccup, or a window that moved to another monitor,
    // which sets the interval anew.
    guard measured > interval * 0.5, measured < interval * 2 else { return }
    interval += (measured - interval) * Self.measureWeight
  }
}
