import CX11

/// The lookup of keysyms in Xlib's copy of the keyboard map.
final class KeyboardLookup {
  private let display: OpaquePointer
  /// The XKB names of the keys by key code; nil until a key is first looked up by its position, and
  /// again after the keyboard has changed.
  private var keyNames: [Int: String]?

  init(display: OpaquePointer) { self.display = display }

  /// The name and text of the key in a key event.
  func symbol(of event: XKeyEvent) -> KeySymbol {
    let code = KeyCode(truncatingIfNeeded: event.keycode)
    return KeysymTable.symbol(state: event.state, usCharacters: { usCharacters(of: Int(code)) }) {
      state in
      var used: UInt32 = 0
      var keysym: KeySym = 0
      XkbLookupKeySym(display, code, state, &used, &keysym)
      return UInt32(truncatingIfNeeded: keysym)
    }
  }

  /// Drops the stored key positions, because the keyboard has changed.
  func keyboardDidChange() { keyNames = nil }

  /// The characters without and with Shift that a key has in the United States layout, by its key
  /// code; nil when it has none.
  ///
  /// - Complexity: two round trips on first use, and on first use after the keyboard has changed.
  private func usCharacters(of code: Int) -> (Character, Character)? {
    let known = keyNames ?? readKeyNames()
    keyNames = known
    return known[code].flatMap(USKeyboardLayout.characters)
  }

  /// The XKB names of all keys by key code. A name gives the key's position, such as AC04 for the
  /// fourth letter of the home row.
  private func readKeyNames() -> [Int: String] {
    guard let keyboard = XkbGetMap(display, 0, UInt32(XkbUseCoreKbd)) else { return [:] }
    defer { XkbFreeKeyboard(keyboard, 0, 1) }
    guard XkbGetNames(display, UInt32(XkbKeyNamesMask), keyboard) == 0,
      let names = keyboard.pointee.names, let keys = names.pointee.keys
    else { return [:] }
    var found: [Int: String] = [:]
    for code in Int(keyboard.pointee.min_key_code)...Int(keyboard.pointee.max_key_code) {
      found[code] = withUnsafeBytes(of: keys[code].name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    return found
  }
}
