import Motion

/// The page number that the user is typing, and the command bound to its first digit while that
/// digit is the only one.
///
/// A digit with a command of its own (1, 2, 3 zoom) performs the command only when neither another
/// digit nor Enter follows within ``commandDelay``.
struct NumberEntry {
  /// The time in seconds after which a single digit performs its command, unless another key
  /// follows. Two digits of one number are typed 0.1 to 0.25 s apart.
  static let commandDelay = 0.3
  /// The maximum time in seconds between two digits of one number; after it, the number is
  /// discarded.
  static let digitTimeout = 2.0
  /// The upper limit of the typed number; a larger one is reduced to it.
  private static let maxNumber = 99_999_999

  private enum State {
    case empty
    case typing(value: Int, command: Command?, lastDigitTime: Timestamp)
  }
  private var state = State.empty

  /// The number typed so far, as text; nil when no digit is typed.
  var text: String? {
    guard case .typing(let value, _, _) = state else { return nil }
    return "\(value)"
  }

  /// The time at which the command of a single digit is performed, or the number is discarded; nil
  /// when no digit is typed.
  var deadline: Timestamp? {
    guard case .typing(_, let command, let last) = state else { return nil }
    return last + (command == nil ? Self.digitTimeout : Self.commandDelay)
  }

  /// Appends a digit to the number.
  ///
  /// - Parameter command: the command that is bound to the key of the digit; nil for none.
  /// - Returns: false for a leading 0, which begins no number.
  mutating func appendDigit(_ digit: Int, command: Command?, at t: Timestamp) -> Bool {
    guard case .typing(let value, _, _) = state else {
      guard digit > 0 else { return false }
      state = .typing(value: digit, command: command, lastDigitTime: t)
      return true
    }
    state = .typing(value: min(value * 10 + digit, Self.maxNumber), command: nil, lastDigitTime: t)
    return true
  }

  /// Deletes the last digit of the typed number.
  mutating func deleteDigit(at t: Timestamp) {
    guard case .typing(let value, _, _) = state else { return }
    state = value < 10 ? .empty : .typing(value: value / 10, command: nil, lastDigitTime: t)
  }

  /// Ends the entry if its deadline has passed at `t`.
  ///
  /// - Returns: the command to perform, that of a single digit; nil if the deadline has not passed,
  ///   the number has several digits, or the digit has no command.
  mutating func endIfTimedOut(at t: Timestamp) -> Command? {
    guard let deadline, t >= deadline else { return nil }
    return endForOtherKey()
  }

  /// Ends the entry because another key was pressed, and discards the number.
  ///
  /// - Returns: the command of a single digit, to be performed before that of the other key; nil if
  ///   the number has several digits or the digit has no command.
  mutating func endForOtherKey() -> Command? {
    defer { state = .empty }
    if case .typing(_, let command, _) = state { return command }
    return nil
  }

  /// Ends the entry because Enter was pressed.
  ///
  /// - Returns: the typed number; nil when none was typed.
  mutating func accept() -> Int? {
    defer { state = .empty }
    if case .typing(let value, _, _) = state { return value }
    return nil
  }

  /// Discards the typed number without performing a command.
  mutating func cancel() { state = .empty }
}
