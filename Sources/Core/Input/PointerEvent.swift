public import Geometry
public import Motion

extension InputEvent {
  /// A movement of a pointer, a press or release of its button, or its entering or leaving the
  /// window.
  public struct Pointer: Hashable, Sendable {
    /// The buttons of a mouse by their usual function.
    public enum Button: Hashable, Sendable {
      /// The left button, unless the buttons are swapped.
      case primary
      /// The middle button, usually the wheel.
      case middle
      /// The right button, unless the buttons are swapped.
      case secondary
      /// The thumb button for back, button 8 in X11.
      case back
      /// The thumb button for forward, button 9 in X11.
      case forward
    }
    /// The kind of a pointer event.
    public enum Kind: Hashable, Sendable {
      /// The pointer moved, with or without a pressed button.
      case moved
      case pressed(Button)
      case released(Button)
      /// The pointer entered the window.
      case entered
      /// The pointer left the window.
      case exited
    }
    public var kind: Kind
    /// The position of the pointer in the window, in device pixels.
    public var location: Point
    /// The modifier keys held during the event.
    public var modifiers: Modifiers
    public var time: Timestamp

    public init(_ kind: Kind, at location: Point, modifiers: Modifiers = [], time: Timestamp) {
      self.kind = kind
      self.location = location
      self.modifiers = modifiers
      self.time = time
    }
  }
}
