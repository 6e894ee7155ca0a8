public import Geometry
public import Motion

/// A pointer moved, or a button went down or up.
public struct PointerEvent: Hashable, Sendable {
  /// The buttons by their usual duties.
  public enum Button: Hashable, Sendable {
    /// Usually the left one.
    case primary
    /// The wheel pressed.
    case middle
    /// Usually the right one.
    case secondary
    /// Thumb button, button 8 on X.
    case back
    /// Thumb button, button 9 on X.
    case forward
  }
  /// What happened.
  public enum Kind: Hashable, Sendable {
    /// The pointer is elsewhere now; buttons may be held.
    case moved
    /// The button went down.
    case pressed(Button)
    /// The button came up.
    case released(Button)
    /// The pointer came into the window.
    case entered
    /// The pointer left the window.
    case left
  }
  /// What happened.
  public var kind: Kind
  /// Where, in window points.
  public var location: Point
  /// Keys held.
  public var modifiers: Modifiers
  /// When.
  public var time: Timestamp

  /// Makes an event; no modifiers unless given.
  public init(_ kind: Kind, at location: Point, modifiers: Modifiers = [], time: Timestamp) {
    self.kind = kind
    self.location = location
    self.modifiers = modifiers
    self.time = time
  }
}
