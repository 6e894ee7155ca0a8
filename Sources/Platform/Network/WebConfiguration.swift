import CLinux

/// The settings of downloads from the web.
nonisolated public struct WebConfiguration: Sendable {
  /// The value of the `User-Agent` header.
  public var userAgent = "pbview"
  /// The timeout in seconds for name lookup, connection and TLS handshake. Default 15.
  public var connectTimeout = 15.0
  /// The timeout in seconds without received data, also before the first byte. Default 30.
  public var stallTimeout = 30.0
  /// The maximum size of one picture in bytes. Default 256 MB.
  public var maxBytes = 256_000_000
  /// The maximum number of redirects of one request. Default 10.
  public var maxRedirects = 10
  /// The maximum number of times that a broken download is resumed, as long as each transfer
  /// receives bytes. Default 2.
  public var maxResumes = 2
  /// The cache on disk; nil keeps pictures in memory only.
  public var cache: WebCache?
  /// The clock for the freshness of cached pictures, in seconds since 1970. Default: the system's
  /// clock.
  public var clock: @Sendable () -> Int = { time(nil) }

  /// Makes the default configuration, without a cache.
  public init() {}
}
