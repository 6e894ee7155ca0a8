import GalleryCore
import Input

/// The keys of a grid that are no commands of the host.
enum GridKeys {
  static func isPreview(_ key: KeyEvent) -> Bool {
    key.name == .character(" ") && key.modifiers.isEmpty
  }

  /// The move of the focus; nil for any other key.
  static func move(of key: KeyEvent) -> GalleryMove? {
    guard key.modifiers.isDisjoint(with: [.alt, .command]) else { return nil }
    let jumps = key.modifiers.contains(.control)
    return switch key.name {
    case .left: .left
    case .right: .right
    case .up: jumps ? .sectionUp : .up(1)
    case .down: jumps ? .sectionDown : .down(1)
    case .pageUp: jumps ? .sectionUp : .pageUp
    case .pageDown: jumps ? .sectionDown : .pageDown
    case .home: .first
    case .end: .last
    default: nil
    }
  }

  /// Whether a key toggles the selection of the item with the focus.
  static func isToggle(_ key: KeyEvent) -> Bool {
    switch key.name {
    case .character(" "): key.modifiers == .control
    case .insert: key.modifiers.isEmpty
    default: false
    }
  }

  /// The action of a key in a search by name; nil for a key that is a command or produces no text.
  ///
  /// - Parameters:
  ///   - typeAhead: the text typed so far.
  ///   - isShortcut: true for a key that is a command as long as no search has begun.
  static func search(
    _ key: KeyEvent, after typeAhead: TypeAhead, isShortcut: (KeyEvent) -> Bool
  ) -> GalleryAction? {
    switch key.name {
    case .backspace where typeAhead.isActive(at: key.time): return .eraseTyped
    case .function(3):
      guard !typeAhead.text.isEmpty else { return nil }
      return .findNext(key.modifiers.contains(.shift) ? -1 : 1)
    default:
      let isTyping = typeAhead.isActive(at: key.time) && !typeAhead.text.isEmpty
      return text(of: key) { !isTyping && isShortcut(key) }.map { .type($0) }
    }
  }

  /// The text that a key adds to the search.
  ///
  /// The text is the typed text in every script. The key's name may be the Latin letter of the same
  /// key, which is used for shortcuts.
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
