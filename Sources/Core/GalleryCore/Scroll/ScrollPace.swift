import Geometry
import Motion

/// How fast something scrolls, whatever scrolls it: what is worth fetching depends on it.
struct ScrollPace: Hashable, Sendable {
  /// Faster than this many viewports per second, cells are recognised but not looked at.
  private static let brisk = 1.5
  /// Faster than this many nothing is recognised.
  private static let fast = 6.0

  /// 1 when what is below comes into view, −1 what is above, 0 when nothing did yet.
  private(set) var direction = 0
  private(set) var pace = GalleryWindow.Pace.calm
  private var tracker = VelocityTracker()
  private var last: Double?
  /// When a scroll that was not heard of since counts as standing still.
  private(set) var deadline: Timestamp?

  /// It is at `offset` at `t`.
  mutating func note(_ offset: Double, viewport: Double, at t: Timestamp) {
    if let last, last != offset { direction = offset > last ? 1 : -1 }
    let isMoving = last != offset
    last = offset
    tracker.add(Vector(dx: 0, dy: offset), at: t)
    let speed = abs(tracker.velocity(at: t).dy) / max(1, viewport)
    pace = speed < Self.brisk ? .calm : speed < Self.fast ? .brisk : .fast
    if pace == .calm {
      deadline = nil
    } else if isMoving {
      deadline = t + VelocityTracker.window
    } else if let deadline, t >= deadline {
      reset()
    }
  }

  /// The pixels were renumbered, or it stands still.
  mutating func reset() {
    tracker.reset()
    last = nil
    deadline = nil
    pace = .calm
  }
}
