/// What the program's end tells a script.
nonisolated enum ExitCode {
  /// Everything asked for was done.
  static let done: Int32 = 0
  /// Nothing could be shown.
  static let nothingShown: Int32 = 1
  /// The command line was wrong.
  static let wrongUsage: Int32 = 2
  /// There is no display, or it went away.
  static let noDisplay: Int32 = 3
}
