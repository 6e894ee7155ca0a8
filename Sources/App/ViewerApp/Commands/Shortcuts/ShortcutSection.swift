import Views

/// One row of the list of shortcuts: a command with its keys, or a gesture.
struct ShortcutItem: Hashable {
  /// The name of the command, or the effect of the gesture.
  var title: String
  /// The chords and gestures that do it, the preferred one first.
  var inputs: [[KeyCaps.Part]]
  /// The command that the row runs; nil for a gesture.
  var command: Command?

  /// Makes the row of a command.
  init(_ command: Command, chords: [KeyChord]) {
    title = command.title
    inputs = chords.map { $0.caps.map(KeyCaps.Part.key) }
    self.command = command
  }

  /// Makes the row of gestures; what is before a `+` is a key: `Ctrl+Wheel`.
  init(_ title: String, gestures: String...) {
    self.title = title
    inputs = gestures.map { gesture in
      let parts = gesture.split(separator: "+").map(String.init)
      return parts.dropLast().map(KeyCaps.Part.key) + [.words(parts.last ?? "")]
    }
  }

  /// The inputs as text: `Ctrl+C`.
  var labels: [String] {
    inputs.map { parts in
      parts.map { part in
        switch part {
        case .key(let text), .words(let text): text
        }
      }.joined(separator: "+")
    }
  }

  /// True when every word of a query is found in the title or the inputs, in any case.
  func matches(_ query: String) -> Bool {
    let text = ([title] + labels).joined(separator: " ").lowercased()
    return query.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
  }
}

/// A heading of the list of shortcuts and the rows below it.
struct ShortcutSection: Hashable {
  /// The heading.
  var title: String
  /// The rows.
  var items: [ShortcutItem]

  /// The commands that have a key in `bindings`, by their groups, and then gestures.
  static func all(of bindings: KeyBindings, gestures: [ShortcutSection]) -> [ShortcutSection] {
    let groups = CommandGroup.allCases.map { group in
      ShortcutSection(
        title: group.title,
        items: Command.allCases.filter { $0.group == group }.compactMap { command in
          let chords = bindings.distinctChords(for: command)
          return chords.isEmpty ? nil : ShortcutItem(command, chords: chords)
        })
    }
    return (groups + gestures).filter { !$0.items.isEmpty }
  }

  /// The sections with the rows that a query finds; all of them for an empty query. A query that finds
  /// a heading finds the whole section.
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
