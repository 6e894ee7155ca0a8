/// A key combination: a key and the modifier keys held with it.
public struct KeyChord: Hashable, Sendable {
  /// The key under the current keyboard layout. A character already includes the effect of Shift.
  public var name: KeyEvent.Name
  /// The modifier keys of the combination: Ctrl, Alt and Super; Shift only with Space and with keys
  /// that type no character.
  public var modifiers: Modifiers

  /// Makes the chord of a key with Ctrl, Alt, Super or Shift. Default: no modifiers.
  public init(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }

  /// The key combination of a key event. Shift is removed where the typed character already
  /// includes it.
  public init(_ event: KeyEvent) {
    name = event.name
    modifiers = event.modifiers
    if case .character(let c) = event.name, c != " " { modifiers.remove(.shift) }
  }

  /// The text of the key combination in menus, such as `Ctrl+Q` or `→`.
  public var label: String { caps.joined(separator: "+") }

  /// The keys of the chord as keyboards label them, the modifiers first: `["Shift", "G"]`.
  public var caps: [String] {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.command) { parts.append("Super") }
    if modifiers.contains(.shift) || isUpperCaseLetter { parts.append("Shift") }
    return parts + [keyLabel]
  }

  /// True when the key is an upper-case letter, which is typed with Shift.
  private var isUpperCaseLetter: Bool {
    if case .character(let c) = name { c.isUppercase } else { false }
  }

  private var keyLabel: String {
    switch name {
    case .character(" "): "Space"
    case .character("-"): "\u{2212}"
    case .character(let c): c.uppercased()
    case .left: "←"
    case .right: "→"
    case .up: "↑"
    case .down: "↓"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .home: "Home"
    case .end: "End"
    case .enter: "Enter"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .insert: "Insert"
    case .delete: "Delete"
    case .menu: "Menu"
    case .function(let n): "F\(n)"
    case .other(let code): "key \(code)"
    }
  }
}
