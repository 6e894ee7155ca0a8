import CLinux
public import Motion
import Synchronization

extension Timestamp {
  /// The present instant on `CLOCK_MONOTONIC`, the clock of all events, frames and the Present
  /// extension. While ``FrozenClock`` stops the clock, the instant at which it stands.
  public nonisolated static var now: Timestamp { FrozenClock.time ?? .systemNow }

  /// The present instant of the system's clock, also while ``FrozenClock`` stops the clock of the
  /// process.
  package nonisolated static var systemNow: Timestamp {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return Timestamp(seconds: Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9)
  }
}

/// The clock of the process while input is recorded or replayed: ``Timestamp/now`` stands still
/// during each input, so that a recording contains every time that the program has read.
package nonisolated enum FrozenClock {
  /// The instant at which the clock stands, as the bits of its seconds; 0 while the clock runs.
  private static let frozenBits = Atomic<UInt64>(0)

  /// The instant at which the clock stands; nil while the clock shows the system's time.
  static var time: Timestamp? {
    let held = frozenBits.load(ordering: .relaxed)
    return held == 0 ? nil : Timestamp(seconds: Double(bitPattern: held))
  }

  /// Stops the clock of the process at `time`, which must be later than 0. A further call moves it
  /// to another instant.
  package static func freeze(at time: Timestamp) {
    frozenBits.store(time.seconds.bitPattern, ordering: .relaxed)
  }

  /// The time of day at the origin of the monotonic clock, in nanoseconds since 1970; 0 while the
  /// time of day is the system's.
  private static let wallClockOrigin = Atomic<Int64>(0)

  /// The time of day at the instant at which the clock stands, in nanoseconds since 1970; nil when
  /// the system's time of day is used.
  package static var wallClockNanoseconds: Int64? {
    let origin = wallClockOrigin.load(ordering: .relaxed)
    guard origin != 0, let time else { return nil }
    return origin &+ Int64(min(max(0, time.seconds), 1e9) * 1e9)
  }

  /// Sets the time of day at an instant, in nanoseconds since 1970. At later instants at which the
  /// clock stands, the time of day is later by the same amount.
  package static func setWallClock(_ nanoseconds: Int64, at time: Timestamp) {
    let elapsed = Int64(min(max(0, time.seconds), 1e9) * 1e9)
    wallClockOrigin.store(nanoseconds &- elapsed, ordering: .relaxed)
  }

  /// Makes the clock show the system's time again.
  package static func unfreeze() { frozenBits.store(0, ordering: .relaxed) }
}
