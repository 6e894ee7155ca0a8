import Input
import Motion

/// The state of held keys in a visit: whether a key repeats, and since when the key that toggles
/// 100 % is down.
final class HeldKeys {
  /// The time in seconds for which the key that toggles 100 % has to be held to return to the
  /// former zoom at its release; after a shorter press the zoom stays at 100 %.
  private static let holdTime = 0.3

  /// Whether a held key is repeating.
  private(set) var isKeyRepeating = false
  private var actualSizePressTime: Timestamp?

  /// Records the press, the repetition or the release of a key.
  ///
  /// - Returns: whether the key was released after it had repeated.
  func recordEndsRepetition(_ key: KeyEvent) -> Bool {
    defer { isKeyRepeating = key.isPress && key.isRepeat }
    return isKeyRepeating && !key.isPress
  }

  /// Ends the repetition of a key whose release will not be received, as when the window has lost
  /// the focus.
  ///
  /// - Returns: whether a key was repeating.
  func endRepetitionIfHeld() -> Bool {
    defer { isKeyRepeating = false }
    return isKeyRepeating
  }

  /// Records the time at which the key that toggles 100 % was pressed.
  func recordActualSizePress(at t: Timestamp) { actualSizePressTime = t }

  /// Records that the key that toggles 100 % was released.
  ///
  /// - Returns: whether the key was held so long that the former zoom returns; false if it was not
  ///   pressed.
  func actualSizeReleaseRestoresZoom(at t: Timestamp) -> Bool {
    guard let since = actualSizePressTime else { return false }
    actualSizePressTime = nil
    return t - since > Self.holdTime
  }
}
