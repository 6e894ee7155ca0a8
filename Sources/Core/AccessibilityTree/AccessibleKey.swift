/// A key press or release as it is reported to assistive programs.
package struct AccessibleKey: Hashable, Sendable {
  package var isPress: Bool
  /// The key by its number in X11.
  package var keysym: UInt32
  /// The held modifier keys as a mask of X11.
  package var modifiers: UInt32
  /// The time in milliseconds, with an arbitrary origin.
  package var milliseconds: Int32
  /// The typed text, or the name of a key that types none.
  package var text: String
  package var isText: Bool

  package init(
    isPress: Bool, keysym: UInt32, modifiers: UInt32, milliseconds: Int32, text: String,
    isText: Bool
  ) {
    self.isPress = isPress
    self.keysym = keysym
    self.modifiers = modifiers
    self.milliseconds = milliseconds
    self.text = text
    self.isText = isText
  }
}
