import GalleryCore
import Input

/// The keys of a grid other than those of its commands.
enum GridKeys {
  static func isPreviewKey(_ key: KeyEvent) -> Bool {
    key.name == .character(" ") && key.modifiers.isEmpty
  }

  /// The movement of the keyboard focus by a key; nil for a key that does not move it.
  static func move(of key: KeyEvent) -> GalleryMove? {
    guard key.modifiers.isDisjoint(with: [.alt, .command]) else { return nil }
    let jumps = key.modifiers.contains(.control)
    return switch key.name {
    case .left: .left
    case .right: .right
    case .up: jumps ? .sectionUp : .up(rows: 1)
    case .down: jumps ? .sectionDown : .down(rows: 1)
    case .pageUp: jumps ? .sectionUp : .pageUp
    case .pageDown: jumps ? .sectionDown : .pageDown
    case .home: .first
    case .end: .last
    default: nil
    }
  }

  /// Whether a key selects or deselects the focused item.
  static func isToggleKey(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .character(" "): key.modifiers == .control
    case .insert: key.modifiers.isEmpty
    default: false
    }
  }

  /// The action of a key in the search by name; nil for a key that is a command or produces no
  /// text.
  ///
  /// - Parameters:
  ///   - typeAhead: The text typed so far, with its time.
  ///   - isShortcut: Whether a key is a command; after a search has begun, such a key continues the
  ///     search with its character instead.
  static func searchAction(
    _ key: KeyEvent, after typeAhead: TypeAhead, isShortcut: (KeyEvent) -> Bool
  ) -> GalleryAction? {
    switch key.name {
    case .backspace where typeAhead.isActive(at: key.time): return .eraseTyped
    case .function(3):
      guard !typeAhead.text.isEmpty else { return nil }
      return .findNext(step: key.modifiers.contains(.shift) ? -1 : 1)
    default:
      let isTyping = typeAhead.isActive(at: key.time) && !typeAhead.text.isEmpty
      return text(of: key) { !isTyping && isShortcut(key) }.map { .type($0) }
    }
  }

  /// The text that a key adds to the search by name; nil for none.
  ///
  /// In every script this is the text that the key types; the name of the key may be the Latin
  /// letter on it, which is used for shortcuts.
  private static func text(of key: KeyEvent, unless isShortcut: () -> Bool) -> String? {
    guard key.modifiers.isDisjoint(with: [.control, .alt, .command]) else { return nil }
    var name = ""
    if case .character(let letter) = key.name { name = String(letter) }
    let text = key.text.isEmpty ? name : key.text
    let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard !text.isEmpty, isPrintable else { return nil }
    // A key whose text differs from its name is not a shortcut.
    return text == name && isShortcut() ? nil : text
  }
}
