public import Geometry
public import Motion

extension InputEvent {
  /// The phase of a touchpad gesture.
  public enum TouchpadPhase: Hashable, Sendable {
    /// The fingers came down on the touchpad.
    case began
    /// The fingers moved on the touchpad.
    case changed
    /// The fingers were lifted from the touchpad.
    case ended
    /// The system cancelled the gesture, because it recognised another one.
    case cancelled
  }
}

extension InputEvent {
  /// One event of two fingers that pinch on a touchpad.
  public struct Pinch: Hashable, Sendable {
    public var phase: InputEvent.TouchpadPhase
    /// The position of the pointer in the window, in device pixels: the centre of the zoom.
    public var location: Point
    /// The distance of the fingers divided by their distance at the beginning of the pinch.
    public var scale: Double
    /// The movement of the middle between the fingers since the last event, in device pixels.
    public var delta: Vector
    /// The modifier keys held during the event.
    public var modifiers: Modifiers
    public var time: Timestamp

    public init(
      _ phase: InputEvent.TouchpadPhase, at location: Point, scale: Double = 1,
      delta: Vector = .zero,
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
}

extension InputEvent {
  /// One event of three or more fingers that swipe on a touchpad.
  public struct Swipe: Hashable, Sendable {
    public var phase: InputEvent.TouchpadPhase
    /// The number of fingers on the touchpad.
    public var fingers: Int
    /// The position of the pointer in the window, in device pixels.
    public var location: Point
    /// The movement of the fingers since the last event, in device pixels.
    public var delta: Vector
    public var time: Timestamp

    public init(
      _ phase: InputEvent.TouchpadPhase, fingers: Int, at location: Point, delta: Vector = .zero,
      time: Timestamp
    ) {
      self.phase = phase
      self.fingers = fingers
      self.location = location
      self.delta = delta
      self.time = time
    }
  }
}
