public import Geometry
public import Motion

/// A wheel turned, or two fingers moved on a touchpad.
public struct ScrollEvent: Hashable, Sendable {
  /// Which kind of device it was; told by its classes, never guessed from magnitudes.
  public enum Source: Hashable, Sendable {
    /// A wheel; one detent is one unit.
    case wheel
    /// Two fingers on a touchpad; has a beginning and an end.
    case touchpad
  }
  /// Which kind of device it was.
  public var source: Source
  /// How far, in detents with fractions; positive is right and down *for the view*:
  /// what turning a wheel towards oneself does.
  public var delta: Vector
  /// True for the touchpad event that says the fingers were lifted; `delta` is zero then.
  public var isEnd: Bool
  /// Where the pointer is, in window points.
  public var location: Point
  /// Keys held.
  public var modifiers: Modifiers
  /// When.
  public var time: Timestamp

  /// Makes an event; not the end and no modifiers unless given.
  public init(
    _ source: Source, delta: Vector, isEnd: Bool = false, at location: Point,
    modifiers: Modifiers = [], time: Timestamp
  ) {
    self.source = source
    self.delta = delta
    self.isEnd = isEnd
    self.location = location
    self.modifiers = modifiers
    self.time = time
  }
}
