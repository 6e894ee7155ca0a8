public import Geometry
public import Motion

extension InputEvent {
  /// One event of a turned wheel, or of two fingers that scroll on a touchpad.
  public struct Scroll: Hashable, Sendable {
    /// The kind of device that scrolls, known from its XInput 2 classes and properties, never
    /// guessed from magnitudes.
    public enum Source: Hashable, Sendable {
      /// A wheel; one detent is a scroll distance of 1.
      case wheel
      /// Two fingers on a touchpad; their movement is a series of events, with an end event if the
      /// device sends one.
      case touchpad
    }
    public var source: Source
    /// The scroll distance in wheel detents, with fractions. Positive values move the view to the
    /// right and down, as turning a wheel towards oneself does.
    public var delta: Vector
    /// True for the touchpad event sent when the fingers are lifted; its ``delta`` is zero.
    public var isEnd: Bool
    /// The position of the pointer in the window, in device pixels.
    public var location: Point
    /// The modifier keys held during the event.
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
