import ArgumentParser

/// What `--help` says: the options as they are parsed, then the keys as they are bound.
enum Help {
  static var text: String {
    // The parser names the program after its own type.
    let parsed = ViewerOptions.helpMessage(columns: 88).drop { $0 != "\n" }
    var lines = "Shows pictures.\n\nUSAGE: pbview [options] [path ...]" + parsed
    lines += "\nKEYS OF A PICTURE:\n" + keys(.standard)
    lines += "\nKEYS OF THE GRID:\n" + keys(.grid)
    return lines
  }

  /// A line for every command these bindings have.
  private static func keys(_ bindings: KeyBindings) -> String {
    var lines = ""
    for command in Command.allCases {
      let keys = bindings.chords(for: command).map(\.label).joined(separator: "  ")
      guard !keys.isEmpty else { continue }
      let padding = String(repeating: " ", count: max(2, 30 - keys.count))
      lines += "  \(keys)\(padding)\(command.title)\n"
    }
    return lines
  }
}
