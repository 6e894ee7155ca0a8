public import Geometry
public import Motion

/// Where a touchpad gesture is in its life.
public enum TouchpadPhase: Hashable, Sendable {
  /// The fingers came down.
  case began
  /// The fingers moved.
  case changed
  /// The fingers were lifted.
  case ended
  /// The system decided it was something else.
  case cancelled
}

/// Two fingers pinching on a touchpad.
public struct PinchEvent: Hashable, Sendable {
  /// Where the gesture is in its life.
  public var phase: TouchpadPhase
  /// Where the pointer is, in window points: the point that must stay.
  public var location: Point
  /// Distance of the fingers now over their distance at the beginning.
  public var scale: Double
  /// How far the fingers moved together since the last event, in points.
  public var delta: Vector
  /// Keys held.
  public var modifiers: Modifiers
  /// When.
  public var time: Timestamp

  /// Makes an event; scale 1, no movement and no modifiers unless given.
  public init(
    _ phase: TouchpadPhase, at location: Point, scale: Double = 1, delta: Vector = .zero,
    modifiers: Modifiers = [], time: Timestamp
  ) {
    self.phase = phase
    self.location = location
    self.scale = scale
    self.delta = delta
    self.modifiers = modifiers
    self.time = time
  }
}

/// Three or more fingers swiping on a touchpad.
public struct SwipeEvent: Hashable, Sendable {
  /// Where the gesture is in its life.
  public var phase: TouchpadPhase
  /// How many fingers.
  public var fingers: Int
  /// Where the pointer is, in window points.
  public var location: Point
  /// How far since the last event, in points.
  public var delta: Vector
  /// When.
  public var time: Timestamp

  /// Makes an event; no movement unless given.
  public init(
    _ phase: TouchpadPhase, fingers: Int, at location: Point, delta: Vector = .zero,
    time: Timestamp
  ) {
    self.phase = phase
    self.fingers = fingers
    self.location = location
    self.delta = delta
    self.time = time
  }
}
