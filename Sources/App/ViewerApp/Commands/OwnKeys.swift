import Input
import Localization

/// The keys that the user has given to commands, in the group `[keys]` of the preferences file.
nonisolated struct OwnKeys: Hashable, Sendable {
  /// All keys of each changed command; none for a command without keys.
  private(set) var chords: [Command: [KeyChord]] = [:]

  /// The group of the preferences file.
  static let group = "keys"
  /// The character between two keys of one command.
  static let separator: Character = ";"
  /// The maximum number of keys of one command.
  static let maxKeys = 8

  /// Makes a table without changes.
  init() {}

  /// The keys of a command; nil when the profile decides.
  subscript(command: Command) -> [KeyChord]? {
    get { chords[command] }
    set { chords[command] = newValue }
  }

  var isEmpty: Bool { chords.isEmpty }

  /// The keys of a command as a value of the preferences file.
  static func text(of chords: [KeyChord]) -> String {
    chords.map(\.text).joined(separator: "\(separator) ")
  }

  /// The keys in a value of the preferences file.
  ///
  /// - Throws: the reason why a part of it is no key.
  static func chords(in text: some StringProtocol) throws(OwnCommand.ParseFailure) -> [KeyChord] {
    var chords: [KeyChord] = []
    for part in text.split(separator: separator) {
      let name = part.split(separator: " ").joined(separator: " ")
      if name.isEmpty { continue }
      guard let chord = KeyChord(text: name) else {
        throw OwnCommand.ParseFailure(
          tr("“{name}” is not a key such as Ctrl+E, Page Up or F6", ["name": name]))
      }
      if !chords.contains(chord) { chords.append(chord) }
    }
    guard chords.count <= maxKeys else {
      throw OwnCommand.ParseFailure(
        tr("a command has at most {number} keys", ["number": maxKeys]))
    }
    return chords
  }

  /// Reads the lines `command = key; key` of the group `[keys]`. Lines of other groups are ignored.
  ///
  /// - Returns: the keys, and the lines that are not accepted.
  static func read(_ bytes: [UInt8]) -> (keys: OwnKeys, failures: [OwnCommand.BadLine]) {
    var keys = OwnKeys()
    var failures: [OwnCommand.BadLine] = []
    for line in PreferenceLines(bytes, group: group) {
      do throws(OwnCommand.ParseFailure) {
        guard let equals = line.text.firstIndex(of: "=") else {
          throw OwnCommand.ParseFailure(tr("keys are written as command = key; key"))
        }
        let name = line.text[..<equals].split(separator: " ").joined(separator: " ")
        guard let command = Command(name: name) else {
          throw OwnCommand.ParseFailure(
            tr("“{name}” is not a command; pbview --list-commands lists them", ["name": name]))
        }
        guard keys[command] == nil else {
          throw OwnCommand.ParseFailure(tr("“{name}” is there twice", ["name": name]))
        }
        let chords = try chords(in: line.text[line.text.index(after: equals)...])
        for chord in chords {
          if let other = keys.owner(of: chord, besides: command) {
            throw OwnCommand.ParseFailure(
              tr(
                "{key} is the key of “{command}” already",
                ["key": chord.label, "command": other.name]))
          }
        }
        keys[command] = chords
      } catch {
        failures.append(OwnCommand.BadLine(line: line.number, reason: error.reason))
      }
    }
    return (keys, failures)
  }

  /// Another command to which the user has given the key `chord`, and which shares a scene with
  /// `command`; nil when there is none.
  func owner(of chord: KeyChord, besides command: Command) -> Command? {
    let scenes = ViewerKeys.scenes(of: command)
    return chords.keys.sorted { $0.rawValue < $1.rawValue }.first { other in
      other != command && chords[other]?.contains(chord) ?? false
        && !ViewerKeys.scenes(of: other).isDisjoint(with: scenes)
    }
  }
}
