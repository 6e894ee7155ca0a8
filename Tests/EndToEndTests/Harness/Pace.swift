import Glibc

/// Waits as a device waits between two reports.
///
/// This is the only place where these tests wait for time to pass. A finger's speed is made of real
/// time, so motion must arrive at a device's rate; and the screen sends no event when its pixels
/// change, so it is looked at once a frame. Everything else waits for a line, an event or an exit.
struct Pace {
  /// Milliseconds between two reports of a common mouse or touch screen (125 a second).
  static let reportInterval = 8.0
  /// Milliseconds between two looks at the screen: one frame at 60 Hz.
  static let frameInterval = 16.0

  private var next: Double

  /// Starts counting now.
  init() { next = Pace.milliseconds }

  /// Waits until `interval` milliseconds after the last turn, so that lateness never adds up.
  mutating func turn(_ interval: Double = Pace.reportInterval) {
    next += interval
    var until = timespec(
      tv_sec: Int(next / 1000),
      tv_nsec: Int(next.truncatingRemainder(dividingBy: 1000) * 1_000_000))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nil) == EINTR {}
  }

  /// Waits once.
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
