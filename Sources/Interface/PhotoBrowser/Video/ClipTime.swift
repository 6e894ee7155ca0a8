import Geometry

/// The text of video times.
nonisolated enum ClipTime {
  /// The time in minutes and seconds, with hours if needed: `0:07`, `12:34`, `1:02:03`.
  static func label(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–:––" }
    let whole = Int(seconds)
    let rest = padded(whole % 60)
    guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
    return "\(whole / 3600):\(padded(whole / 60 % 60)):\(rest)"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The mapping between positions on a scrub bar and times.
nonisolated struct ScrubLine: Hashable {
  /// The left end of the bar, in device pixels.
  var start: Double
  /// The length of the time line's track, in device pixels.
  var length: Double
  /// The duration that the bar represents, in seconds.
  var duration: Double

  /// The time in seconds at position `x`, in device pixels; positions beyond the ends are clamped.
  func seconds(at x: Double) -> Double {
    guard length > 0, duration > 0, x.isFinite else { return 0 }
    return min(max(0, (x - start) / length), 1) * duration
  }

  /// The position of a time on the scrub bar, in device pixels.
  func x(of seconds: Double) -> Double {
    guard length > 0, duration > 0, seconds.isFinite else { return start }
    return start + min(max(0, seconds / duration), 1) * length
  }
}
