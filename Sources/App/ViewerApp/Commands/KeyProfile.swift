import ArgumentParser
import Input

/// A set of default key bindings: those of pbview, or those of another image viewer as far as
/// pbview has the same commands. Keys that the other viewer does not use keep pbview's bindings.
nonisolated enum KeyProfile: String, CaseIterable, Sendable, ExpressibleByArgument {
  case pbview, gnome, feh, nsxiv, geeqie

  /// The name of the profile in the list of choices in the preferences.
  var title: String {
    switch self {
    case .pbview: "pbview"
    case .gnome: "GNOME"
    case .feh: "feh"
    case .nsxiv: "nsxiv"
    case .geeqie: "Geeqie"
    }
  }

  /// Whether the left and right arrow keys turn pages by default; otherwise they pan.
  var arrowsTurnPages: Bool {
    switch self {
    case .pbview, .gnome, .feh: true
    case .nsxiv, .geeqie: false
    }
  }

  /// The commands whose keys differ from pbview's, each with all its keys. The arrow keys that turn
  /// pages are not listed, because they depend on the direction in which pages follow each other.
  var rows: [(Command, [KeyChord])] {
    switch self {
    case .pbview: []
    case .gnome: Self.gnomeRows
    case .feh: Self.fehRows
    case .nsxiv: Self.nsxivRows
    case .geeqie: Self.geeqieRows
    }
  }

  private static func text(_ characters: String) -> [KeyChord] {
    characters.map { KeyChord(.character($0)) }
  }
  private static func control(_ characters: String) -> [KeyChord] {
    characters.map { KeyChord(.character($0), .control) }
  }

  /// The key bindings of GNOME's image viewers Loupe and Eye of GNOME. Loupe's are used where the
  /// two differ.
  ///
  /// - Source: the shortcuts dialog of Loupe (data/resources/shortcuts-dialog.ui) and that of Eye
  ///   of GNOME 43 (/org/gnome/eog/gtk/help-overlay.ui in libeog.so). Keys of functions that pbview
  ///   lacks: a random image (Ctrl+M, which sends), saving over the original (Ctrl+S), a new window
  ///   (Ctrl+N), a presenter (Ctrl+Shift+P), scrolling a large image by Page Up and Page Down, with
  ///   Ctrl sideways. Differences: Ctrl+0 fits as in Loupe, and is not the actual size as in Eye of
  ///   GNOME; F9 shows the properties as in Loupe, and not the gallery of Eye of GNOME (T is the
  ///   filmstrip); the arrow keys turn pages as in Loupe, and do not pan as in Eye of GNOME; F1
  ///   shows the keys; H and V mirror only in the editor of Loupe and stay keys of pbview.
  private static let gnomeRows: [(Command, [KeyChord])] = [
    (.next, text(" ") + [KeyChord(.right, .alt)]),
    (.previous, [KeyChord(.backspace), KeyChord(.left, .alt)]),
    (.nextScreen, [KeyChord(.pageDown)]),
    (.previousScreen, [KeyChord(.character(" "), .shift), KeyChord(.pageUp)]),
    (.first, [KeyChord(.home), KeyChord(.home, .alt)]),
    (.last, [KeyChord(.end), KeyChord(.end, .alt)]),
    (.zoomToFit, text("0") + control("0") + text("f")),
    (.zoomToActual, text("1") + control("1")),
    (.zoomToDouble, text("2") + control("2")),
    (.toggleFullscreen, [KeyChord(.function(11))]),
    (.slideshow, [KeyChord(.function(5))]),
    (.reload, text("r")),
    (.info, [KeyChord(.enter, .alt), KeyChord(.function(9)), KeyChord(.function(9), .control)]),
    (.contextMenu, [KeyChord(.function(10)), KeyChord(.menu), KeyChord(.function(10), .shift)]),
    (.showKeys, [KeyChord(.function(1))] + control("?")),
    (.crop, text("e")),
    (.fitWidth, []),
    (.back, [KeyChord(.up, .alt)]),
    (.quit, control("q")),
  ]

  /// The key bindings of the image viewer feh.
  ///
  /// - Source: feh(1) 3.9.1, section KEYS. Keys of functions that pbview lacks: actions (a, 0…9,
  ///   Return), captions (c), fixed geometry (g), saving the list (L), the pointer (o), window size
  ///   (w), a random picture (z), auto-zoom (Z), reload delay (+, −, which zoom), pages of panning
  ///   (Alt+arrows), rendering (R), removing from the list (Delete). Differences: Page Up and Page
  ///   Down go on and back by ten pictures, not by 5 %; Ctrl+Delete moves to the trash; `h` begins
  ///   and ends the slideshow; Esc leads back and quits at the end; the arrow keys of the keypad do
  ///   what the other arrow keys do, and do not pan.
  private static let fehRows: [(Command, [KeyChord])] = [
    (.next, text("n ")),
    (.previous, text("p") + [KeyChord(.backspace)]),
    (.nextScreen, []),
    (.previousScreen, [KeyChord(.character(" "), .shift)]),
    (.forwardTen, [KeyChord(.pageUp)]),
    (.backTen, [KeyChord(.pageDown)]),
    (.nextFolder, text("]") + [KeyChord(.pageDown, .control)]),
    (.previousFolder, text("[") + [KeyChord(.pageUp, .control)]),
    (.zoomIn, [KeyChord(.up)] + text("+=") + control("+=")),
    (.zoomOut, [KeyChord(.down)] + text("-") + control("-")),
    (.zoomToActual, text("*1") + control("1")),
    (.zoomToFit, text("/0") + control("0")),
    (.fitFill, text("!F")),
    (.panLeft, [KeyChord(.left, .control)]),
    (.panRight, [KeyChord(.right, .control)]),
    (.panUp, [KeyChord(.up, .control)]),
    (.panDown, [KeyChord(.down, .control)]),
    (.lockZoom, text("k")),
    (.slideshow, text("h")),
    (.saveCopy, text("s") + control("S")),
    (.info, text("ie") + [KeyChord(.function(9)), KeyChord(.enter, .alt)]),
    (.fitWidth, []),
    (.toggleControls, text("db")),
    (.developRaw, []),
    (.toggleMagnification, text("A")),
    (.toggleTransparency, []),
    (.contextMenu, text("m") + [KeyChord(.menu), KeyChord(.function(10), .shift)]),
    (.muteClip, []),
    (.delete, [KeyChord(.delete, .control)]),
    (.back, [KeyChord(.left, .alt)]),
    (.close, text("x") + control("w")),
  ]

  /// The key bindings of the image viewer nsxiv.
  ///
  /// - Source: nsxiv(1) 31, section KEYBOARD COMMANDS. Keys of functions that pbview lacks: counts
  ///   before commands (a number and Enter go to that picture), removing from the list (D), marks
  ///   of a range and their navigation (M, N, P, Ctrl+M, Ctrl+U), gamma, brightness and contrast ({
  ///   } ( ) Ctrl+G; the brackets go by ten pictures), the picture viewed before (Ctrl+6), the
  ///   centre (z), a rotation by 180° (?), the key handler (Ctrl+X; `[commands]` of the preferences
  ///   file has programs). Differences: `m` picks the photo; Ctrl with an arrow key or h, j, k, l
  ///   pans by less than a screen.
  private static let nsxivRows: [(Command, [KeyChord])] = [
    (.next, text("n ")),
    (.previous, text("p") + [KeyChord(.backspace)]),
    (.nextScreen, [KeyChord(.pageDown)]),
    (.previousScreen, [KeyChord(.character(" "), .shift), KeyChord(.pageUp)]),
    (.first, text("g") + [KeyChord(.home)]),
    (.last, text("G") + [KeyChord(.end)]),
    (.panLeft, text("h") + [KeyChord(.left), KeyChord(.left, .control)] + control("h")),
    (.panRight, text("l") + [KeyChord(.right), KeyChord(.right, .control)] + control("l")),
    (.panUp, text("k") + [KeyChord(.up), KeyChord(.up, .control)] + control("k")),
    (.panDown, text("j") + [KeyChord(.down), KeyChord(.down, .control)] + control("j")),
    (.recentFolders, []),
    (.toggleLooping, []),
    (.customizeKeys, []),
    (.zoomToActual, text("=1*") + control("1")),
    (.zoomIn, text("+") + control("+=")),
    (.frameForward, control("n") + text(".")),
    (.frameBack, control("p") + text(",")),
    (.print, []),
    (.togglePlaying, control("a ")),
    (.pick, text("m") + [KeyChord(.character("p"), .alt)]),
    (.muteClip, []),
    (.showKeys, [KeyChord(.function(1))]),
    (.cut, []),
    (.back, [KeyChord(.left, .alt)]),
    (.quit, text("q") + control("q")),
  ]

  /// The key bindings of the image viewer Geeqie.
  ///
  /// - Source: Geeqie 2.0.1, “Keyboard Shortcuts” of its help (GuideReferenceKeyboardShortcuts),
  ///   main window. Keys of functions that pbview lacks: collections (C, O), duplicates (D), pan
  ///   view (Ctrl+J), a rotation by 180° (Shift+R), connected zoom (Shift+Z, X, H, W), histogram
  ///   channels and modes (J, K), slideshow speed (Ctrl+=, Ctrl+−), desaturation (Shift+G),
  ///   toolbars and views (Ctrl+L, Ctrl+I, Ctrl+T, L), sort manager (Shift+S), keywords (Alt+K),
  ///   leaving fullscreen (Q; pbview has Esc), an empty folder (Ctrl+F), the file list (Ctrl+H),
  ///   faster panning (Shift+arrows), panes (U, Y, Alt+arrows), the rotation before (Shift+O), a
  ///   rectangle of the list (Alt+R), the view in a new window (Ctrl+V), the orientation tag
  ///   (Alt+X), marks (M), saving metadata (Ctrl+S). Differences: 1…6 zoom instead of setting
  ///   marks; `p` shows the photo before, as in Geeqie's image windows, and Space pauses a
  ///   slideshow; `/` of the keypad searches commands, as the other `/` does; Alt+X rejects, not
  ///   Alt and the keypad's minus.
  private static let geeqieRows: [(Command, [KeyChord])] = [
    (.next, text(" ") + [KeyChord(.pageDown)] + text("n")),
    (.previous, [KeyChord(.backspace), KeyChord(.pageUp)] + text("p")),
    (.nextScreen, []),
    (.previousScreen, [KeyChord(.character(" "), .shift)]),
    (.first, [KeyChord(.home)]),
    (.last, [KeyChord(.end)]),
    (.forwardTen, []),
    (.backTen, []),
    (.panLeft, [KeyChord(.left)]),
    (.panRight, [KeyChord(.right)]),
    (.panUp, [KeyChord(.up)]),
    (.panDown, [KeyChord(.down)]),
    (.edgeLeft, [KeyChord(.left, .control)]),
    (.edgeRight, [KeyChord(.right, .control)]),
    (.edgeUp, [KeyChord(.up, .control)]),
    (.edgeDown, [KeyChord(.down, .control)]),
    (.rotateRight, text("]")),
    (.rotateLeft, text("[")),
    (.flipHorizontally, text("M")),
    (.flipVertically, text("F")),
    (.overviewMap, []),
    (.fitFill, text("!")),
    (.zoomIn, text("+=")),
    (.zoomOut, text("-")),
    (.zoomToActual, text("z1")),
    (.zoomToFit, text("x*0")),
    (.toggleActual, []),
    (.fitWidth, text("h")),
    (.fitHeight, text("w")),
    (.fitShrinking, []),
    (.copyTo, control("c")),
    (.moveTo, control("m")),
    (.rename, control("r")),
    (.delete, control("d") + [KeyChord(.delete)]),
    (.duplicate, []),
    (.copy, []),
    (.send, []),
    (.print, text("P")),
    (.preferences, control("o")),
    (.openFolder, []),
    (.find, [KeyChord(.function(3))] + control("f")),
    (.selectAll, control("a")),
    (.deselectAll, control("A")),
    (.invertSelection, control("I")),
    (.copyColor, []),
    (.toggleFullscreen, text("fv") + [KeyChord(.function(11))]),
    (.lockZoom, []),
    (.info, text("i") + control("ke")),
    (.showKeys, [KeyChord(.function(1))] + text("?/")),
    (.customizeKeys, []),
    (.slideshow, text("s")),
    (.reload, text("r")),
    (.markClipping, text("E")),
    (.toggleTransparency, text("A")),
    (.togglePlaying, text("a") + control(" ")),
    (.toggleMagnification, []),
    (.toggleControls, text("`b")),
    (.toggleFilmstrip, text("tT")),
    (.pageEffects, []),
    (.compare, text("e") + [KeyChord(.character("c"), .alt)]),
    (.contextMenu, [KeyChord(.function(10)), KeyChord(.menu), KeyChord(.function(10), .shift)]),
    (.back, []),
    (.quit, control("q")),
  ]
}
