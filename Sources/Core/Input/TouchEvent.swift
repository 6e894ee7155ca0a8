public import Geometry
public import Motion

extension InputEvent {
  /// An event of one finger on the screen.
  public struct Touch: Hashable, Sendable {
    /// The phase of a finger's contact with the screen.
    public enum Phase: Hashable, Sendable {
      /// The finger came down on the screen.
      case began
      /// The finger moved on the screen.
      case moved
      /// The finger was lifted from the screen.
      case ended
      /// The system cancelled the contact, because it handles the finger itself.
      case cancelled
    }
    /// The identifier of the contact, unique among the fingers that are on the screen at the same
    /// time.
    public var id: UInt32
    public var phase: Phase
    /// The position of the finger in the window, in device pixels, with fractions.
    public var location: Point
    public var time: Timestamp

    public init(id: UInt32, _ phase: Phase, at location: Point, time: Timestamp) {
      self.id = id
      self.phase = phase
      self.location = location
      self.time = time
    }
  }
}
