import CX11

/// The shape of the mouse cursor in a window.
public enum Cursor: Hashable, Sendable, CaseIterable {
  /// The default arrow.
  case arrow
  /// A pointing hand, for a control that can be clicked.
  case hand
  /// An open hand, for content that can be dragged.
  case grab
  /// A closed hand, for content that is being dragged.
  case grabbing
  /// No visible cursor.
  case hidden
  /// The cursors over a drop target at which a drop would copy, move or link the dragged data.
  case dragCopy, dragMove, dragLink
  /// The cursor over a place that accepts no drop of the dragged data.
  case dragRefused

  /// The names of the shape in cursor themes, the preferred one first, and its glyph in the X
  /// cursor font as a fallback.
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

/// The cursors of a connection's windows. Each shape is loaded on first use, because finding a
/// theme's files takes milliseconds.
final class CursorCache {
  private let server: XServer
  private var cursorIDs: [SizedCursor: CX11.Cursor] = [:]
  /// The normal cursor of each window for which one was defined.
  private var definedCursors: [CX11.Window: Cursor] = [:]
  /// The cursors that are shown instead of the normal ones, by window.
  private var overridingCursors: [CX11.Window: Cursor] = [:]
  /// The sizes of the windows' cursors as multiples of the theme's size; a window that is left out
  /// has the theme's size.
  private var scaleFactors: [CX11.Window: Double] = [:]
  private var theme: String?
  /// The nominal size that ``setTheme(_:size:)`` has set; nil for that of the X resources.
  private var size: Int?
  /// The nominal size that the X resources set, in device pixels. It has to be read before
  /// `XcursorSetDefaultSize` is called for the first time, also when another size is used.
  private lazy var standardSize = Int(XcursorGetDefaultSize(server.xDisplay))

  /// A cursor in a nominal size in device pixels; the size of the hidden one is 0.
  private struct SizedCursor: Hashable {
    var cursor: Cursor
    var size: Int
  }

  init(on server: XServer) { self.server = server }

  /// Sets the normal cursor of a window, which is shown unless another one overrides it.
  func define(_ cursor: Cursor, of window: CX11.Window) {
    guard cursor != definedCursors[window] else { return }
    definedCursors[window] = cursor
    if overridingCursors[window] == nil { show(cursor, in: window) }
  }

  /// Sets a cursor of a window that is shown instead of its normal one; nil shows the normal one
  /// again.
  func override(_ cursor: Cursor?, of window: CX11.Window) {
    guard cursor != overridingCursors[window] else { return }
    overridingCursors[window] = cursor
    show(shownCursor(in: window), in: window)
  }

  /// Sets the size of a window's cursors to a multiple of the theme's size. Default: 1.
  func setFactor(_ factor: Double, of window: CX11.Window) {
    guard factor != scaleFactors[window] ?? 1 else { return }
    scaleFactors[window] = factor
    guard definedCursors[window] != nil || overridingCursors[window] != nil else { return }
    show(shownCursor(in: window), in: window)
  }

  /// Forgets the cursors of a window that is closed.
  func forget(_ window: CX11.Window) {
    definedCursors[window] = nil
    overridingCursors[window] = nil
    scaleFactors[window] = nil
  }

  /// Sets the cursor theme and the size of cursors. Nil keeps the value from the X resources. When
  /// one of them has changed, the cursors of all windows are loaded again.
  ///
  /// - Parameter size: the nominal size in device pixels at the desktop's scale; values outside
  ///   ``CursorSize/limits`` are ignored.
  func setTheme(_ theme: String?, size: Int?) {
    guard theme != self.theme || size != self.size else { return }
    (self.theme, self.size) = (theme, size)
    if let theme { XcursorSetTheme(server.xDisplay, theme) }
    for id in cursorIDs.values { XFreeCursor(server.xDisplay, id) }
    cursorIDs = [:]
    for window in Set(definedCursors.keys).union(overridingCursors.keys) {
      show(shownCursor(in: window), in: window)
    }
  }

  private func shownCursor(in window: CX11.Window) -> Cursor {
    overridingCursors[window] ?? definedCursors[window] ?? .arrow
  }

  private func show(_ cursor: Cursor, in window: CX11.Window) {
    let size = cursor == .hidden ? 0 : nominalSize(in: window)
    XDefineCursor(server.xDisplay, window, id(of: SizedCursor(cursor: cursor, size: size)))
  }

  /// The nominal size of the cursors in a window, in device pixels.
  private func nominalSize(in window: CX11.Window) -> Int {
    let standard = standardSize
    let usual = size.flatMap { CursorSize.limits.contains($0) ? $0 : nil } ?? standard
    return CursorSize.scaled(usual, by: scaleFactors[window] ?? 1)
  }

  private func id(of cursor: SizedCursor) -> CX11.Cursor {
    if let known = cursorIDs[cursor] { return known }
    let id = cursor.cursor == .hidden ? makeBlank() : make(cursor)
    cursorIDs[cursor] = id
    return id
  }

  private func make(_ cursor: SizedCursor) -> CX11.Cursor {
    XcursorSetDefaultSize(server.xDisplay, Int32(clamping: cursor.size))
    let (names, glyph) = cursor.cursor.shape
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
