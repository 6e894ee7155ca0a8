/// A key press or release as it is reported to assistive programs.
package struct AccessibleKeyEvent: Hashable, Sendable {
  package var isPress: Bool
  /// The key by its keysym of X11, such as 0xFF0D for Return.
  package var keysym: UInt32
  /// The X11 keycode of the key, by which Orca finds its own commands; 0 for none.
  package var keycode: UInt32
  /// The modifier keys held, as a mask of X11.
  package var modifiers: UInt32
  /// The time of the event in milliseconds, since an arbitrary origin.
  package var milliseconds: Int32
  /// The text that the key types, or the name of a key that types none.
  package var text: String
  package var typesText: Bool

  package init(
    isPress: Bool, keysym: UInt32, keycode: UInt32, modifiers: UInt32, milliseconds: Int32,
    text: String, typesText: Bool
  ) {
    self.isPress = isPress
    self.keysym = keysym
    self.keycode = keycode
    self.modifiers = modifiers
    self.milliseconds = milliseconds
    self.text = text
    self.typesText = typesText
  }
}
