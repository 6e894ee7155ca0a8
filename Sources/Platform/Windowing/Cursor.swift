import CX11

/// The shape of the mouse cursor.
public enum Cursor: Hashable, Sendable, CaseIterable {
  /// The default arrow.
  case arrow
  /// A pointing hand, for a control that can be clicked.
  case hand
  /// An open hand, for content that can be dragged.
  case grab
  /// A closed hand, for content that is being dragged.
  case grabbing
  /// No cursor.
  case hidden

  /// The names in cursor themes, preferred first, and the glyph of the core cursor font as
  /// fallback.
  fileprivate var shape: (names: [String], glyph: UInt32) {
    switch self {
    case .arrow: (["default", "left_ptr"], UInt32(XC_left_ptr))
    case .hand: (["pointer", "hand2"], UInt32(XC_hand2))
    case .grab: (["grab", "openhand", "hand1"], UInt32(XC_hand1))
    case .grabbing: (["grabbing", "closedhand", "fleur"], UInt32(XC_fleur))
    case .hidden: ([], 0)
    }
  }
}

/// The X cursors of a connection, loaded on first use: finding a theme's files takes milliseconds.
struct CursorCache {
  private let display: OpaquePointer
  private let root: CX11.Window
  private var made: [Cursor: CX11.Cursor] = [:]
  private var theme: String?
  private var size: Int?

  init(display: OpaquePointer, root: CX11.Window) {
    self.display = display
    self.root = root
  }

  /// The X resource ID of a cursor.
  mutating func cursor(_ cursor: Cursor) -> CX11.Cursor {
    if let known = made[cursor] { return known }
    let id = cursor == .hidden ? makeBlank() : make(cursor)
    made[cursor] = id
    return id
  }

  /// Sets the cursor theme and size; nil keeps the value from the X resources.
  ///
  /// - Parameter size: The nominal size in device pixels, 1 to 512.
  /// - Returns: True when the theme or size changed: all cursors are freed and must be defined
  ///   again.
  mutating func take(theme: String?, size: Int?) -> Bool {
    guard theme != self.theme || size != self.size else { return false }
    (self.theme, self.size) = (theme, size)
    if let theme { XcursorSetTheme(display, theme) }
    if let size, (1...512).contains(size) { XcursorSetDefaultSize(display, Int32(size)) }
    for id in made.values { XFreeCursor(display, id) }
    made = [:]
    return true
  }

  private func make(_ cursor: Cursor) -> CX11.Cursor {
    let (names, glyph) = cursor.shape
    for name in names {
      let id = XcursorLibraryLoadCursor(display, name)
      if id != 0 { return id }
    }
    return XCreateFontCursor(display, glyph)
  }

  private func makeBlank() -> CX11.Cursor {
    var bits: CChar = 0
    let pixmap = XCreateBitmapFromData(display, root, &bits, 1, 1)
    defer { XFreePixmap(display, pixmap) }
    var (ink, paper) = (XColor(), XColor())
    return XCreatePixmapCursor(display, pixmap, pixmap, &ink, &paper, 0, 0)
  }
}
