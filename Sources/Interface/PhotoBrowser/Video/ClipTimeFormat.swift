import Geometry

/// The formatting of times in a video.
nonisolated enum ClipTimeFormat {
  /// A time as minutes and seconds, with hours if needed: `0:07`, `12:34`, `1:02:03`; `–:––` for a
  /// time that is negative, not finite, or a billion seconds and more.
  static func label(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "–:––" }
    let whole = Int(seconds)
    let rest = padded(whole % 60)
    guard whole >= 3600 else { return "\(whole / 60):\(rest)" }
    return "\(whole / 3600):\(padded(whole / 60 % 60)):\(rest)"
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The mapping between positions on a scrub bar and times in a video.
nonisolated struct ScrubTrack: Hashable {
  /// The left end of the bar's track, in device pixels.
  var start: Double
  /// The length of the bar's track, in device pixels.
  var length: Double
  /// The duration of the video, in seconds.
  var duration: Double

  /// The time in seconds at the position `x`, in device pixels; positions beyond the ends of the
  /// track are clamped.
  func seconds(at x: Double) -> Double {
    guard length > 0, duration > 0, x.isFinite else { return 0 }
    return min(max(0, (x - start) / length), 1) * duration
  }

  /// The position on the track of a time in seconds, in device pixels; times beyond the ends of the
  /// video are clamped.
  func x(of seconds: Double) -> Double {
    guard length > 0, duration > 0, seconds.isFinite else { return start }
    return start + min(max(0, seconds / duration), 1) * length
  }
}
