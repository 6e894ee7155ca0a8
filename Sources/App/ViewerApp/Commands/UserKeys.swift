import Input
import Localization

/// The keys that the user has assigned to commands, stored in the section `[keys]` of the
/// preferences file.
nonisolated struct UserKeys: Hashable, Sendable {
  /// All keys of each command that the user has changed. An empty list means that the command has
  /// no key.
  private(set) var chords: [Command: [KeyChord]] = [:]

  /// The name of the section in the preferences file.
  static let group = "keys"
  /// The character between the keys of one command in the preferences file.
  static let separator: Character = ";"
  /// The maximum number of keys that one command may have.
  static let maxKeys = 8

  /// Makes an empty table, with which all commands have the keys of the key profile.
  init() {}

  /// The keys that the user has assigned to a command; nil if the command has the keys of the key
  /// profile.
  subscript(command: Command) -> [KeyChord]? {
    get { chords[command] }
    set { chords[command] = newValue }
  }

  var isEmpty: Bool { chords.isEmpty }

  /// The text of keys in the preferences file, such as `Ctrl+E; F6`.
  static func text(of chords: [KeyChord]) -> String {
    chords.map(\.text).joined(separator: "\(separator) ")
  }

  /// Parses the keys of one command from a line of the preferences file. Repeated keys are listed
  /// once.
  ///
  /// - Throws: a failure with a message to the user, if a part is no name of a key or there are
  ///   more than ``maxKeys`` keys.
  static func chords(in text: some StringProtocol) throws(UserCommand.ParseFailure) -> [KeyChord] {
    var chords: [KeyChord] = []
    for part in text.split(separator: separator) {
      let name = part.split(separator: " ").joined(separator: " ")
      if name.isEmpty { continue }
      guard let chord = KeyChord(text: name) else {
        throw UserCommand.ParseFailure(
          tr("“{name}” is not a key such as Ctrl+E, Page Up or F6", ["name": name]))
      }
      if !chords.contains(chord) { chords.append(chord) }
    }
    guard chords.count <= maxKeys else {
      throw UserCommand.ParseFailure(
        tr("a command has at most {number} keys", ["number": maxKeys]))
    }
    return chords
  }

  /// Parses the lines `command = key; key` in the section `[keys]` of a preferences file.
  ///
  /// - Parameter bytes: the contents of the whole file.
  /// - Returns: the keys of the valid lines; and the invalid lines, each with its number and a
  ///   reason.
  static func read(_ bytes: [UInt8]) -> (keys: UserKeys, failures: [PreferenceLines.BadLine]) {
    var keys = UserKeys()
    var failures: [PreferenceLines.BadLine] = []
    for line in PreferenceLines(bytes, group: group) {
      do throws(UserCommand.ParseFailure) {
        guard let equals = line.text.firstIndex(of: "=") else {
          throw UserCommand.ParseFailure(tr("keys are written as command = key; key"))
        }
        let name = line.text[..<equals].split(separator: " ").joined(separator: " ")
        guard let command = Command(name: name) else {
          throw UserCommand.ParseFailure(
            tr("“{name}” is not a command; pbview --list-commands lists them", ["name": name]))
        }
        guard keys[command] == nil else {
          throw UserCommand.ParseFailure(tr("“{name}” is there twice", ["name": name]))
        }
        let chords = try chords(in: line.text[line.text.index(after: equals)...])
        for chord in chords {
          if let other = keys.owner(of: chord, besides: command) {
            throw UserCommand.ParseFailure(
              tr(
                "{key} is the key of “{command}” already",
                ["key": chord.label, "command": other.name]))
          }
        }
        keys[command] = chords
      } catch {
        failures.append(PreferenceLines.BadLine(lineNumber: line.number, reason: error.reason))
      }
    }
    return (keys, failures)
  }

  /// The command to which the user has assigned the key `chord`, the first one in the alphabetical
  /// order of command names; nil for none.
  func owner(of chord: KeyChord) -> Command? {
    chords.keys.sorted { $0.rawValue < $1.rawValue }.first { chords[$0]?.contains(chord) ?? false }
  }

  /// The other command to which the user has assigned the key `chord`; nil for none. A command
  /// counts only if a scene exists in which both it and `command` are available.
  func owner(of chord: KeyChord, besides command: Command) -> Command? {
    let scenes = ViewerKeys.scenes(of: command)
    return chords.keys.sorted { $0.rawValue < $1.rawValue }.first { other in
      other != command && chords[other]?.contains(chord) ?? false
        && !ViewerKeys.scenes(of: other).isDisjoint(with: scenes)
    }
  }
}
