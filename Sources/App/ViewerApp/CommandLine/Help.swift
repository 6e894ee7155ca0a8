import ArgumentParser

/// What `--help` says: the options as they are parsed, then the keys as they are bound.
enum Help {
  static var text: String {
    // The parser names the program after its own type.
    let parsed = ViewerOptions.helpMessage(columns: 88).drop { $0 != "\n" }
    var lines = "Shows pictures.\n\nUSAGE: pbview [options] [path ...]" + parsed
    lines += "\nKEYS:\n"
    for command in Command.allCases {
      let keys = KeyBindings.standard.chords(for: command).map(\.label).joined(separator: "  ")
      let padding = String(repeating: " ", count: max(2, 30 - keys.count))
      lines += "  \(keys)\(padding)\(command.title)\n"
    }
    return lines
  }
}
