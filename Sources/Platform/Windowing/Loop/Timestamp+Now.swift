import CLinux
public import Motion

extension Timestamp {
  /// The current instant on `CLOCK_MONOTONIC`, the clock of all events, frames and the Present
  /// extension.
  public nonisolated static var now: Timestamp {
    var t = timespec()
    clock_gettime(CLOCK_MONOTONIC, &t)
    return Timestamp(seconds: Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9)
  }
}
