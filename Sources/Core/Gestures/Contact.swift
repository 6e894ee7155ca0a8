import Geometry
import Input
import Motion

/// A pressed button or a finger on the screen, with its recent positions.
struct Contact: Sendable {
  /// The identity of a contact among those that are down.
  enum Key: Hashable, Sendable {
    case mouse(InputEvent.Pointer.Button)
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
  /// The position from which the slop is measured: the position at which the contact came down, or
  /// its position when another finger was lifted.
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

  /// Makes the current position the one from which the slop is measured.
  mutating func resetSlopOrigin() { origin = location }
}

extension Point {
  /// The maximum coordinate accepted from a device, in device pixels; X11 coordinates have 16 bits.
  private static let maxCoordinate = 1e6

  /// True for a possible position on a screen; movements to other positions are ignored.
  var isPlausible: Bool { abs(x) <= Self.maxCoordinate && abs(y) <= Self.maxCoordinate }
}

extension Vector {
  /// True when both components are small enough for a movement on a screen.
  var isPlausible: Bool { (Point.zero + self).isPlausible }
}
