import CLinux

/// What a user or a test may change about pictures from the web.
nonisolated public struct WebConfiguration: Sendable {
  /// What servers are told of the program.
  public var userAgent = "pbview"
  /// Most seconds until a server is reached, its name looked up and its certificate checked.
  /// Default 15.
  public var connectTimeout = 15.0
  /// Most seconds in which nothing comes, the answer's first byte included. Default 30.
  public var stallTimeout = 30.0
  /// Most bytes of one picture. Default 256 MB.
  public var mostBytes = 256_000_000
  /// Most servers one is sent on by. Default 10.
  public var mostRedirects = 10
  /// How often a transfer that broke off is taken up again, as long as each brings it further.
  /// Default 2.
  public var mostResumes = 2
  /// Where pictures are kept; nil for memory alone.
  public var cache: WebCache?
  /// Seconds since 1970: what freshness is measured by. Default the system's clock.
  public var clock: @Sendable () -> Int = { time(nil) }

  /// Makes the default configuration, which keeps nothing.
  public init() {}
}
