import CX11
import Input

/// The translation of keysyms into key names and text.
nonisolated enum KeysymTable {
  /// The core modifier bits that select a level of a key and do not make a command: Shift, Num
  /// Lock, Mod3 and Mod5 (third level), and the two XKB group bits.
  private static let levelMask: UInt32 = 0x01 | 0x10 | 0x20 | 0x80 | 0x6000
  private static let groupMask: UInt32 = 0x6000
  private static let shiftMask: UInt32 = 0x01
  private static let altMask: UInt32 = 0x08
  private static let lockMask: UInt32 = 0x02
  private static let commandMask: UInt32 = 0x04 | 0x08 | 0x40
  /// The first code point after the Latin scripts: Greek and Coptic.
  private static let firstNonLatinScalar: UInt32 = 0x370

  /// The name and text of a key. `lookUp` returns the keysym of the key for modifier bits.
  ///
  /// A non-Latin letter is named after the Latin letter on the same key: that of another layout
  /// group, else that of the United States layout, so that shortcuts work with every layout. A key
  /// that gives a digit with Shift, as on French keyboards, is named after the digit unless its own
  /// character has a command to zoom. `text` is the typed character.
  ///
  /// - Parameters:
  ///   - state: the modifier bits of the key event.
  ///   - usCharacters: returns the characters of the key in the United States layout, without and
  ///     with Shift; nil when the key has none in that layout.
  /// - Source: GTK and Qt, which look for a Latin group first and take a Latin layout otherwise.
  static func symbol(
    state: UInt32, usCharacters: () -> (Character, Character)? = { nil }, lookUp: (UInt32) -> UInt32
  ) -> KeySymbol {
    let level = state & levelMask
    var name = name(of: lookUp(level))
    if case .character(let c) = name, let scalar = c.unicodeScalars.first {
      if scalar.value >= firstNonLatinScalar {
        name =
          latinName(level: level, lookUp: lookUp)
          ?? usCharacters().map { .character(level & shiftMask == 0 ? $0.0 : $0.1) } ?? name
      } else if let digit = shiftedDigit(of: c, state: state, level: level, lookUp: lookUp) {
        name = .character(digit)
      }
    }
    guard state & commandMask == 0 else { return KeySymbol(name: name, text: "") }
    let typed = scalar(of: lookUp(level | (state & lockMask)))
    return KeySymbol(name: name, text: typed.map { String(Character($0)) } ?? "")
  }

  /// The characters with commands to zoom and flip pictures. A key with such a character keeps it
  /// as its name, even if Shift gives a digit, unless Alt is held.
  private static let keptCharacters: Set<Character> = ["+", "-", "=", "_"]

  /// The digit that a key with the character `c` gives with Shift; nil when it gives none, and for
  /// the characters in ``keptCharacters`` unless Alt is held.
  private static func shiftedDigit(
    of c: Character, state: UInt32, level: UInt32, lookUp: (UInt32) -> UInt32
  ) -> Character? {
    guard level & shiftMask == 0, !c.isNumber,
      !keptCharacters.contains(c) || state & altMask != 0
    else { return nil }
    let shifted = lookUp(level | shiftMask)
    guard (0x30...0x39).contains(shifted) else { return nil }
    return scalar(of: shifted).map { Character($0) }
  }

  private static func latinName(level: UInt32, lookUp: (UInt32) -> UInt32) -> KeyEvent.Name? {
    for group in UInt32(0)..<4 {
      let found = self.name(of: lookUp((level & ~groupMask) | group << 13))
      if case .character(let c) = found, c.isASCII { return found }
    }
    return nil
  }

  /// The name of the key with a keysym.
  static func name(of keysym: UInt32) -> KeyEvent.Name {
    if let named = namesByKeysym[Int32(bitPattern: keysym)] { return named }
    if (UInt32(XK_F1)...UInt32(XK_F35)).contains(keysym) {
      return .function(Int(keysym - UInt32(XK_F1)) + 1)
    }
    return scalar(of: keysym).map { .character(Character($0)) } ?? .other(keysym)
  }

  /// The character of a keysym; nil for control keys and other keysyms without a character.
  static func scalar(of keysym: UInt32) -> Unicode.Scalar? {
    switch keysym {
    case 0x20...0x7e, 0xa0...0xff: Unicode.Scalar(keysym)
    case 0x0100_0100...0x0110_ffff: Unicode.Scalar(keysym - 0x0100_0000)
    // Keypad operators and digits have a constant offset from their ASCII codes.
    case 0xffaa...0xffb9: Unicode.Scalar(keysym - 0xff80)
    case UInt32(XK_KP_Equal): "="
    case UInt32(XK_KP_Space): " "
    default: LegacyKeysyms.scalar(of: keysym)
    }
  }

  private static let namesByKeysym: [Int32: KeyEvent.Name] = [
    XK_Left: .left, XK_KP_Left: .left, XK_Right: .right, XK_KP_Right: .right,
    XK_Up: .up, XK_KP_Up: .up, XK_Down: .down, XK_KP_Down: .down,
    XK_Page_Up: .pageUp, XK_KP_Page_Up: .pageUp,
    XK_Page_Down: .pageDown, XK_KP_Page_Down: .pageDown,
    XK_Home: .home, XK_KP_Home: .home, XK_End: .end, XK_KP_End: .end,
    XK_Return: .enter, XK_KP_Enter: .enter, XK_Escape: .escape, XK_BackSpace: .backspace,
    XK_Tab: .tab, XK_ISO_Left_Tab: .tab, XK_KP_Tab: .tab,
    XK_Insert: .insert, XK_KP_Insert: .insert, XK_Delete: .delete, XK_KP_Delete: .delete,
    XK_Menu: .menu,
  ]
}
