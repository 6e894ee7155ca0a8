package import Geometry

/// Recent position samples of a contact, and the velocity estimated from them.
package struct VelocityTracker: Hashable, Sendable {
  /// The age in seconds beyond which a position sample is ignored. 0.1 s is long enough to smooth
  /// the motion of a 60 Hz device and short enough to notice a stop.
  package static let windowSeconds = 0.1
  /// The time without a sample after which the contact counts as stopped, in seconds.
  package static let stopTimeout = 0.06

  private struct Sample: Hashable, Sendable {
    var position: Vector
    var time: Timestamp
  }
  private var samples: [Sample] = []

  package init() {}

  package mutating func reset() { samples.removeAll(keepingCapacity: true) }

  /// Adds the contact's position at `time`. Values that are not finite are ignored; a sample that
  /// is not later than the previous one only replaces the position of that one.
  package mutating func add(_ position: Vector, at time: Timestamp) {
    guard position.isFinite, time.seconds.isFinite else { return }
    if let last = samples.last, time <= last.time {
      samples[samples.count - 1].position = position
      return
    }
    samples.append(Sample(position: position, time: time))
    if let first = samples.firstIndex(where: { time - $0.time <= Self.windowSeconds }), first > 0 {
      samples.removeFirst(first)
    }
  }

  /// The velocity of the contact at `time` in device pixels per second, by linear least squares
  /// over the samples of the last ``windowSeconds`` seconds; zero after a stop.
  ///
  /// - Complexity: O(samples in the window).
  package func velocity(at time: Timestamp) -> Vector {
    guard let last = samples.last, time - last.time < Self.stopTimeout else { return .zero }
    let recent = samples.filter { time - $0.time <= Self.windowSeconds }
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
