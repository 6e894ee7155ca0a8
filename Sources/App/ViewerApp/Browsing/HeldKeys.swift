import Input
import Motion

/// The keys that are held down: the one that repeats, and the one that shows the actual size.
struct HeldKeys {
  /// The time in seconds from which a held key shows 100 % only until its release; a shorter press
  /// switches to 100 %.
  private static let holdTime = 0.3

  /// Whether a held key is repeating.
  private(set) var isRepeating = false
  private var actualSizePressTime: Timestamp?

  /// Notes a press or a release.
  ///
  /// - Returns: whether the key was released after it had repeated.
  mutating func note(_ key: KeyEvent) -> Bool {
    defer { isRepeating = key.isPress && key.isRepeat }
    return isRepeating && !key.isPress
  }

  /// Notes that the release of a repeating key is not received.
  ///
  /// - Returns: whether a key was repeating.
  mutating func endRepetition() -> Bool {
    defer { isRepeating = false }
    return isRepeating
  }

  /// Notes that the key of the actual size was pressed.
  mutating func pressActualSize(at t: Timestamp) { actualSizePressTime = t }

  /// Notes that the key of the actual size was released.
  ///
  /// - Returns: whether it was held so long that the former zoom returns.
  mutating func releaseActualSize(at t: Timestamp) -> Bool {
    guard let since = actualSizePressTime else { return false }
    actualSizePressTime = nil
    return t - since > Self.holdTime
  }
}
