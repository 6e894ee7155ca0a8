public import Motion

/// A key went down or up.
public struct KeyEvent: Hashable, Sendable {
  /// True when it went down.
  public var isPress: Bool
  /// True when the keyboard repeats a held key.
  public var isRepeat: Bool
  /// Which key, after the keyboard layout.
  public var name: KeyName
  /// What it types, "" for none.
  public var text: String
  /// Keys held.
  public var modifiers: Modifiers
  /// When.
  public var time: Timestamp

  /// Makes an event; a first press without modifiers unless told otherwise.
  public init(
    _ name: KeyName, text: String = "", isPress: Bool = true, isRepeat: Bool = false,
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

/// Which key it is, after the layout: a named key or the character it types.
public enum KeyName: Hashable, Sendable {
  /// A key that types this character without Ctrl or Alt, Shift applied: `a`, `A`, `+`, `é`.
  case character(Character)
  /// Left arrow.
  case left
  /// Right arrow.
  case right
  /// Up arrow.
  case up
  /// Down arrow.
  case down
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Home.
  case home
  /// End.
  case end
  /// Return or keypad Enter.
  case enter
  /// Escape.
  case escape
  /// Backspace.
  case backspace
  /// Tab; with Shift held, modifiers say so.
  case tab
  /// Insert.
  case insert
  /// Delete.
  case delete
  /// Menu.
  case menu
  /// F1…F35.
  case function(Int)
  /// Any other key; its number is of no meaning beyond equality.
  case other(UInt32)
}
