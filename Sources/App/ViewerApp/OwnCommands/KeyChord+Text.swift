import Input

nonisolated extension KeyChord {
  /// The names of keys without a character, in lower case.
  private static let keyNames: [String: KeyEvent.Name] = [
    "left": .left, "right": .right, "up": .up, "down": .down, "pageup": .pageUp, "pgup": .pageUp,
    "pagedown": .pageDown, "pgdown": .pageDown, "home": .home, "end": .end, "enter": .enter,
    "return": .enter, "backspace": .backspace, "tab": .tab, "insert": .insert, "delete": .delete,
    "menu": .menu, "space": .character(" "),
  ]
  private static let maxFunctionKey = 24

  /// Makes the chord of a text as in menus: `Ctrl+Shift+E`, `F6`, `Alt+Page Up`. Upper and lower
  /// case make no difference. Nil for any other text, and for Esc, which always leads back.
  init?(text: String) {
    // The plus sign is also a key: in “Ctrl++”, the last part is empty.
    let text = text.split(separator: " ").joined().lowercased()
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    if parts.count >= 2, parts.suffix(2) == ["", ""] {
      parts.replaceSubrange((parts.count - 2)..., with: ["+"])
    }
    guard let key = parts.popLast(), !key.isEmpty else { return nil }
    var modifiers: Modifiers = []
    for part in parts {
      switch part {
      case "ctrl", "control": modifiers.insert(.control)
      case "alt": modifiers.insert(.alt)
      case "shift": modifiers.insert(.shift)
      case "super": modifiers.insert(.command)
      default: return nil
      }
    }
    if let name = Self.keyNames[key] {
      self.init(name, modifiers)
    } else if key.first == "f", let number = Int(key.dropFirst()),
      (1...Self.maxFunctionKey).contains(number)
    {
      self.init(.function(number), modifiers)
    } else if key.count == 1, let character = key.first {
      guard modifiers.remove(.shift) != nil else {
        self.init(.character(character), modifiers)
        return
      }
      // The character that Shift makes of another key depends on the keyboard.
      guard character.isLetter, let capital = character.uppercased().first else { return nil }
      self.init(.character(capital), modifiers)
    } else {
      return nil
    }
  }
}
