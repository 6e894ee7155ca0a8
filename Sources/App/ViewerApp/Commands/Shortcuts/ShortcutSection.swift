import Input
import Localization
import Views

/// A row of the list of shortcuts: a command with its keys, or a gesture.
struct ShortcutItem: Hashable {
  /// The name of the command, or the effect of the gesture.
  var title: String
  /// The chords or gestures of the row, the preferred one first.
  var inputs: [[KeyCaps.Part]]
  /// The command that the row runs; nil for a gesture.
  var command: Command?
  /// The command of the user that the row runs; nil for any other row.
  var own: OwnCommand?

  /// Whether the row can be run.
  var isRunnable: Bool { command != nil || own != nil }

  init(_ command: Command, chords: [KeyChord]) {
    title = command.title
    inputs = chords.map { $0.caps.map(KeyCaps.Part.key) }
    self.command = command
  }

  init(_ own: OwnCommand) {
    title = own.name
    inputs = own.chord.map { [$0.caps.map(KeyCaps.Part.key)] } ?? []
    self.own = own
  }

  /// Makes a row of gestures. The text before a `+` is a key: `Ctrl+Wheel`.
  init(_ title: String, gestures: String...) {
    self.title = title
    inputs = gestures.map { gesture in
      let parts = gesture.split(separator: "+").map(String.init)
      return parts.dropLast().map(KeyCaps.Part.key) + [.words(parts.last ?? "")]
    }
  }

  /// The inputs as text, such as `Ctrl+C`.
  var labels: [String] {
    inputs.map { parts in
      parts.map { part in
        switch part {
        case .key(let text), .words(let text): text
        }
      }.joined(separator: "+")
    }
  }

  /// Whether the title and the inputs contain every word of the query, ignoring case.
  func matches(_ query: String) -> Bool {
    let text = ([title] + labels).joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}

/// A heading of the list of shortcuts and its rows.
struct ShortcutSection: Hashable {
  var title: String
  var items: [ShortcutItem]

  /// The sections of all commands with a key in `bindings`, by group, followed by the commands of
  /// the user and the gestures.
  static func all(
    of bindings: CommandKeys, gestures: [ShortcutSection], own: [OwnCommand] = []
  ) -> [ShortcutSection] {
    let groups = CommandGroup.allCases.map { group in
      ShortcutSection(
        title: group.title,
        items: Command.allCases.filter { $0.group == group }.compactMap { command in
          let chords = bindings.distinctChords(for: command)
          return chords.isEmpty ? nil : ShortcutItem(command, chords: chords)
        })
    }
    let ownSection = ShortcutSection(
      title: tr("Your Commands"), items: own.map { ShortcutItem($0) })
    return (groups + [ownSection] + gestures).filter { !$0.items.isEmpty }
  }

  /// The sections of all commands whose keys can be changed, also those without a key.
  static func changeable(_ keys: ViewerKeys) -> [ShortcutSection] {
    CommandGroup.allCases.map { group in
      ShortcutSection(
        title: group.title,
        items: Command.allCases.filter { $0.group == group && $0 != .escape }.map {
          ShortcutItem($0, chords: keys.chords(for: $0))
        })
    }.filter { !$0.items.isEmpty }
  }

  /// The sections reduced to the rows that match a query; all of them for an empty query. If the
  /// query matches a heading, the whole section is kept.
  static func filter(_ sections: [ShortcutSection], by query: String) -> [ShortcutSection] {
    let query = query.split(separator: " ").joined(separator: " ")
    guard !query.isEmpty else { return sections }
    return sections.compactMap { section in
      if section.title.lowercased().contains(query.lowercased()) { return section }
      let items = section.items.filter { $0.matches(query) }
      return items.isEmpty ? nil : ShortcutSection(title: section.title, items: items)
    }
  }
}
