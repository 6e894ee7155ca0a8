import CLinux

/// The monotonic clock.
package enum Clock {
  /// The time of CLOCK_MONOTONIC in nanoseconds since an arbitrary origin.
  package static var nowNanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
