public import Motion

/// What was typed to find a name, as long as it counts.
public struct TypeAhead: Hashable, Sendable {
  /// A pause as long as this begins another word, in seconds: longer than between two letters of
  /// a slow typist, shorter than turning to something else.
  public static let timeout = 1.5

  /// What was typed.
  public private(set) var text = ""
  /// When it stops to count; nil when nothing was typed.
  public private(set) var deadline: Timestamp?

  /// Makes one where nothing was typed.
  public init() {}

  /// True as long as characters are added to what was typed before.
  public func isActive(at t: Timestamp) -> Bool { deadline.map { t < $0 } ?? false }

  /// Adds what was typed, or begins anew after a pause. A space alone begins nothing.
  ///
  /// - Returns: true when something is to be looked for.
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

  /// Takes the last character back.
  ///
  /// - Returns: true when there was one.
  @discardableResult
  public mutating func erase(at t: Timestamp) -> Bool {
    guard isActive(at: t), !text.isEmpty else { return false }
    text.removeLast()
    deadline = t + Self.timeout
    return true
  }

  /// Gives another pause before what was typed stops to count.
  mutating func extend(at t: Timestamp) {
    guard !text.isEmpty else { return }
    deadline = t + Self.timeout
  }

  /// Lets time pass; what was typed stays, for finding the next one.
  mutating func advance(to t: Timestamp) {
    if let end = deadline, t >= end { deadline = nil }
  }

  /// Forgets what was typed.
  public mutating func end() { self = TypeAhead() }
}
