import ArgumentParser
import Input

/// The text of `--help`: the options as parsed, then the default key bindings.
enum Help {
  static var text: String {
    // The parser's first line names the program after the options type; it is replaced.
    let parsed = ViewerOptions.helpMessage(columns: 88).drop { $0 != "\n" }
    var lines = "Shows pictures.\n\nUSAGE: pbview [options] [path ...]" + parsed
    lines += "\nKEYS OF A PICTURE:\n" + keys(.standard)
    lines += "\nKEYS OF THE GRID:\n" + keys(.grid)
    lines += "\nKEYS OF A COMPARISON:\n" + keys(.compare)
    return lines
  }

  /// One line for each command with a key in `bindings`.
  private static func keys(_ bindings: CommandKeys) -> String {
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
