import Geometry
import Input
import Motion

/// One button held or one finger on the screen, and where it has been.
struct Contact: Sendable {
  /// What tells one contact from another.
  enum Key: Hashable, Sendable {
    case mouse(PointerEvent.Button)
    case touch(UInt32)

    var kind: PointerKind {
      switch self {
      case .mouse: .mouse
      case .touch: .touch
      }
    }
  }
  let key: Key
  let modifiers: Modifiers
  /// Where slop is measured from: where it came down, or stood when another finger was lifted.
  private(set) var origin: Point
  private(set) var location: Point
  private(set) var tracker = VelocityTracker()

  init(_ key: Key, at location: Point, modifiers: Modifiers, time: Timestamp) {
    self.key = key
    self.modifiers = modifiers
    origin = location
    self.location = location
    tracker.add(location - .zero, at: time)
  }

  mutating func move(to point: Point, at time: Timestamp) {
    location = point
    tracker.add(point - .zero, at: time)
  }

  /// Measures slop from here on.
  mutating func rebase() { origin = location }
}

extension Point {
  /// Numbers beyond this come from no screen, in points; X coordinates have sixteen bits.
  private static let farthest = 1e6

  /// True when it can be a place on a screen: whatever is not never enters a recogniser.
  var isPlausible: Bool { abs(x) <= Self.farthest && abs(y) <= Self.farthest }
}

extension Vector {
  /// True when it can be a movement on a screen.
  var isPlausible: Bool { (Point.zero + self).isPlausible }
}
