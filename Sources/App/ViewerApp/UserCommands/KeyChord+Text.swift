import Input

nonisolated extension KeyChord {
  /// The keys that have no printable character or whose name is a word, by their names in lower
  /// case without spaces.
  private static let keysByName: [String: KeyEvent.Name] = [
    "left": .left, "right": .right, "up": .up, "down": .down, "pageup": .pageUp, "pgup": .pageUp,
    "pagedown": .pageDown, "pgdown": .pageDown, "home": .home, "end": .end, "enter": .enter,
    "return": .enter, "backspace": .backspace, "tab": .tab, "insert": .insert, "delete": .delete,
    "menu": .menu, "space": .character(" "), "semicolon": .character(";"),
    "plus": .character("+"), "minus": .character("-"), "equal": .character("="),
    "comma": .character(","), "period": .character("."), "slash": .character("/"),
    "numbersign": .character("#"), "backslash": .character("\\"),
  ]
  /// The names of keys in the text of a chord. The characters that have a meaning in the
  /// preferences file have names, too.
  private static let namesByKey: [KeyEvent.Name: String] = [
    .left: "Left", .right: "Right", .up: "Up", .down: "Down", .pageUp: "Page Up",
    .pageDown: "Page Down", .home: "Home", .end: "End", .enter: "Enter", .backspace: "Backspace",
    .tab: "Tab", .insert: "Insert", .delete: "Delete", .menu: "Menu", .character(" "): "Space",
    .character(";"): "Semicolon", .character("+"): "Plus", .character("-"): "Minus",
    .character("="): "Equal", .character("#"): "NumberSign", .character("\\"): "Backslash",
  ]
  private static let maxFunctionKey = 24

  /// Parses the text of a chord as in menus, in upper or lower case: `Ctrl+Shift+E`, `F6`,
  /// `Alt+Page Up`. Nil for any other text, and for Esc, which cannot be given another meaning.
  init?(text: String) {
    // In “Ctrl++”, the second plus sign is the key, so the text after the first one is not split.
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
    if let name = Self.keysByName[key] {
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
      // A chord with Shift is valid only for letters: the character that Shift makes of another key
      // depends on the keyboard.
      guard character.isLetter, let capital = character.uppercased().first else { return nil }
      self.init(.character(capital), modifiers)
    } else {
      return nil
    }
  }

  /// The chord as a text that ``init(text:)`` parses, such as `Ctrl+Shift+E`; empty for a key
  /// without a name.
  var text: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.command) { parts.append("Super") }
    if modifiers.contains(.shift) { parts.append("Shift") }
    switch name {
    case _ where Self.namesByKey[name] != nil: parts.append(Self.namesByKey[name] ?? "")
    case .function(let number): parts.append("F\(number)")
    case .character(let c) where c.isUppercase: parts += ["Shift", String(c)]
    // A letter such as “ß” or “ı” is not written as a capital, which would not be parsed as that
    // letter.
    case .character(let c):
      let capital = c.uppercased()
      parts.append(capital.lowercased() == String(c) ? capital : String(c))
    default: return ""
    }
    return parts.joined(separator: "+")
  }
}
