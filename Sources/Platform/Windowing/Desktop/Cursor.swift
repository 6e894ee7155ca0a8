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
  /// An invisible cursor.
  case hidden
  /// The cursors over a target at which a drop would copy, move or link the dragged data.
  case dragCopy, dragMove, dragLink
  /// The cursor over a place that takes no drop of the dragged data.
  case dragRefused

  /// The names in cursor themes, preferred first, and the glyph of the core cursor font as
  /// fallback.
  fileprivate var shape: (names: [String], glyph: UInt32) {
    switch self {
    case .arrow: (["default", "left_ptr"], UInt32(XC_left_ptr))
    case .hand: (["pointer", "hand2"], UInt32(XC_hand2))
    case .grab: (["grab", "openhand", "hand1"], UInt32(XC_hand1))
    case .grabbing: (["grabbing", "closedhand", "fleur"], UInt32(XC_fleur))
    case .hidden: ([], 0)
    case .dragCopy: (["dnd-copy", "copy"], UInt32(XC_plus))
    case .dragMove: (["dnd-move", "move", "grabbing", "closedhand"], UInt32(XC_fleur))
    case .dragLink: (["dnd-link", "alias", "link"], UInt32(XC_hand2))
    case .dragRefused: (["dnd-none", "no-drop", "not-allowed", "circle"], UInt32(XC_circle))
    }
  }
}

/// The cursors of a connection's windows. Shapes are loaded on first use: finding a theme's files
/// takes milliseconds.
final class CursorCache {
  private let server: XServer
  private var made: [Cursor: CX11.Cursor] = [:]
  /// The current cursor of each window that has one.
  private var current: [CX11.Window: Cursor] = [:]
  /// The windows whose cursor is overridden, with the cursor that is shown instead.
  private var overridden: [CX11.Window: Cursor] = [:]
  private var theme: String?
  private var size: Int?

  init(on server: XServer) { self.server = server }

  /// Sets the cursor of a window.
  func define(_ cursor: Cursor, of window: CX11.Window) {
    guard cursor != current[window] else { return }
    current[window] = cursor
    if overridden[window] == nil { XDefineCursor(server.xDisplay, window, id(of: cursor)) }
  }

  /// Sets a cursor that takes precedence over the defined one; nil removes it.
  func override(_ cursor: Cursor?, of window: CX11.Window) {
    guard cursor != overridden[window] else { return }
    overridden[window] = cursor
    XDefineCursor(server.xDisplay, window, id(of: cursor ?? current[window] ?? .arrow))
  }

  /// Forgets a window that is closed.
  func forget(_ window: CX11.Window) {
    current[window] = nil
    overridden[window] = nil
  }

  /// Sets the cursor theme and size, and loads the cursors of the windows again when they have
  /// changed; nil keeps the value from the X resources.
  ///
  /// - Parameter size: The nominal size in device pixels, 1 to 512.
  func setTheme(_ theme: String?, size: Int?) {
    guard theme != self.theme || size != self.size else { return }
    (self.theme, self.size) = (theme, size)
    if let theme { XcursorSetTheme(server.xDisplay, theme) }
    if let size, (1...512).contains(size) { XcursorSetDefaultSize(server.xDisplay, Int32(size)) }
    for id in made.values { XFreeCursor(server.xDisplay, id) }
    made = [:]
    for (window, cursor) in current { XDefineCursor(server.xDisplay, window, id(of: cursor)) }
  }

  private func id(of cursor: Cursor) -> CX11.Cursor {
    if let known = made[cursor] { return known }
    let id = cursor == .hidden ? makeBlank() : make(cursor)
    made[cursor] = id
    return id
  }

  private func make(_ cursor: Cursor) -> CX11.Cursor {
    let (names, glyph) = cursor.shape
    for name in names {
      let id = XcursorLibraryLoadCursor(server.xDisplay, name)
      if id != 0 { return id }
    }
    return XCreateFontCursor(server.xDisplay, glyph)
  }

  private func makeBlank() -> CX11.Cursor {
    var bits: CChar = 0
    let pixmap = XCreateBitmapFromData(server.xDisplay, server.root, &bits, 1, 1)
    defer { XFreePixmap(server.xDisplay, pixmap) }
    var (ink, paper) = (XColor(), XColor())
    return XCreatePixmapCursor(server.xDisplay, pixmap, pixmap, &ink, &paper, 0, 0)
  }
}
