public import Input

extension BrowserWindow {
  /// The commands that a ``BrowserWindow`` performs by itself when a key in ``BrowserWindow/keys``
  /// is bound to them.
  public enum Command: String, CaseIterable, Sendable {
    /// Turns to the next page.
    case next
    /// Turns to the previous page.
    case previous
    /// Goes to the first page.
    case first
    /// Goes to the last page.
    case last
    /// Multiplies the zoom by 1.5.
    case zoomIn
    /// Divides the zoom by 1.5.
    case zoomOut
    /// Fits the picture into the page.
    case zoomToFit
    /// Shows one pixel of the picture as one pixel of the screen.
    case zoomToActual
    /// Toggles between the fitted picture and the double-click zoom.
    case toggleZoom
    /// Plays or pauses the clip or animation of the page.
    case togglePlaying
    /// Requests the context menu of the page, as ``BrowserHooks/menu`` does for a point in the
    /// middle of the page.
    case menu
    /// Enters or leaves fullscreen.
    case toggleFullscreen
    /// Goes back to the scene below the top one.
    case back
    /// Leaves fullscreen or goes back; at the root, closes the window if
    /// ``BrowserWindow/quitsOnEscape`` is true.
    case escape
    /// Closes the window.
    case close
    /// Closes all windows of the application.
    case quit

    /// Whether the command is performed again while its key is held down.
    var repeats: Bool {
      switch self {
      case .next, .previous, .zoomIn, .zoomOut: true
      default: false
      }
    }
  }
}

extension KeyBindings where Action == BrowserWindow.Command {
  /// The default keys of the commands of a window.
  public static var standard: Self {
    func text(_ c: Character, _ modifiers: Modifiers = []) -> KeyChord {
      KeyChord(.character(c), modifiers)
    }
    return KeyBindings([
      (.next, [KeyChord(.right), KeyChord(.down), KeyChord(.pageDown)]),
      (.previous, [KeyChord(.left), KeyChord(.up), KeyChord(.pageUp)]),
      (.first, [KeyChord(.home)]),
      (.last, [KeyChord(.end)]),
      (.zoomIn, [text("+"), text("=")]),
      (.zoomOut, [text("-")]),
      (.zoomToFit, [text("0")]),
      (.zoomToActual, [text("1")]),
      (.toggleZoom, [KeyChord(.enter)]),
      (.togglePlaying, [text(" ")]),
      (.menu, [KeyChord(.menu), KeyChord(.function(10)), KeyChord(.function(10), .shift)]),
      (.toggleFullscreen, [KeyChord(.function(11)), text("f")]),
      (.back, [KeyChord(.backspace)]),
      (.escape, [KeyChord(.escape)]),
      (.close, [text("w", .control)]),
      (.quit, [text("q", .control)]),
    ])
  }

  /// A table without keys.
  public static var none: Self { KeyBindings() }
}
