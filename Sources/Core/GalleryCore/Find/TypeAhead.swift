public import Motion

/// The text typed to find a name, and the time at which it expires.
public struct TypeAhead: Hashable, Sendable {
  /// The pause in seconds after which typing starts a new text: longer than between two letters of
  /// a slow typist, shorter than turning to another task.
  public static let timeout = 1.5

  /// The typed text.
  public private(set) var text = ""
  /// The time at which the text expires, so that more typing replaces it; nil when nothing is
  /// pending.
  public private(set) var deadline: Timestamp?

  public init() {}

  /// Whether further characters are appended to the text.
  public func isActive(at t: Timestamp) -> Bool { deadline.map { t < $0 } ?? false }

  /// Appends `characters`, or starts a new text after a pause. White space alone does not start a
  /// text.
  ///
  /// - Returns: true when a search is to start.
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

  /// Removes the last character.
  ///
  /// - Returns: true when there was one.
  @discardableResult
  public mutating func erase(at t: Timestamp) -> Bool {
    guard isActive(at: t), !text.isEmpty else { return false }
    text.removeLast()
    deadline = t + Self.timeout
    return true
  }

  /// Restarts the pause after which the text expires.
  mutating func extend(at t: Timestamp) {
    guard !text.isEmpty else { return }
    deadline = t + Self.timeout
  }

  /// Advances time. The expired text is kept, for finding the next match.
  mutating func advance(to t: Timestamp) {
    if let end = deadline, t >= end { deadline = nil }
  }

  /// Clears the text.
  public mutating func end() { self = TypeAhead() }
}
