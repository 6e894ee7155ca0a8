import ArgumentParser

/// The table of options as JSON, from which `scripts/pages` makes the manual page and completions.
enum OptionTable {
  /// The only argument of the command line that requests the table; the name is the parser's.
  static let request = "--experimental-dump-help"

  static var json: String { ViewerOptions._dumpHelp() }
}
