import BrowserHost
import Geometry
import Input
import Motion
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite struct KeyProfileTests {
  private func chord(_ text: String) throws -> KeyChord { try #require(KeyChord(text: text)) }

  @Test func `command names lead back to their commands`() {
    for command in Command.allCases {
      #expect(Command(name: command.name) == command)
      #expect(command.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }
    #expect(Command.zoomToFit.name == "zoom-to-fit" && Command(name: "ZoomToFit") == .zoomToFit)
    #expect(Command(name: "zoom") == nil)
  }

  @Test func `every key of the tables is written as a text that is read back`() {
    for profile in KeyProfile.allCases {
      let keys = ViewerKeys(profile)
      for table in [keys.standard, keys.grid, keys.compare] {
        for command in Command.allCases where command != .escape {
          for chord in table.chords(for: command) where chord.name != .escape {
            #expect(KeyChord(text: chord.text) == chord, "\(chord.text)")
          }
        }
      }
    }
  }

  @Test(arguments: ["\\", "#", ";", "ß", "ı", "é"])
  func `a key of any keyboard is read back from the preferences`(_ character: String) throws {
    let folder = try TemporaryFolder()
    let path = FilePath(folder.file("preferences"))
    let chord = KeyChord(.character(Character(character)), .control)
    try PreferenceStore(path) { _ in }.save([chord], of: .print)
    let again = PreferenceStore(path) { _ in }
    #expect(again.keys[.print] == [chord])
  }

  @Test(arguments: KeyProfile.allCases)
  func `no key of a profile has two commands, and letters search in the grid`(
    _ profile: KeyProfile
  ) {
    let chords = profile.rows.flatMap(\.1)
    #expect(Set(chords).count == chords.count, "a key twice")
    #expect(Set(profile.rows.map(\.0)).count == profile.rows.count, "a command twice")
    let keys = ViewerKeys(profile)
    for table in [keys.standard, keys.rightToLeft, keys.downwards, keys.grid, keys.compare] {
      for command in Command.allCases {
        #expect(table.chords(for: command).allSatisfy { table[$0] == command }, "\(command)")
      }
      #expect(!table.chords(for: .escape).isEmpty)
    }
    for command in Command.allCases {
      #expect(keys.grid.chords(for: command).allSatisfy { !$0.isSearchText })
    }
    // The commands of a profile have the keys that it names.
    for (command, chords) in profile.rows where ViewerKeys.scenes(of: command).contains(.pages) {
      for chord in chords { #expect(keys.standard[chord] == command, "\(chord.label)") }
    }
  }

  @Test(arguments: KeyProfile.allCases)
  func `Ctrl+Backspace moves the rejected photos to the trash in all scenes of every profile`(
    _ profile: KeyProfile
  ) throws {
    let (keys, key) = (ViewerKeys(profile), try chord("Ctrl+Backspace"))
    for table in [keys.standard, keys.rightToLeft, keys.downwards, keys.grid, keys.compare] {
      #expect(table[key] == .deleteRejected)
      #expect(table.chords(for: .deleteRejected) == [key])
    }
    #expect(!Command.deleteRejected.repeats)
  }

  /// The keys and commands here are those in the manuals of the programs.
  @Test func `the profiles have the documented keys of their programs`() throws {
    let documented: [(KeyProfile, [(String, Command)])] = [
      (
        .gnome,
        [
          ("Space", .next), ("Backspace", .previous), ("F", .zoomToFit), ("F5", .slideshow),
          ("Ctrl+0", .zoomToFit), ("Ctrl+1", .zoomToActual), ("F9", .info),
          ("F11", .toggleFullscreen),
          ("F10", .contextMenu), ("Right", .next), ("Ctrl+Shift+O", .openWith), ("E", .crop),
          ("Alt+Enter", .info), ("Ctrl+F9", .info), ("Alt+Home", .first), ("Ctrl+Left", .panLeft),
          ("Ctrl+F8", .setWallpaper), ("Ctrl+2", .zoomToDouble), ("Ctrl+R", .rotateRight),
          ("Ctrl+Shift+R", .rotateLeft), ("Ctrl+Shift+S", .saveCopy), ("Ctrl+P", .print),
          ("Ctrl+O", .openFolder), ("Ctrl+W", .close), ("Shift+Delete", .deletePermanently),
          ("Ctrl+?", .showKeys), ("Ctrl+Z", .undo),
        ]
      ),
      (
        .feh,
        [
          ("Up", .zoomIn), ("Down", .zoomOut), ("*", .zoomToActual), ("/", .zoomToFit),
          ("!", .fitFill), ("]", .nextFolder), ("[", .previousFolder), ("K", .lockZoom),
          ("S", .saveCopy), ("X", .close), ("Page Up", .forwardTen),
          ("Shift+A", .toggleMagnification),
          ("Ctrl+Left", .panLeft), ("N", .next), ("Left", .previous), ("M", .contextMenu),
        ]
      ),
      (
        .nsxiv,
        [
          ("Left", .panLeft), ("J", .panDown), ("Equal", .zoomToActual), ("N", .next),
          ("Backspace", .previous), ("Shift+G", .last), ("Ctrl+N", .frameForward),
          ("Ctrl+A", .togglePlaying), ("M", .pick), ("Enter", .goToNumber), ("W", .fitShrinking),
        ]
      ),
      (
        .geeqie,
        [
          ("Page Down", .next), ("Space", .next), ("Page Up", .previous), ("Left", .panLeft),
          ("Ctrl+Left", .edgeLeft), ("]", .rotateRight), ("Z", .zoomToActual), ("X", .zoomToFit),
          ("Ctrl+C", .copyTo), ("Ctrl+M", .moveTo), ("Ctrl+R", .rename), ("Ctrl+D", .delete),
          ("V", .toggleFullscreen), ("Ctrl+O", .preferences), ("Shift+M", .flipHorizontally),
          ("/", .showKeys), ("F1", .showKeys), ("*", .zoomToFit),
        ]
      ),
    ]
    for (profile, rows) in documented {
      let keys = ViewerKeys(profile).standard
      for (text, command) in rows {
        let chord = try chord(text)
        #expect(keys[chord] == command, "\(profile) \(text)")
      }
    }
  }

  @Test func `the user's keys win over the profile in every scene that has the command`() throws {
    var own = UserKeys()
    own[.delete] = [try chord("Ctrl+Backspace"), try chord("Q")]
    own[.next] = [KeyChord(.right), try chord("J")]
    let keys = ViewerKeys(.feh, userKeys: own)
    let (q, n, backspace) = (try chord("Q"), try chord("N"), try chord("Ctrl+Backspace"))
    #expect(keys.standard[q] == .delete && keys.grid[q] == nil)
    #expect(keys.grid[backspace] == .delete)
    #expect(keys.standard[KeyChord(.delete)] == nil && keys.grid[KeyChord(.delete)] == nil)
    #expect(keys.standard[KeyChord(.right)] == .next && keys.rightToLeft[KeyChord(.left)] == .next)
    #expect(keys.downwards[KeyChord(.down)] == .next && keys.standard[n] == nil)
    #expect(keys.chords(for: .delete) == own[.delete])
  }

  @Test func `a pressed key is added, a conflict is shown, and the second press takes the key`() {
    let rig = StageRig(500, 480)
    var own = UserKeys()
    let sheet = KeyEditSheet(.print, userCommands: []) { ViewerKeys(userKeys: own) }
    sheet.onChange = { own[$0] = $1 }
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    func press(_ name: KeyEvent.Name, _ modifiers: Modifiers = []) {
      rig.stage.receive(.key(KeyEvent(name, modifiers: modifiers, time: rig.now)))
      rig.frame()
    }
    press(.enter)
    press(.function(7), .control)
    #expect(own[.print] == [KeyChord(.character("p"), .control), KeyChord(.function(7), .control)])
    press(.enter)
    press(.character("q"), .control)
    #expect(own[.quit] == nil && own[.print]?.count == 2, "reported, not bound")
    #expect(!sheet.isLeaving)
    press(.character("q"), .control)
    #expect(own[.print]?.last == KeyChord(.character("q"), .control))
    #expect(own[.quit] == [KeyChord(.character("q"))])
    // In the order of the Tab key, the rows of the keys precede the recorder.
    press(.home)
    press(.enter)
    #expect(own[.print]?.count == 2)
    press(.escape)
    #expect(sheet.isLeaving)
  }
}
