/// The exit codes of the program.
nonisolated enum ExitCode {
  /// The program did its work.
  static let done: Int32 = 0
  /// No picture could be shown, drawn or described.
  static let nothingShown: Int32 = 1
  /// The command line is invalid.
  static let wrongUsage: Int32 = 2
  /// There is no display, or the connection to it was lost.
  static let noDisplay: Int32 = 3
}
