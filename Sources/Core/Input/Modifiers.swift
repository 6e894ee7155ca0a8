/// Keys held while something else happens.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// One bit for each key.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Either Shift.
  public static let shift = Modifiers(rawValue: 1)
  /// Either Ctrl.
  public static let control = Modifiers(rawValue: 2)
  /// Either Alt.
  public static let alt = Modifiers(rawValue: 4)
  /// Either Super.
  public static let command = Modifiers(rawValue: 8)
}
