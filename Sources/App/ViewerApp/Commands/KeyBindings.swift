import Input

/// A table that assigns keys to the commands of the viewer.
typealias CommandKeys = KeyBindings<Command>

nonisolated extension CommandKeys {
  /// The names of the keys that are bound to any of `commands` without a modifier.
  func plainKeys(of commands: [Command]) -> Set<KeyEvent.Name> {
    Set(commands.flatMap(chords).filter(\.modifiers.isEmpty).map(\.name))
  }
}

/// The key bindings of the profile `pbview`.
nonisolated private enum DefaultKeys {
  static let standard = pages(turning: .plain(.right), back: .plain(.left))
  static let rightToLeft = pages(turning: .plain(.left), back: .plain(.right))
  static let downwards = pages(
    turning: .plain(.down), .plain(.right), back: .plain(.up), .plain(.left))

  /// The key bindings of an open photo.
  ///
  /// - Parameters:
  ///   - on: the arrow keys that turn to the next page.
  ///   - back: the arrow keys that turn to the previous page.
  ///
  /// - Source: the keys that Loupe, eog, feh and nsxiv have in common; where they differ, a digit
  ///   or letter.
  private static func pages(turning on: KeyChord..., back: KeyChord...) -> CommandKeys {
    CommandKeys(
      [
        (.next, on + [.text("n")]),
        (.previous, back + [.text("p")]),
        (.nextScreen, [.text(" "), .plain(.pageDown)]),
        (.previousScreen, [.shifted(" "), .plain(.pageUp)]),
      ]
        + commonRows.map { row in (row.0, row.1.filter { !(on + back).contains($0) }) })
  }

  private static let commonRows: [(Command, [KeyChord])] =
    [
      (.first, [.plain(.home), .text("g")]),
      (.last, [.plain(.end), .text("G")]),
      (.forwardTen, [.text("]")]),
      (.backTen, [.text("[")]),
      (.goToNumber, [.plain(.enter)]),
      (.lockZoom, [.text("v")]),
      (.flickCompare, [.text("y")]),
      (.singlePage, [.text("u")]),
      (.twoPages, [.text("B")]),
      (.continuousPages, [.text("V")]),
      (.fitShrinking, [.text("w")]),
      (.fitWhole, [.text("W")]),
      (.fitWidth, [.text("e")]),
      (.fitHeight, [.text("E")]),
      (.fitFill, [.text("F"), .text("!")]),
      (.panLeft, [.text("h"), KeyChord(.left, .control)]),
      (.panRight, [.text("l"), KeyChord(.right, .control)]),
      (.panUp, [.text("k"), .plain(.up), KeyChord(.up, .control)]),
      (.panDown, [.text("j"), .plain(.down), KeyChord(.down, .control)]),
      (.toggleMagnification, [.text("a")]),
      (.toggleTransparency, [.text("A")]),
      (.pageEffects, [.text("t")]),
      (.toggleFilmstrip, [.text("T")]),
      (.toggleLeafStrip, [.alt("t")]),
      (.inspectPixels, [.text("I")]),
      (.copyColor, [.control("I")]),
      (.overviewMap, [.text("M")]),
      (.slideshow, [.text("s")]),
      (.slideshowOptions, [.text("S")]),
      (.toggleLooping, [.control("l")]),
      (.frameBack, [.text(",")]),
      (.frameForward, [.text(".")]),
      (.togglePlaying, [.control(" ")]),
      (.toggleFullscreen, [.text("f"), .plain(.function(11))]),
      (.toggleControls, [.text("b")]),
      (.developRaw, [.text("d")]),
      (.markClipping, [.text("o")]),
      (.exposeBrighter, [.alt("e")]),
      (.exposeDarker, [.alt("E")]),
      (.exposeNormally, [KeyChord(.character("e"), [.control, .alt])]),
      (.nextLeaf, [KeyChord(.pageDown, .alt)]),
      (.previousLeaf, [KeyChord(.pageUp, .alt)]),
      (.muteClip, [.text("m")]),
      (.loopClip, [.control("L")]),
      (.clipBackward, [KeyChord(.left, .shift)]),
      (.clipForward, [KeyChord(.right, .shift)]),
      (.reload, [.text("r"), .plain(.function(5))]),
      (.contextMenu, [.plain(.menu), .plain(.function(10)), KeyChord(.function(10), .shift)]),
      (.showKeys, [.plain(.function(1)), .text("?")]),
      (.info, [.text("i"), .plain(.function(9)), KeyChord(.enter, .alt)]),
      (.cut, [.control("x")]),
      (.copy, [.control("c")]),
      (.paste, [.control("v")]),
      (.copyPath, [.control("C")]),
      (.saveCopy, [.control("S")]),
      (.copyTo, [.plain(.function(7))]),
      (.moveTo, [.plain(.function(8))]),
      (.copyAgain, [KeyChord(.function(7), .shift)]),
      (.moveAgain, [KeyChord(.function(8), .shift)]),
      (.rename, [.plain(.function(2))]),
      (.duplicate, [.control("d")]),
      (.newFolder, [.control("N")]),
      (.undoHistory, [KeyChord(.character("z"), .alt)]),
      (.delete, [.plain(.delete)]),
      (.deletePermanently, [KeyChord(.delete, .shift)]),
      (.deleteRejected, [KeyChord(.backspace, .control)]),
      (.undo, [.control("z")]),
      (.redo, [.control("Z"), .control("y")]),
      (.find, [.control("f")]),
      (.openFolder, [.control("o")]),
      (.nextFolder, [KeyChord(.pageDown, .control)]),
      (.previousFolder, [KeyChord(.pageUp, .control)]),
      (.preferences, [.control(",")]),
      (.customizeKeys, [.control("k")]),
      (.escape, [.plain(.escape)]),
      (.back, [.plain(.backspace), KeyChord(.left, .alt)]),
      (.close, [.control("w")]),
      (.quit, [.text("q"), .control("q")]),
      (.rotateRight, [.text(">"), .control("r")]),
      (.rotateLeft, [.text("<"), .control("R")]),
      (.flipHorizontally, [.text("|")]),
      (.flipVertically, [.text("_")]),
      (.crop, [.text("C")]),
      (.turnPixels, [.alt("R")]),
      (.export, [.control("E")]),
      (.toggleCulling, [.text("c")]),
      (.compare, [.alt("c")]),
    ] + zoomRows + markRows + sharedRows

  /// The keys that zoom, or that pan to an edge of the picture, for an open photo and a comparison.
  private static let zoomRows: [(Command, [KeyChord])] = [
    (.zoomIn, [.text("+"), .text("="), .control("+"), .control("=")]),
    (.zoomOut, [.text("-"), .control("-")]),
    (.zoomInFinely, [.control("*")]),
    (.zoomOutFinely, [.control("_")]),
    (.zoomToFit, [.text("0"), .control("0"), .text("/")]),
    (.zoomToActual, [.text("1"), .text("*"), .control("1")]),
    (.zoomToDouble, [.text("2")]),
    (.zoomToTriple, [.text("3")]),
    (.toggleActual, [.text("z")]),
    (.edgeLeft, [.text("H")]),
    (.edgeRight, [.text("L")]),
    (.edgeUp, [.text("K")]),
    (.edgeDown, [.text("J")]),
  ]

  /// The keys that pass photos to other programs.
  ///
  /// - Source: eog and Loupe; Ctrl+Alt+O is the location of a file in GNOME Files.
  private static let sharingRows: [(Command, [KeyChord])] = [
    (.openWith, [.control("O")]),
    (.showInFileManager, [KeyChord(.character("o"), [.control, .alt])]),
    (.setWallpaper, [KeyChord(.function(8), .control)]),
    (.print, [.control("p")]),
    (.send, [.control("m")]),
  ]

  /// The keys for other programs and for recent folders, which an open photo and the grid share.
  private static let sharedRows: [(Command, [KeyChord])] =
    sharingRows + [
      (.recentFolders, [.control("h")]),
      (.clearRecentFolders, [.control("H")]),
    ]

  /// The keys that rate, flag and label photos or filter by these marks, in every scene.
  ///
  /// - Source: Lightroom's, with Alt because single digits zoom.
  private static let markRows: [(Command, [KeyChord])] = [
    (.rate0, [.alt("0")]), (.rate1, [.alt("1")]), (.rate2, [.alt("2")]), (.rate3, [.alt("3")]),
    (.rate4, [.alt("4")]), (.rate5, [.alt("5")]),
    (.pick, [.alt("p")]), (.reject, [.alt("x")]), (.unflag, [.alt("u")]),
    (.labelRed, [.alt("6")]), (.labelYellow, [.alt("7")]), (.labelGreen, [.alt("8")]),
    (.labelBlue, [.alt("9")]), (.labelPurple, [.alt("v")]),
    (.onlyPicks, [.alt("P")]), (.hideRejected, [.alt("X")]), (.onlyUnmarked, [.alt("U")]),
    (.threeStars, [.alt("S")]), (.anyMarks, [.alt("A")]),
    (.onlyRejected, [.alt("J")]), (.allPhotos, [.alt("N")]),
  ]

  /// The key bindings that the culling mode adds. They take precedence over those of the open
  /// photo.
  static let culling = CommandKeys([
    (.rate0, [.text("0")]), (.rate1, [.text("1")]), (.rate2, [.text("2")]), (.rate3, [.text("3")]),
    (.rate4, [.text("4")]), (.rate5, [.text("5")]),
    (.pick, [.text("p")]), (.reject, [.text("x")]), (.unflag, [.text("u")]),
    (.labelRed, [.text("6")]), (.labelYellow, [.text("7")]), (.labelGreen, [.text("8")]),
    (.labelBlue, [.text("9")]), (.toggleCulling, [.plain(.escape)]),
  ])

  /// The key bindings of a comparison of photos. The arrow keys without modifiers are not in the
  /// table: they move the focus between panes.
  static let compare = CommandKeys(compareRows + zoomRows + markRows + sharingRows)

  private static let compareRows: [(Command, [KeyChord])] = [
    (.nextPane, [.plain(.tab)]),
    (.previousPane, [KeyChord(.tab, .shift)]),
    (.promotePane, [.plain(.enter)]),
    (.rejectPane, [.text("x")]),
    (.swapPanes, [.text("s")]),
    (.linkPanes, [.text("v")]),
    (.next, [.text("n"), .text(" "), .plain(.pageDown)]),
    (.previous, [.text("p"), .shifted(" "), .plain(.pageUp)]),
    (.panLeft, [.text("h"), KeyChord(.left, .control)]),
    (.panRight, [.text("l"), KeyChord(.right, .control)]),
    (.panUp, [.text("k"), KeyChord(.up, .control)]),
    (.panDown, [.text("j"), KeyChord(.down, .control)]),
    (.toggleCulling, [.text("c")]),
    (.compare, [.alt("c")]),
    (.copy, [.control("c")]),
    (.copyPath, [.control("C")]),
    (.copyTo, [.plain(.function(7))]),
    (.moveTo, [.plain(.function(8))]),
    (.copyAgain, [KeyChord(.function(7), .shift)]),
    (.moveAgain, [KeyChord(.function(8), .shift)]),
    (.rename, [.plain(.function(2))]),
    (.export, [.control("E")]),
    (.info, [.text("i"), .plain(.function(9)), KeyChord(.enter, .alt)]),
    (.undoHistory, [KeyChord(.character("z"), .alt)]),
    (.delete, [.plain(.delete)]),
    (.deletePermanently, [KeyChord(.delete, .shift)]),
    (.deleteRejected, [KeyChord(.backspace, .control)]),
    (.undo, [.control("z")]),
    (.redo, [.control("Z"), .control("y")]),
    (.rotateRight, [.text(">"), .control("r")]),
    (.rotateLeft, [.text("<"), .control("R")]),
    (.toggleFullscreen, [.text("f"), .plain(.function(11))]),
    (.toggleControls, [.text("b")]),
    (.contextMenu, [.plain(.menu), .plain(.function(10)), KeyChord(.function(10), .shift)]),
    (.showKeys, [.plain(.function(1)), .text("?")]),
    (.escape, [.plain(.escape)]),
    (.back, [.plain(.backspace), KeyChord(.left, .alt)]),
    (.close, [.control("w")]),
    (.quit, [.text("q"), .control("q")]),
  ]

  static let grid = CommandKeys(gridRows + markRows + sharedRows)

  private static let gridRows: [(Command, [KeyChord])] = [
    (.open, [.plain(.enter)]),
    (.preview, [.text(" ")]),
    (.largerCells, [.text("+"), .text("="), .control("+"), .control("=")]),
    (.smallerCells, [.text("-"), .control("-")]),
    (.defaultCells, [.control("0")]),
    (.toggleWholeCells, [KeyChord(.character("w"), .alt)]),
    (.toggleNames, [KeyChord(.character("f"), .alt)]),
    (.selectAll, [.control("a")]),
    (.invertSelection, [.control("i")]),
    (.deselectAll, [.control("u")]),
    (.selectPicks, [.control("P")]),
    (.toggleCulling, [KeyChord(.enter, .control)]),
    (.sortByName, [KeyChord(.character("n"), .alt)]),
    (.sortByDate, [KeyChord(.character("d"), .alt)]),
    (.sortByTaken, [KeyChord(.character("t"), .alt)]),
    (.sortBySize, [KeyChord(.character("s"), .alt)]),
    (.reverseOrder, [KeyChord(.character("r"), .alt)]),
    (.groupByFolder, [KeyChord(.character("F"), .alt)]),
    (.groupByDay, [KeyChord(.character("D"), .alt)]),
    (.groupByMonth, [KeyChord(.character("M"), .alt)]),
    (.groupByYear, [KeyChord(.character("Y"), .alt)]),
    (.includeSubfolders, [KeyChord(.character("i"), .alt)]),
    (.nextTab, [KeyChord(.tab, .control)]),
    (.previousTab, [KeyChord(.tab, [.control, .shift])]),
    (.newTab, [.control("t")]),
    (.keepTab, [.alt("k")]),
    (.closeTab, [.control("W")]),
    (.toggleFullscreen, [.plain(.function(11))]),
    (.reload, [.plain(.function(5))]),
    (.contextMenu, [.plain(.menu), .plain(.function(10)), KeyChord(.function(10), .shift)]),
    (.showKeys, [.plain(.function(1)), .text("?")]),
    (.info, [.plain(.function(9)), KeyChord(.enter, .alt)]),
    (.cut, [.control("x")]),
    (.copy, [.control("c")]),
    (.paste, [.control("v")]),
    (.copyPath, [.control("C")]),
    (.delete, [.plain(.delete)]),
    (.deletePermanently, [KeyChord(.delete, .shift)]),
    (.deleteRejected, [KeyChord(.backspace, .control)]),
    (.undo, [.control("z")]),
    (.redo, [.control("Z"), .control("y")]),
    (.rotateRight, [.control("r")]),
    (.rotateLeft, [.control("R")]),
    (.turnPixels, [.alt("R")]),
    (.export, [.control("E")]),
    (.copyTo, [.plain(.function(7))]),
    (.moveTo, [.plain(.function(8))]),
    (.copyAgain, [KeyChord(.function(7), .shift)]),
    (.moveAgain, [KeyChord(.function(8), .shift)]),
    (.compare, [.alt("c")]),
    (.rename, [.plain(.function(2))]),
    (.duplicate, [.control("d")]),
    (.newFolder, [.control("N")]),
    (.undoHistory, [KeyChord(.character("z"), .alt)]),
    (.find, [.control("f")]),
    (.goToDate, [.control("g")]),
    (.openFolder, [.control("o")]),
    (.nextFolder, [KeyChord(.pageDown, .control)]),
    (.previousFolder, [KeyChord(.pageUp, .control)]),
    (.preferences, [.control(",")]),
    (.customizeKeys, [.control("k")]),
    (.escape, [.plain(.escape)]),
    (.back, [.plain(.backspace), KeyChord(.left, .alt), KeyChord(.up, .alt)]),
    (.close, [.control("w")]),
    (.quit, [.control("q")]),
  ]
}

nonisolated extension KeyBindings where Action == Command {
  /// The default key bindings of an open photo whose next page is on the right.
  static var standard: Self { DefaultKeys.standard }
  /// The default key bindings of an open photo whose next page is on the left, as in books that are
  /// read from right to left.
  static var rightToLeft: Self { DefaultKeys.rightToLeft }
  /// The default key bindings of an open photo whose next page is below.
  static var downwards: Self { DefaultKeys.downwards }
  /// The default key bindings of the grid. Letters and digits without modifiers have no command,
  /// because typing them searches for a file name.
  static var grid: Self { DefaultKeys.grid }
  /// The default key bindings of a comparison of photos.
  static var compare: Self { DefaultKeys.compare }
  /// The key bindings that the culling mode adds, which take precedence over those of the open
  /// photo.
  static var culling: Self { DefaultKeys.culling }

  /// The command that is bound to a key with its modifiers; nil for none.
  func command(for chord: KeyChord) -> Command? { self[chord] }
}

nonisolated extension KeyChord {
  fileprivate static func plain(_ name: KeyEvent.Name) -> KeyChord { KeyChord(name) }
  fileprivate static func text(_ c: Character) -> KeyChord { KeyChord(.character(c)) }
  fileprivate static func control(_ c: Character) -> KeyChord { KeyChord(.character(c), .control) }
  fileprivate static func alt(_ c: Character) -> KeyChord { KeyChord(.character(c), .alt) }
  fileprivate static func shifted(_ c: Character) -> KeyChord { KeyChord(.character(c), .shift) }
}
