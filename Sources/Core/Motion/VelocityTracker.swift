public import Geometry

/// The last samples of a finger, and how fast it left.
public struct VelocityTracker: Hashable, Sendable {
  /// Samples older than this say nothing about the release, in seconds.
  /// 0.1 s is long enough to smooth a 60 Hz device and short enough to notice a stop.
  public static let window = 0.1
  /// A finger that has not moved for this long has stopped, in seconds.
  public static let stillness = 0.06

  private struct Sample: Hashable, Sendable {
    var position: Vector
    var time: Timestamp
  }
  private var samples: [Sample] = []

  /// Makes an empty tracker.
  public init() {}

  /// Forgets all samples.
  public mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// Notes where the finger was at `time`; samples that are not finite are refused.
  public mutating func add(_ position: Vector, at time: Timestamp) {
    guard position.isFinite, time.seconds.isFinite else { return }
    if let last = samples.last, time <= last.time {
      samples[samples.count - 1].position = position
      return
    }
    samples.append(Sample(position: position, time: time))
    if let first = samples.firstIndex(where: { time - $0.time <= Self.window }), first > 0 {
      samples.removeFirst(first)
    }
  }

  /// Points per second at `time`, by least squares over the window; zero after a stop.
  ///
  /// - Complexity: O(samples in the window).
  public func velocity(at time: Timestamp) -> Vector {
    guard let last = samples.last, time - last.time < Self.stillness else { return .zero }
    let recent = samples.filter { time - $0.time <= Self.window }
    guard recent.count >= 2, let first = recent.first else { return .zero }
    let n = Double(recent.count)
    var st = 0.0
    var stt = 0.0
    var sum = Vector.zero
    var cross = Vector.zero
    for s in recent {
      let t = s.time - first.time
      st += t
      stt += t * t
      sum = sum + s.position
      cross = cross + s.position * t
    }
    let d = n * stt - st * st
    guard d > 1e-12 else { return .zero }
    return (cross * n - sum * st) * (1 / d)
  }
}
