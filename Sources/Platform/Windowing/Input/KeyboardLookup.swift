import CX11

/// Keysym lookup in Xlib's copy of the keyboard map.
struct KeyboardLookup {
  private let display: OpaquePointer

  init(display: OpaquePointer) { self.display = display }

  /// The name and text of the key of an event.
  func symbol(of event: XKeyEvent) -> KeySymbol {
    let code = KeyCode(truncatingIfNeeded: event.keycode)
    return KeyTable.symbol(state: event.state) { state in
      var used: UInt32 = 0
      var keysym: KeySym = 0
      XkbLookupKeySym(display, code, state, &used, &keysym)
      return UInt32(truncatingIfNeeded: keysym)
    }
  }
}
