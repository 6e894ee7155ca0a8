public import Motion

/// A press or release of a key on the keyboard.
public struct KeyEvent: Hashable, Sendable {
  /// True for a press, false for a release.
  public var isPress: Bool
  /// True for a press repeated by the keyboard while the key is held.
  public var isRepeat: Bool
  /// The key, after application of the keyboard layout.
  public var name: KeyEvent.Name
  /// The text that the key types; empty when it types none.
  public var text: String
  /// The modifier keys held during the event.
  public var modifiers: Modifiers
  public var time: Timestamp
  /// The number of the key by its position on the keyboard, as the window system counts; 0 for
  /// none, such as text from an input method. Default: 0.
  package var code: UInt32 = 0

  public init(
    _ name: KeyEvent.Name, text: String = "", isPress: Bool = true, isRepeat: Bool = false,
    modifiers: Modifiers = [], time: Timestamp
  ) {
    self.name = name
    self.text = text
    self.isPress = isPress
    self.isRepeat = isRepeat
    self.modifiers = modifiers
    self.time = time
  }
}

extension KeyEvent {
  /// A key after application of the keyboard layout: a named key, or the character that it types.
  public enum Name: Hashable, Sendable {
    /// A key that types this character, such as `a`, `A`, `+` or `é`. The effect of Shift is
    /// included, those of Ctrl and Alt are not.
    case character(Character)
    /// The left arrow key.
    case left
    /// The right arrow key.
    case right
    /// The up arrow key.
    case up
    /// The down arrow key.
    case down
    case pageUp
    case pageDown
    case home
    case end
    /// The Return key, or Enter on the keypad.
    case enter
    case escape
    case backspace
    /// Tab; the modifiers tell whether Shift was held.
    case tab
    case insert
    case delete
    case menu
    /// A function key, F1…F35; the value is its number.
    case function(Int)
    /// Any other key; its number identifies it, and has no other meaning.
    case other(UInt32)
  }
}
