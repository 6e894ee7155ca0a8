import ArgumentParser
import Input
import Localization

/// The texts that `--help` and `--list-commands` print: the options and the key bindings.
enum Help {
  /// The text of `--help`: the options, then the key bindings.
  ///
  /// - Parameter shown: the keys to list. Default: those of pbview.
  static func text(_ shown: ViewerKeys = ViewerKeys()) -> String {
    // The first line of the parser's help, which contains the name of the options type, is cut off;
    // `usage` takes its place.
    let parsed = ParserTranslation.translatedHelp(
      String(ViewerOptions.helpMessage(columns: 88).drop { $0 != "\n" }))
    let usage = tr("USAGE: {synopsis}", ["synopsis": "pbview [options] [path ...]"])
    var lines = tr("Shows pictures.") + "\n\n" + usage + parsed
    lines += "\n" + tr("KEYS OF A PICTURE:") + "\n" + keys(shown.standard)
    lines += "\n" + tr("KEYS OF THE GRID:") + "\n" + keys(shown.grid)
    lines += "\n" + tr("KEYS OF A COMPARISON:") + "\n" + keys(shown.compare)
    return lines
  }

  /// The keys of the profile that `--keys` names in command-line arguments that have not been
  /// parsed; those of pbview when the option is absent or names no profile.
  static func keys(namedBy words: [String]) -> ViewerKeys {
    let option = "--keys"
    let name = words.firstIndex(of: option).flatMap { words.dropFirst($0 + 1).first }
    let joined = words.first { $0.hasPrefix("\(option)=") }?.dropFirst(option.count + 1)
    return ViewerKeys((name ?? joined.map(String.init)).flatMap(KeyProfile.init) ?? .pbview)
  }

  /// The output of `--list-commands`, one line per command with three fields separated by tabs: the
  /// name; the keys on photos, in the grid and in a comparison, each once and separated by
  /// semicolons; and the title.
  static func commands(_ keys: ViewerKeys) -> String {
    Command.allCases.map { command in
      let chords = [keys.standard, keys.grid, keys.compare].flatMap { $0.chords(for: command) }
      let labels = chords.indices.filter { chords.firstIndex(of: chords[$0]) == $0 }
        .map { chords[$0].text }
      return "\(command.name)\t\(labels.joined(separator: "; "))\t\(command.title)\n"
    }.joined()
  }

  /// The lines of the help for the commands that have a key in `bindings`: the keys and the title.
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
