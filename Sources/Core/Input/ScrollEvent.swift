public import Geometry
public import Motion

extension InputEvent {
  /// A turned wheel, or two fingers that moved on a touchpad.
  public struct Scroll: Hashable, Sendable {
    /// The kind of device, known from its XInput 2 classes and properties, never guessed from
    /// magnitudes.
    public enum Source: Hashable, Sendable {
      /// A wheel; one detent is one unit.
      case wheel
      /// Two fingers on a touchpad; a sequence has a beginning and an end.
      case touchpad
    }
    public var source: Source
    /// The distance in detents, with fractions. Positive values move the view to the right and
    /// down, as turning a wheel towards oneself does.
    public var delta: Vector
    /// True for the touchpad event sent when the fingers are lifted; `delta` is zero in it.
    public var isEnd: Bool
    /// The position of the pointer in the window, in device pixels.
    public var location: Point
    /// The modifier keys held.
    public var modifiers: Modifiers
    public var time: Timestamp

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
}
