import Glibc

/// A clock that paces input reports and screenshots.
///
/// The tests sleep in this type only. Velocity depends on real time, so motion must arrive at a
/// device's report rate; and the X server sends no event when pixels change, so screenshots are
/// taken once per frame. Everything else waits for a line, an event or an exit.
struct Pace {
  /// Milliseconds between two reports of a common mouse or touch screen (125 Hz).
  static let reportInterval = 8.0
  /// Milliseconds between two screenshots: one frame at 60 Hz.
  static let frameInterval = 16.0

  private var next: Double

  /// Makes a clock whose first deadline is now.
  init() { next = Pace.milliseconds }

  /// Waits until `interval` milliseconds after the previous deadline, so that delays do not add up.
  mutating func turn(_ interval: Double = Pace.reportInterval) {
    next += interval
    var until = timespec(
      tv_sec: Int(next / 1000),
      tv_nsec: Int(next.truncatingRemainder(dividingBy: 1000) * 1_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil) == EINTR {}
  }

  /// Waits for `milliseconds`.
  static func hold(milliseconds: Double) {
    var pace = Pace()
    pace.turn(milliseconds)
  }

  /// The monotonic clock in milliseconds.
  static var milliseconds: Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) * 1000 + Double(now.tv_nsec) / 1_000_000
  }
}
