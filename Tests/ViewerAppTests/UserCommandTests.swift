import BrowserHost
import Glibc
import Input
import Testing

@testable import ViewerApp

@Suite struct UserCommandTests {
  private func list(_ text: String) -> UserCommand.List { UserCommand.list(in: Array(text.utf8)) }

  private func lines(_ program: String, _ files: [String]) throws -> [[String]] {
    try ArgumentTemplate(program).commandLines(for: files.map { FilePath($0) })
      .map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `commands have a name, a key and a program`() {
    let found = list(
      """
      [pbview]
      loop=true
      # a comment
      [commands]
      Edit in GIMP = Ctrl+E; gimp %F

        Strip places=exiftool -gps:all= %f
      [other]
      Not = a command
      """)
    #expect(found.firstBadLine == nil)
    #expect(found.commands.map(\.name) == ["Edit in GIMP", "Strip places"])
    #expect(found.commands.map(\.chord) == [KeyChord(.character("e"), .control), nil])
    #expect(
      found.command(for: KeyChord(.character("e"), .control)) == found.commands.first)
  }

  @Test(arguments: [
    ("gimp", "a command is written as"), ("= gimp %f", "no name"), ("A =", "no program"),
    ("A = Strg+E; gimp", "“Strg+E” is not a key"), ("A = Esc; gimp", "is not a key"),
    ("A = gimp \"%f", "no end"), ("A = gimp %u", "%u is not one of"), ("A = gimp 100%", "%%"),
    ("A = gimp x%F", "of its own"), ("A = gimp %Fx", "of its own"),
    ("A = %F", "has to be a program"), ("A = \"\" x", "has to be a program"),
    ("A = gimp \"\\n\"", "a backslash in quotes"),
  ])
  func `a bad line is named with the reason, and the others stay`(line: String, words: String) {
    let found = list("[commands]\nGood = gimp %f\n\(line)\nAlso good = eog %F\n")
    #expect(found.commands.map(\.name) == ["Good", "Also good"])
    #expect(found.firstBadLine?.lineNumber == 3)
    #expect(
      found.firstBadLine?.reason.contains(words) == true, "\(found.firstBadLine?.reason ?? "")")
  }

  @Test func `a repeated command name and a repeated key are errors`() {
    #expect(list("[commands]\nA = x\nA = y").firstBadLine?.reason == "“A” is there twice")
    let found = list("[commands]\nA = F6; x\nB = f6; y")
    #expect(found.commands.count == 1)
    #expect(
      found.firstBadLine
        == PreferenceLines.BadLine(lineNumber: 3, reason: "F6 is the key of “A” already"))
  }

  @Test func `a key that the file assigns to another command, too, is reported`() {
    let found = list("[commands]\nA = F6; x\nB = F7; y\n[keys]\nnext = Right; F6\n")
    #expect(
      found.firstBadLine
        == PreferenceLines.BadLine(lineNumber: 2, reason: "F6 is the key of “next” already"))
    #expect(found.commands.map(\.name) == ["A", "B"], "the commands of the user have priority")
    #expect(found.command(for: KeyChord(.function(6)))?.name == "A")
  }

  @Test func `arguments are split like those of desktop entries`() throws {
    #expect(
      try lines(#"run  "two words" "" "a\"b\\c\$" x;y 50%%"#, [])
        == [["run", "two words", "", "a\"b\\c$", "x;y", "50%"]])
  }

  @Test func `%f makes a command line for each file, %F one for all`() throws {
    let files = ["/a/b c.jpg", "/d/;rm.jpg"]
    #expect(
      try lines("run --in=%f %d", files)
        == [["run", "--in=/a/b c.jpg", "/a"], ["run", "--in=/d/;rm.jpg", "/d"]])
    #expect(try lines("run %F -- %d", files) == [["run", "/a/b c.jpg", "/d/;rm.jpg", "--", "/a"]])
    #expect(try lines("run", files) == [["run"]])
    #expect(try !ArgumentTemplate("run").needsFile)
    #expect(try ArgumentTemplate("run %d").needsFile)
  }

  @Test func `a file name never becomes several arguments`() throws {
    #expect(try lines("run %f", ["/a/\"x\" %F $(y).jpg"]) == [["run", "/a/\"x\" %F $(y).jpg"]])
  }

  @Test(arguments: [
    ("Ctrl+E", KeyChord(.character("e"), .control)),
    ("ctrl + shift + e", KeyChord(.character("E"), .control)),
    ("Shift+F6", KeyChord(.function(6), .shift)), ("Alt+Page Up", KeyChord(.pageUp, .alt)),
    ("x", KeyChord(.character("x"))), ("Ctrl++", KeyChord(.character("+"), .control)),
    ("Super+Space", KeyChord(.character(" "), .command)),
  ])
  func `keys are written as menus show them`(text: String, chord: KeyChord) {
    #expect(KeyChord(text: text) == chord)
  }

  @Test(arguments: ["", "Ctrl", "Ctrl+", "Hyper+X", "F0", "F25", "Shift+1", "xy", "Esc"])
  func `a text that names no key is rejected`(text: String) {
    #expect(KeyChord(text: text) == nil)
  }

  @Test func `the failure to start a program names it`() {
    let name = "no-such-program-of-pbview"
    let lines = [["true"], [name, "a.jpg"]].map { $0.map { Array($0.utf8) } }
    let failure = UserCommandRunner.runUntilFailure(lines, in: nil)
    #expect(failure == "\(name): \(String(cString: strerror(ENOENT)))")
    #expect(UserCommandRunner.runUntilFailure(Array(lines.prefix(1)), in: nil) == nil)
  }

  @MainActor @Test func `commands of the user are in the list of shortcuts`() throws {
    let own = list("[commands]\nSharpen = F6; sharpen %f\nBlur = blur %f").commands
    let sections = ShortcutSection.all(of: .standard, gestures: [], userCommands: own)
    let section = try #require(sections.last)
    #expect(section.title == "Your Commands")
    #expect(section.items.map(\.title) == ["Sharpen", "Blur"])
    #expect(section.items.first?.labels == ["F6"])
    #expect(section.items.count(where: \.isRunnable) == 2)
  }
}
