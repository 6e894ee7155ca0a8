import Geometry

/// Times of clips, for people and for the scrub bar.
nonisolated enum ClipTime {
  /// Seconds as a clock shows them: `0:07`, `12:34`, `1:02:03`.
  static func label(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–:––" }
    let whole = Int(seconds)
    let rest = padded(whole % 60)
    guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
    return "\(whole / 3600):\(padded(whole / 60 % 60)):\(rest)"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A line of time: where on it an instant is, and which instant a place is.
nonisolated struct ScrubLine: Hashable {
  /// Where it begins, in points.
  var start: Double
  /// How long it is, in points.
  var length: Double
  /// How long it lasts, in seconds.
  var duration: Double

  /// The instant at `x`, which may lie beyond the ends.
  func seconds(at x: Double) -> Double {
    guard length > 0, duration > 0, x.isFinite else { return 0 }
    return min(max(0, (x - start) / length), 1) * duration
  }

  /// Where an instant is.
  func x(of seconds: Double) -> Double {
    guard length > 0, duration > 0, seconds.isFinite else { return start }
    return start + min(max(0, seconds / duration), 1) * length
  }
}
