import ArgumentParser

/// The table of command-line options as JSON, from which `scripts/pages` makes the manual page and
/// the completions of shells.
enum OptionTable {
  /// The argument that requests the table of options when it is the only one; the name is that of
  /// swift-argument-parser.
  static let requestArgument = "--experimental-dump-help"

  static var json: String { ViewerOptions._dumpHelp() }
}
