/// A monotonic instant, in seconds since an origin that is fixed while the program runs.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// The time since the origin, in seconds.
  public var seconds: Double

  public init(seconds: Double) {
    self.seconds = seconds
  }

  /// The origin of time: 0 seconds.
  public static let zero = Timestamp(seconds: 0)

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }
  /// The instant `s` seconds later.
  public static func + (t: Timestamp, s: Double) -> Timestamp { Timestamp(seconds: t.seconds + s) }
  /// The instant `s` seconds earlier.
  public static func - (t: Timestamp, s: Double) -> Timestamp { Timestamp(seconds: t.seconds - s) }
  /// The interval from `b` to `a`, in seconds.
  public static func - (a: Timestamp, b: Timestamp) -> Double { a.seconds - b.seconds }
}
