import Input

/// A key with its modifiers.
struct KeyChord: Hashable, Sendable {
  /// The key under the present layout. A character already includes the effect of Shift.
  var name: KeyName
  /// Ctrl, Alt and Super; Shift only for keys without a character and for Space.
  var modifiers: Modifiers

  init(_ name: KeyName, _ modifiers: Modifiers = []) {
    self.name = name
    self.modifiers = modifiers
  }

  /// The chord of a key event. Shift is removed where the typed character already includes it.
  init(_ event: KeyEvent) {
    name = event.name
    modifiers = event.modifiers
    if case .character(let c) = event.name, c != " " { modifiers.remove(.shift) }
  }

  /// The text of the chord in menus: `Ctrl+Q`, `→`.
  var label: String { caps.joined(separator: "+") }

  /// The keys of the chord as keyboards label them, the modifiers first: `["Shift", "G"]`.
  var caps: [String] {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("Ctrl") }
    if modifiers.contains(.alt) { parts.append("Alt") }
    if modifiers.contains(.command) { parts.append("Super") }
    if modifiers.contains(.shift) || isCapital { parts.append("Shift") }
    return parts + [keyLabel]
  }

  /// True for an upper-case letter.
  private var isCapital: Bool {
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

/// A table of keys and their commands.
struct KeyBindings {
  private var table: [KeyChord: Command] = [:]
  private var order: [(KeyChord, Command)] = []

  /// The default bindings for pages that follow each other to the right.
  static let standard = pages(turning: .plain(.right), back: .plain(.left))
  /// The default bindings for pages from right to left: each arrow turns in its direction.
  static let rightToLeft = pages(turning: .plain(.left), back: .plain(.right))
  /// The default bindings for pages from top to bottom.
  static let downwards = pages(
    turning: .plain(.down), .plain(.right), back: .plain(.up), .plain(.left))

  /// The default bindings with these arrows for the next and the previous page.
  ///
  /// - Source: the common ground of Loupe, eog, feh and nsxiv; a digit or letter where they differ.
  private static func pages(turning on: KeyChord..., back: KeyChord...) -> KeyBindings {
    KeyBindings(
      rows: [
        (.next, on + [.text("n")]),
        (.previous, back + [.text("p")]),
        (.nextScreen, [.text(" "), .plain(.pageDown)]),
        (.previousScreen, [.shifted(" "), .plain(.pageUp)]),
      ]
        + commonRows.map { row in (row.0, row.1.filter { !(on + back).contains($0) }) })
  }

  private static let commonRows: [(Command, [KeyChord])] = [
    (.first, [.plain(.home), .text("g")]),
    (.last, [.plain(.end), .text("G")]),
    (.forwardTen, [.text("]")]),
    (.backTen, [.text("[")]),
    (.goToNumber, [.plain(.enter)]),
    (.zoomIn, [.text("+"), .text("="), .control("+"), .control("=")]),
    (.zoomOut, [.text("-"), .control("-")]),
    (.zoomInFinely, [.control("*")]),
    (.zoomOutFinely, [.control("_")]),
    (.zoomToFit, [.text("0"), .control("0"), .text("/")]),
    (.zoomToActual, [.text("1"), .text("*"), .control("1")]),
    (.zoomToDouble, [.text("2")]),
    (.zoomToTriple, [.text("3")]),
    (.toggleActual, [.text("z")]),
    (.fitShrinking, [.text("w")]),
    (.fitWhole, [.text("W")]),
    (.fitWidth, [.text("e")]),
    (.fitHeight, [.text("E")]),
    (.fitFill, [.text("F"), .text("!")]),
    (.panLeft, [.text("h"), KeyChord(.left, .control)]),
    (.panRight, [.text("l"), KeyChord(.right, .control)]),
    (.panUp, [.text("k"), .plain(.up), KeyChord(.up, .control)]),
    (.panDown, [.text("j"), .plain(.down), KeyChord(.down, .control)]),
    (.edgeLeft, [.text("H")]),
    (.edgeRight, [.text("L")]),
    (.edgeUp, [.text("K")]),
    (.edgeDown, [.text("J")]),
    (.toggleMagnification, [.text("a")]),
    (.toggleTransparency, [.text("A")]),
    (.pageEffects, [.text("t"), .text("T")]),
    (.slideshow, [.text("s")]),
    (.toggleLooping, [.control("l")]),
    (.frameBack, [.text(",")]),
    (.frameForward, [.text(".")]),
    (.togglePlaying, [.control(" ")]),
    (.toggleFullscreen, [.text("f"), .plain(.function(11))]),
    (.toggleControls, [.text("b")]),
    (.muteClip, [.text("m")]),
    (.loopClip, [.control("L")]),
    (.clipBackward, [KeyChord(.left, .shift)]),
    (.clipForward, [KeyChord(.right, .shift)]),
    (.reload, [.text("r"), .plain(.function(5))]),
    (.contextMenu, [.plain(.menu), KeyChord(.function(10), .shift)]),
    (.showKeys, [.plain(.function(1)), .text("?")]),
    (.info, [.text("i"), .plain(.function(9)), KeyChord(.enter, .alt)]),
    (.copy, [.control("c")]),
    (.copyPath, [.control("C")]),
    (.saveCopy, [.control("S"), .plain(.function(7))]),
    (.delete, [.plain(.delete)]),
    (.deletePermanently, [KeyChord(.delete, .shift)]),
    (.undo, [.control("z")]),
    (.redo, [.control("Z"), .control("y")]),
    (.openFolder, [.control("o")]),
    (.preferences, [.control(",")]),
    (.escape, [.plain(.escape)]),
    (.back, [.plain(.backspace), KeyChord(.left, .alt)]),
    (.close, [.control("w")]),
    (.quit, [.text("q"), .control("q")]),
  ]

  /// The default bindings of the grid. Letters and digits without modifiers search for names, so
  /// none of them has a command.
  static let grid = KeyBindings(rows: [
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
    (.sortByName, [KeyChord(.character("n"), .alt)]),
    (.sortByDate, [KeyChord(.character("d"), .alt)]),
    (.sortBySize, [KeyChord(.character("s"), .alt)]),
    (.reverseOrder, [KeyChord(.character("r"), .alt)]),
    (.includeSubfolders, [KeyChord(.character("i"), .alt)]),
    (.nextTab, [KeyChord(.tab, .control)]),
    (.previousTab, [KeyChord(.tab, [.control, .shift])]),
    (.toggleFullscreen, [.plain(.function(11))]),
    (.reload, [.plain(.function(5))]),
    (.contextMenu, [.plain(.menu), KeyChord(.function(10), .shift)]),
    (.showKeys, [.plain(.function(1)), .text("?")]),
    (.copy, [.control("c")]),
    (.copyPath, [.control("C")]),
    (.delete, [.plain(.delete)]),
    (.deletePermanently, [KeyChord(.delete, .shift)]),
    (.undo, [.control("z")]),
    (.redo, [.control("Z"), .control("y")]),
    (.openFolder, [.control("o")]),
    (.preferences, [.control(",")]),
    (.escape, [.plain(.escape)]),
    (.back, [.plain(.backspace), KeyChord(.left, .alt), KeyChord(.up, .alt)]),
    (.close, [.control("w")]),
    (.quit, [.control("q")]),
  ])

  private init(rows: [(Command, [KeyChord])]) {
    for (command, chords) in rows {
      for chord in chords {
        table[chord] = command
        order.append((chord, command))
      }
    }
  }

  /// The command of a key; nil when the key has none.
  func command(for chord: KeyChord) -> Command? { table[chord] }

  /// The label of the first key of `command`, for menus; empty when it has none.
  func label(for command: Command) -> String {
    chords(for: command).first?.label ?? ""
  }

  /// The key caps of the first key of `command`, for tooltips; empty when it has none.
  func caps(for command: Command) -> [String] {
    chords(for: command).first?.caps ?? []
  }

  /// The keys of a command without `=`, which is `+` on a keyboard where `+` needs Shift.
  func distinctChords(for command: Command) -> [KeyChord] {
    let chords = chords(for: command)
    return chords.filter { chord in
      guard chord.name == .character("=") else { return true }
      return !chords.contains(KeyChord(.character("+"), chord.modifiers))
    }
  }

  /// All keys of a command; the one for menus comes first.
  func chords(for command: Command) -> [KeyChord] {
    order.filter { $0.1 == command }.map(\.0)
  }
}

extension KeyChord {
  fileprivate static func plain(_ name: KeyName) -> KeyChord { KeyChord(name) }
  fileprivate static func text(_ c: Character) -> KeyChord { KeyChord(.character(c)) }
  fileprivate static func control(_ c: Character) -> KeyChord { KeyChord(.character(c), .control) }
  fileprivate static func shifted(_ c: Character) -> KeyChord { KeyChord(.character(c), .shift) }
}
