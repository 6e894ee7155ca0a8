import BrowserHost
import Input
import Localization

/// A command that the user has defined: a program that is started with photos as arguments.
nonisolated struct UserCommand: Hashable, Sendable {
  /// The title of the command in menus.
  var name: String
  /// The key chord that runs the command; nil for none.
  var chord: KeyChord?
  /// The program and its arguments, with placeholders for the photos.
  var template: ArgumentTemplate

  /// The name of the group of the preferences file that contains the user's commands.
  static let preferencesGroup = "commands"

  /// The user's commands in a preferences file, and the first invalid line; nil when all are valid.
  struct List: Hashable, Sendable {
    var commands: [UserCommand] = []
    var firstBadLine: PreferenceLines.BadLine?

    /// The command that a key chord runs; nil for none.
    func command(for chord: KeyChord) -> UserCommand? { commands.first { $0.chord == chord } }
  }

  /// Parses the lines `Name = program arguments` or `Name = key; program arguments` of the group
  /// `[commands]` in the bytes of a preferences file. A key that the group `[keys]` assigns to
  /// another command runs the user's command, but the line counts as invalid. Other groups are
  /// ignored.
  static func list(in bytes: [UInt8]) -> List {
    var list = List()
    let keys = UserKeys.read(bytes).keys
    for line in PreferenceLines(bytes, group: preferencesGroup) {
      do throws(ParseFailure) {
        let command = try UserCommand(line: line.text)
        if let other = list.commands.first(where: { $0.name == command.name }) {
          throw ParseFailure(tr("“{name}” is there twice", ["name": other.name]))
        }
        if let chord = command.chord, let other = list.command(for: chord) {
          throw ParseFailure(
            tr("{key} is the key of “{name}” already", ["key": chord.label, "name": other.name]))
        }
        list.commands.append(command)
        if let chord = command.chord, let other = keys.owner(of: chord) {
          throw ParseFailure(
            tr(
              "{key} is the key of “{command}” already",
              ["key": chord.label, "command": other.name]))
        }
      } catch {
        list.firstBadLine =
          list.firstBadLine
          ?? PreferenceLines.BadLine(lineNumber: line.number, reason: error.reason)
      }
    }
    return list
  }

  /// The reason why a line does not define a command, as the end of a sentence for the user.
  struct ParseFailure: Error, Hashable {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private init(line: Substring) throws(ParseFailure) {
    guard let equals = line.firstIndex(of: "=") else {
      throw ParseFailure(tr("a command is written as Name = key; program %f"))
    }
    name = String(line[..<equals].trimmingWhitespace)
    guard !name.isEmpty else { throw ParseFailure(tr("the command has no name")) }
    var program = line[line.index(after: equals)...].trimmingWhitespace
    // The part before a semicolon is a key, unless the semicolon belongs to an argument in quotes.
    if let end = program.firstIndex(of: ";"), !program[..<end].contains("\"") {
      let key = program[..<end].trimmingWhitespace
      program = program[program.index(after: end)...].trimmingWhitespace
      if !key.isEmpty {
        guard let chord = KeyChord(text: String(key)) else {
          throw ParseFailure(tr("“{key}” is not a key such as Ctrl+E or F6", ["key": key]))
        }
        self.chord = chord
      }
    }
    guard !program.isEmpty else {
      throw ParseFailure(tr("“{name}” has no program", ["name": name]))
    }
    template = try ArgumentTemplate(String(program))
  }
}
