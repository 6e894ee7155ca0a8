import CLinux

/// The configuration of downloads from the web.
nonisolated public struct WebConfiguration: Sendable {
  /// The value of the header field `User-Agent` in requests. Default `pbview`.
  public var userAgent = "pbview"
  /// The maximum time, in seconds, for name lookup, connection and TLS handshake together. Default
  /// 15.
  public var connectTimeout = 15.0
  /// The maximum time, in seconds, without received data, also before the first byte. Default 30.
  public var stallTimeout = 30.0
  /// The maximum size of one picture, in bytes. Default 256 MB.
  public var maxBytes = 256_000_000
  /// The maximum size, in bytes, of a body that the server has compressed although it was asked not
  /// to: a small body may expand to gigabytes, which are decompressed without a pause.
  package var maxDecompressedBytes = 64_000_000
  /// The maximum number of redirects of one request. Default 10.
  public var maxRedirects = 10
  /// The maximum number of times that an interrupted download is resumed, as long as each transfer
  /// receives bytes. Default 2.
  public var maxResumes = 2
  /// The cache of pictures on disk; nil keeps pictures in memory only. Default nil.
  public var cache: WebCache?
  /// The clock for the freshness of cached pictures, which returns seconds since 1970. Default: the
  /// clock of the system.
  public var clock: @Sendable () -> Int = { time(nil) }

  /// Makes the default configuration of downloads, without a cache.
  public init() {}
}
