public import Geometry
public import Motion

/// One finger on the screen.
public struct TouchEvent: Hashable, Sendable {
  /// Where the contact is in its life.
  public enum Phase: Hashable, Sendable {
    /// The finger came down.
    case began
    /// The finger moved.
    case moved
    /// The finger was lifted.
    case ended
    /// The system took the finger away.
    case cancelled
  }
  /// The same for all events of one contact, different for two contacts at once.
  public var id: UInt32
  /// Where the contact is in its life.
  public var phase: Phase
  /// Where, in window points, with fractions.
  public var location: Point
  /// When.
  public var time: Timestamp

  /// Makes an event.
  public init(id: UInt32, _ phase: Phase, at location: Point, time: Timestamp) {
    self.id = id
    self.phase = phase
    self.location = location
    self.time = time
  }
}
