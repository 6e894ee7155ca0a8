import Geometry
import Motion

/// The tracker of the speed class of a grid's scroll, measured from its offsets, whatever causes
/// the scroll; prefetching of thumbnails depends on it.
struct ScrollPaceTracker: Hashable, Sendable {
  /// The minimum speed of ``GalleryWindow/Pace/medium``, in viewport heights per second.
  private static let minMediumSpeed = 1.5
  /// The minimum speed of ``GalleryWindow/Pace/fast``, in viewport heights per second.
  private static let minFastSpeed = 6.0

  /// The last direction of the scroll: 1 is down, −1 is up, 0 before the first scroll.
  private(set) var direction = 0
  private(set) var pace = GalleryWindow.Pace.slow
  private var tracker = VelocityTracker()
  private var lastOffset: Double?
  /// The time at which the class becomes slow if no other scroll offset is recorded until then; nil
  /// when the class is slow.
  private(set) var deadline: Timestamp?

  /// Records the scroll offset at `t`; `offset` and the viewport height `viewport` in device
  /// pixels.
  mutating func record(_ offset: Double, viewport: Double, at t: Timestamp) {
    if let lastOffset, lastOffset != offset { direction = offset > lastOffset ? 1 : -1 }
    let isMoving = lastOffset != offset
    lastOffset = offset
    tracker.add(Vector(dx: 0, dy: offset), at: t)
    let speed = abs(tracker.velocity(at: t).dy) / max(1, viewport)
    pace = speed < Self.minMediumSpeed ? .slow : speed < Self.minFastSpeed ? .medium : .fast
    if pace == .slow {
      deadline = nil
    } else if isMoving {
      deadline = t + VelocityTracker.windowSeconds
    } else if let deadline, t >= deadline {
      reset()
    }
  }

  /// Sets the class to slow and forgets the recorded offsets, because the offsets were renumbered
  /// or the scroll has stopped.
  mutating func reset() {
    tracker.reset()
    lastOffset = nil
    deadline = nil
    pace = .slow
  }
}
