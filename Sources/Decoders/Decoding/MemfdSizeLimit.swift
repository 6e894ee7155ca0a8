import CLinux
import DecoderWire

/// The size limit of every memfd of the process (RLIMIT_FSIZE), because the kernel does not count
/// memfds as address space.
enum MemfdSizeLimit {
  /// The size of the largest picture in bytes divided by this number is allowed for the padding of
  /// rows; rows of 64 pixels and more need less.
  private static let paddingDivisor = 4
  /// The number of bytes that are allowed in addition to the largest picture and its padding, also
  /// for other contents and small pictures.
  private static let additionalBytes = 64 << 20

  /// Limits memfds permanently to the bytes of the largest picture that `limits` allow.
  static func apply(_ limits: DecodeLimits) {
    let (bytes, overflow) = limits.pixels.multipliedReportingOverflow(by: 4)
    guard bytes >= 0, !overflow, bytes < Int.max / 2 else { return }
    var limit = rlimit()
    let resource = Int32(RLIMIT_FSIZE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let largest = min(limit.rlim_max, rlim_t(bytes + bytes / paddingDivisor + additionalBytes))
    limit = rlimit(rlim_cur: largest, rlim_max: largest)
    setrlimit(resource, &limit)
  }
}
