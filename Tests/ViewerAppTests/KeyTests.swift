import Geometry
import Input
import Motion
import Testing

@testable import ViewerApp

@MainActor @Suite struct KeyTests {
  private let bindings = CommandKeys.standard

  private func chord(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) -> KeyChord {
    KeyChord(KeyEvent(name, modifiers: modifiers, time: .zero))
  }

  @Test func `the plain keys of several commands are listed without modifiers`() {
    let keys = CommandKeys.standard.plainKeys(of: [.back, .pageEffects])
    #expect(keys == [.backspace, .character("t")])
    #expect(CommandKeys.standard.plainKeys(of: [.close]).isEmpty)
  }

  @Test func `no key is bound twice`() {
    for bindings in [CommandKeys.standard, .grid, .compare] {
      for command in Command.allCases {
        let chords = bindings.chords(for: command)
        for chord in chords { #expect(bindings.command(for: chord) == command, "\(chord.label)") }
        #expect(Set(chords).count == chords.count, "\(command)")
      }
    }
  }

  @Test func `letters and digits are no commands in the grid`() {
    for command in Command.allCases {
      for chord in CommandKeys.grid.chords(for: command) where chord.modifiers.isEmpty {
        guard case .character(let c) = chord.name else { continue }
        #expect(!c.isLetter && !c.isNumber, "\(chord.label)")
      }
    }
  }

  @Test func `every command has a key and a unique title`() {
    for command in Command.allCases {
      let labels = [bindings, .grid, .compare].map { $0.label(for: command) }
      #expect(labels.contains { !$0.isEmpty }, "\(command) cannot be reached")
      #expect(!command.title.isEmpty)
    }
    #expect(Set(Command.allCases.map(\.title)).count == Command.allCases.count)
  }

  @Test func `every command that marks, rotates or deletes photos is refused without a photo`() {
    for command in Command.allCases {
      let changes =
        Mark(command) != nil || Orientation(command) != nil || command == .delete
        || command == .deletePermanently || command == .turnPixels
      #expect(command.changesChosenPhotos == changes, "\(command)")
    }
  }

  @Test func `Shift is part of a typed character and a modifier of other keys`() {
    #expect(chord(.character("G"), .shift) == chord(.character("G")))
    #expect(bindings.command(for: chord(.character("G"), .shift)) == .last)
    #expect(bindings.command(for: chord(.character("+"), .shift)) == .zoomIn)
    #expect(bindings.command(for: chord(.character("_"), [.shift, .control])) == .zoomOutFinely)
    #expect(bindings.command(for: chord(.character(" "))) == .nextScreen)
    #expect(bindings.command(for: chord(.character(" "), .shift)) == .previousScreen)
    #expect(bindings.command(for: chord(.function(7), .shift)) == .copyAgain)
    #expect(bindings.command(for: chord(.function(7))) == .copyTo)
    #expect(bindings.command(for: chord(.right, .alt)) == nil)
  }

  @Test func `the standard keys have their documented commands`() {
    let table: [(KeyEvent.Name, Modifiers, Command)] = [
      (.left, [], .previous), (.right, [], .next), (.pageUp, [], .previousScreen),
      (.pageDown, [], .nextScreen),
      (.home, [], .first), (.end, [], .last), (.escape, [], .escape), (.backspace, [], .back),
      (.character("q"), [], .quit), (.character("f"), [], .toggleFullscreen),
      (.function(11), [], .toggleFullscreen), (.character("0"), [], .zoomToFit),
      (.character("1"), [], .zoomToActual), (.character("2"), [], .zoomToDouble),
      (.character("3"), [], .zoomToTriple), (.character("+"), [], .zoomIn),
      (.character("-"), [], .zoomOut), (.character("z"), [], .toggleActual),
      (.menu, [], .contextMenu), (.enter, [], .goToNumber), (.function(5), [], .reload),
    ]
    for (name, modifiers, command) in table {
      #expect(bindings.command(for: chord(name, modifiers)) == command, "\(name)")
    }
  }

  @Test func `the Menu key, F10 and Shift+F10 open the menu of every scene`() {
    for keys in [CommandKeys.standard, .grid, .compare] {
      #expect(keys.command(for: chord(.menu)) == .contextMenu)
      #expect(keys.command(for: chord(.function(10))) == .contextMenu)
      #expect(keys.command(for: chord(.function(10), .shift)) == .contextMenu)
    }
  }

  @Test func `a comparison has the keys of pages for renaming, exporting, printing and facts`() {
    for command in [Command.rename, .export, .print, .info, .undoHistory, .openWith, .send] {
      let chords = CommandKeys.compare.chords(for: command)
      #expect(!chords.isEmpty && chords == bindings.chords(for: command), "\(command)")
    }
  }

  @Test func `commands that leave the scene do not repeat`() {
    for command in [Command.escape, .back, .close, .quit, .open, .goToNumber] {
      #expect(!command.repeats, "\(command)")
    }
    for command in [Command.next, .previous, .zoomIn, .panLeft, .largerCells] {
      #expect(command.repeats, "\(command)")
    }
  }

  @Test func `arrow keys point in their direction, other keys go forward and back`() {
    for bindings in [CommandKeys.standard, .rightToLeft, .downwards] {
      for (name, command) in [
        (.character("n"), .next), (.character(" "), .nextScreen), (.pageDown, .nextScreen),
        (.character("p"), .previous), (.pageUp, .previousScreen),
      ] as [(KeyEvent.Name, Command)] {
        #expect(bindings.command(for: chord(name)) == command)
      }
      #expect(bindings.command(for: chord(.left, .control)) == .panLeft)
      #expect(bindings.command(for: chord(.down, .control)) == .panDown)
      for command in Command.allCases {
        let chords = bindings.chords(for: command)
        #expect(chords.allSatisfy { bindings.command(for: $0) == command }, "\(command)")
        #expect(chords.isEmpty == CommandKeys.standard.chords(for: command).isEmpty)
      }
    }
    let mirrored = CommandKeys.rightToLeft
    #expect(mirrored.command(for: chord(.left)) == .next && mirrored.label(for: .next) == "←")
    #expect(mirrored.command(for: chord(.right)) == .previous)
    let down = CommandKeys.downwards
    #expect(down.command(for: chord(.down)) == .next && down.command(for: chord(.up)) == .previous)
    #expect(down.command(for: chord(.right)) == .next && down.label(for: .next) == "↓")
    #expect(down.label(for: .panDown) == "J")
  }

  @Test func `a chord is written as in menus`() {
    #expect(KeyChord(.character("q"), .control).label == "Ctrl+Q")
    #expect(KeyChord(.right).label == "→")
    #expect(KeyChord(.character(" "), .shift).label == "Shift+Space")
    #expect(KeyChord(.left, [.control, .alt]).label == "Ctrl+Alt+←")
    #expect(KeyChord(.character("g")).label == "G")
    #expect(KeyChord(.character("G")).label == "Shift+G")
    #expect(KeyChord(.character("C"), .control).caps == ["Ctrl", "Shift", "C"])
    #expect(KeyChord(.character("-"), .control).label == "Ctrl+\u{2212}")
    #expect(KeyChord(.character("?")).label == "?")
    #expect(KeyChord(.function(11)).label == "F11")
    #expect(bindings.label(for: .back) == "Backspace")
  }
}
