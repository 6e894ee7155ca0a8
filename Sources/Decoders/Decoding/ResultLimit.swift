import CLinux
import DecoderWire

/// The size limit of each memfd of the process. The kernel does not count memfds as address space.
enum ResultLimit {
  /// The divisor of the pixels' bytes that gives the allowance for row padding: sufficient for rows
  /// of 48 pixels.
  private static let paddingShare = 4
  /// The minimum allowance for row padding in bytes, for small limits.
  private static let minBytes = 64 << 20

  /// Sets the limit permanently to the largest picture that `limits` allow.
  static func apply(_ limits: DecodeLimits) {
    let (bytes, overflow) = limits.pixels.multipliedReportingOverflow(by: 4)
    guard bytes >= 0, !overflow, bytes < Int.max / 2 else { return }
    var limit = rlimit()
    let resource = Int32(RLIMIT_FSIZE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let largest = min(limit.rlim_max, rlim_t(bytes + bytes / paddingShare + minBytes))
    limit = rlimit(rlim_cur: largest, rlim_max: largest)
    setrlimit(resource, &limit)
  }
}
