public import Motion

/// The text that a person types to find an item by its name, and the time at which the text
/// expires.
public struct TypeAhead: Hashable, Sendable {
  /// The pause in typing, in seconds, after which the next character starts a new text: longer than
  /// between two letters of a slow typist, shorter than turning to another task.
  public static let timeout = 1.5

  /// The text typed last; kept after it has expired.
  public private(set) var text = ""
  /// The time at which the text expires, so that the next character replaces the text; nil when it
  /// has expired or nothing was typed.
  public private(set) var deadline: Timestamp?

  public init() {}

  /// Whether the next typed character is appended to the text at `t`, instead of starting a new
  /// text.
  public func isActive(at t: Timestamp) -> Bool { deadline.map { t < $0 } ?? false }

  /// Appends `characters` to the typed text, or starts a new text after a pause. White space alone
  /// does not start a text.
  ///
  /// - Returns: true when the text changed, so that a search is to start.
  @discardableResult
  public mutating func type(_ characters: String, at t: Timestamp) -> Bool {
    let isFirst = !isActive(at: t)
    guard !characters.isEmpty, !(isFirst && characters.allSatisfy(\.isWhitespace)) else {
      return false
    }
    text = isFirst ? characters : text + characters
    deadline = t + Self.timeout
    return true
  }

  /// Removes the last character of a typed text that has not expired.
  ///
  /// - Returns: true when a character was removed.
  @discardableResult
  public mutating func eraseLastCharacter(at t: Timestamp) -> Bool {
    guard isActive(at: t), !text.isEmpty else { return false }
    text.removeLast()
    deadline = t + Self.timeout
    return true
  }

  /// Moves the expiry of the typed text to ``timeout`` after `t`.
  mutating func extendDeadline(at t: Timestamp) {
    guard !text.isEmpty else { return }
    deadline = t + Self.timeout
  }

  /// Removes the deadline when it is reached. The expired text is kept, for finding the next match.
  mutating func advance(to t: Timestamp) {
    if let end = deadline, t >= end { deadline = nil }
  }

  /// Clears the typed text and its deadline.
  public mutating func end() { self = TypeAhead() }
}
