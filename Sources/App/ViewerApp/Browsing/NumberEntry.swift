import Motion

/// A page number that is being typed, and the command of a single digit until its delay ends.
///
/// A digit with a command of its own (1, 2, 3 zoom) performs the command only when neither another
/// digit nor Enter follows within ``commandDelay``.
struct NumberEntry {
  /// The time in seconds that a single digit waits for another key. Two digits of one number are
  /// typed 0.1 to 0.25 s apart.
  static let commandDelay = 0.3
  /// The maximum time in seconds between two digits of one number.
  static let numberTime = 2.0
  /// The maximum number that can be typed.
  private static let maxNumber = 99_999_999

  private enum State {
    case empty
    case typing(value: Int, command: Command?, last: Timestamp)
  }
  private var state = State.empty

  /// The digits typed so far; nil when there are none.
  var text: String? {
    guard case .typing(let value, _, _) = state else { return nil }
    return "\(value)"
  }

  /// The time at which the command of a single digit is performed, or the number is discarded.
  var deadline: Timestamp? {
    guard case .typing(_, let command, let last) = state else { return nil }
    return last + (command == nil ? Self.numberTime : Self.commandDelay)
  }

  /// Adds a digit; `command` is the command of the digit alone.
  ///
  /// - Returns: false for a leading 0, which begins no number.
  mutating func type(_ digit: Int, command: Command?, at t: Timestamp) -> Bool {
    guard case .typing(let value, _, _) = state else {
      guard digit > 0 else { return false }
      state = .typing(value: digit, command: command, last: t)
      return true
    }
    state = .typing(value: min(value * 10 + digit, Self.maxNumber), command: nil, last: t)
    return true
  }

  /// Deletes the last digit.
  mutating func deleteDigit(at t: Timestamp) {
    guard case .typing(let value, _, _) = state else { return }
    state = value < 10 ? .empty : .typing(value: value / 10, command: nil, last: t)
  }

  /// Ends the entry when its deadline has passed.
  ///
  /// - Returns: the command of a single digit; nil otherwise.
  mutating func advance(to t: Timestamp) -> Command? {
    guard let deadline, t >= deadline else { return nil }
    return end()
  }

  /// Ends the entry because of another key.
  ///
  /// - Returns: the command of a single digit, to be performed before the other key; nil otherwise.
  mutating func end() -> Command? {
    defer { state = .empty }
    if case .typing(_, let command, _) = state { return command }
    return nil
  }

  /// Ends the entry with Enter.
  ///
  /// - Returns: the number; nil when none was typed.
  mutating func accept() -> Int? {
    defer { state = .empty }
    if case .typing(let value, _, _) = state { return value }
    return nil
  }

  /// Discards the number.
  mutating func cancel() { state = .empty }
}
