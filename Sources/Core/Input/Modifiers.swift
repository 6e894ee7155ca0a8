/// A set of modifier keys that are held during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set as a bit mask, one bit for each modifier key.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The left or right Shift key.
  public static let shift = Modifiers(rawValue: 1)
  /// The left or right Ctrl key.
  public static let control = Modifiers(rawValue: 2)
  /// The left or right Alt key.
  public static let alt = Modifiers(rawValue: 4)
  /// The left or right Super key.
  public static let command = Modifiers(rawValue: 8)
}
