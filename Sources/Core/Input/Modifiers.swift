/// Modifier keys held during an event.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set as a bit mask, one bit for each modifier key.
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Left or right Shift.
  public static let shift = Modifiers(rawValue: 1)
  /// Left or right Ctrl.
  public static let control = Modifiers(rawValue: 2)
  /// Left or right Alt.
  public static let alt = Modifiers(rawValue: 4)
  /// Left or right Super.
  public static let command = Modifiers(rawValue: 8)
}
