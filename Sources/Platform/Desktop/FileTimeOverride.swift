import CLinux
import Glibc
import Synchronization

/// The modification times of the files that the program writes, which a replay sets to the recorded
/// ones.
nonisolated package enum FileTimeOverride {
  private static let provider = Mutex<(@Sendable (_ target: [UInt8]) -> Int64?)?>(nil)

  /// Sets the closure that gives the modification time of a file, by the path under which it
  /// appears when it is complete; in nanoseconds since 1970, nil for the present time. Default:
  /// always nil.
  package static func setProvider(_ time: @escaping @Sendable (_ target: [UInt8]) -> Int64?) {
    provider.withLock { $0 = time }
  }

  /// Sets the modification time of an open file, if there is a closure that gives one.
  static func apply(to descriptor: Int32, target: [UInt8]) {
    guard let provider = provider.withLock({ $0 }), let modified = provider(target) else { return }
    let time = timespec(nanoseconds: modified)
    var times = [time, time]
    _ = futimens(descriptor, &times)
  }
}

nonisolated extension timespec {
  /// Makes the time that is a number of nanoseconds after the beginning of 1970, or before it.
  init(nanoseconds: Int64) {
    let second: Int64 = 1_000_000_000
    // A `timespec` counts nanoseconds forwards from a whole second, also before 1970.
    let part = (nanoseconds % second + second) % second
    self.init(tv_sec: Int((nanoseconds &- part) / second), tv_nsec: Int(part))
  }
}
