import Input
import Localization
import TextSearch
import Views

/// The content of a row in the list of keyboard shortcuts: a command with its keys, or the effect
/// of a gesture.
struct ShortcutItem: Hashable {
  /// The title of the command, or the effect of the gesture, in the user's language.
  var title: String
  /// The alternative keys or gestures for the command, the preferred one first. Each is a sequence
  /// of key caps and words that are used together.
  var inputs: [[KeyCaps.CapOrGesture]]
  /// The built-in command that the row runs; nil for a gesture and for a command of the user.
  var command: Command?
  /// The user-defined command that the row runs; nil for any other row.
  var userCommand: UserCommand?

  /// Whether the row has a command, which a click on it runs.
  var isRunnable: Bool { command != nil || userCommand != nil }

  init(_ command: Command, chords: [KeyChord]) {
    title = command.title
    inputs = chords.map { $0.caps.map(KeyCaps.CapOrGesture.key) }
    self.command = command
  }

  init(_ userCommand: UserCommand) {
    title = userCommand.name
    inputs = userCommand.chord.map { [$0.caps.map(KeyCaps.CapOrGesture.key)] } ?? []
    self.userCommand = userCommand
  }

  /// Makes a row for gestures. The words before each `+` in a gesture are shown as keys, as Ctrl in
  /// `Ctrl+Wheel`.
  ///
  /// - Parameter title: the effect of the gestures.
  init(_ title: String, gestures: String...) {
    self.title = title
    inputs = gestures.map { gesture in
      let parts = gesture.split(separator: "+").map(String.init)
      return parts.dropLast().map(KeyCaps.CapOrGesture.key) + [.gesture(parts.last ?? "")]
    }
  }

  /// The alternative keys or gestures as texts, such as `Ctrl+C`.
  var labels: [String] {
    inputs.map { parts in
      parts.map { part in
        switch part {
        case .key(let text), .gesture(let text): text
        }
      }.joined(separator: "+")
    }
  }

  /// Whether the title and the names of the keys together contain every word of a search text,
  /// ignoring case.
  func matches(_ query: String) -> Bool {
    let text = ([title] + labels).joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { text.containsText($0) }
  }
}

/// A section in the list of keyboard shortcuts: its heading and the content of its rows.
struct ShortcutSection: Hashable {
  var title: String
  var items: [ShortcutItem]

  /// The sections of the list of keyboard shortcuts: the commands with a key, by group; the
  /// user-defined commands; and the gestures.
  ///
  /// - Parameters:
  ///   - bindings: the key bindings of the present scene.
  ///   - gestures: the sections for the gestures of the present scene.
  ///   - userCommands: the user-defined commands.
  static func all(
    of bindings: CommandKeys, gestures: [ShortcutSection], userCommands: [UserCommand] = []
  ) -> [ShortcutSection] {
    let groups = CommandGroup.allCases.map { group in
      ShortcutSection(
        title: group.title,
        items: Command.allCases.filter { $0.group == group }.compactMap { command in
          let chords = bindings.distinctChords(for: command)
          return chords.isEmpty ? nil : ShortcutItem(command, chords: chords)
        })
    }
    let userSection = ShortcutSection(
      title: tr("Your Commands"), items: userCommands.map { ShortcutItem($0) })
    return (groups + [userSection] + gestures).filter { !$0.items.isEmpty }
  }

  /// The sections, by group, of all commands whose keys the user can change, also of those without
  /// a key.
  static func changeable(_ keys: ViewerKeys) -> [ShortcutSection] {
    CommandGroup.allCases.map { group in
      ShortcutSection(
        title: group.title,
        items: Command.allCases.filter { $0.group == group && $0 != .escape }.map {
          ShortcutItem($0, chords: keys.chords(for: $0))
        })
    }.filter { !$0.items.isEmpty }
  }

  /// Reduces sections to the rows that match a search text, ignoring case, and omits sections
  /// without such a row. A section whose heading contains the text is kept whole; an empty text
  /// keeps everything.
  static func filter(_ sections: [ShortcutSection], by query: String) -> [ShortcutSection] {
    let query = query.split(separator: " ").joined(separator: " ")
    guard !query.isEmpty else { return sections }
    return sections.compactMap { section in
      if section.title.lowercased().containsText(query.lowercased()) { return section }
      let items = section.items.filter { $0.matches(query) }
      return items.isEmpty ? nil : ShortcutSection(title: section.title, items: items)
    }
  }
}
