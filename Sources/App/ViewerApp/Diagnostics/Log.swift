import BrowserHost
import Imaging

/// The minimum severity of what is logged on standard error; each level includes those before it.
nonisolated enum LogLevel: String, CaseIterable, Comparable, Sendable {
  case off, error, info, trace

  static func < (a: LogLevel, b: LogLevel) -> Bool { a.rank < b.rank }
  private var rank: Int {
    switch self {
    case .off: 0
    case .error: 1
    case .info: 2
    case .trace: 3
    }
  }
}

/// The log on standard error, one line per entry.
final class Log {
  var level: LogLevel {
    didSet { traceLog.isOn = level == .trace }
  }
  let traceLog: TraceLog
  /// Whether ``error(_:)`` has been called since the start, even if the level suppressed the line.
  private(set) var hasReportedError = false

  /// Makes a log whose trace lines state the time since this call.
  init(level: LogLevel = .error) {
    self.level = level
    traceLog = TraceLog(isOn: level == .trace)
  }

  /// Whether trace lines are written. Check `isTracing` before you build an expensive line.
  var isTracing: Bool { level == .trace }

  /// Reports an error in the form `NAME: reason`. The line begins with `pbview: ` and is written
  /// unless the level suppresses errors.
  func error(_ text: @autoclosure () -> String) {
    hasReportedError = true
    UserLanguage.open()
    if level >= .error { write("pbview: \(text())") }
  }

  func info(_ text: @autoclosure () -> String) {
    if level >= .info { write("pbview: info: \(text())") }
  }

  /// Writes a trace line with the milliseconds since the log was made.
  func trace(_ text: @autoclosure () -> String) { traceLog.write(text()) }

  /// Writes a trace line about the crash of a helper. The page of the helper's picture shows the
  /// error to the user.
  func traceCrash(_ crash: HelperCrash) {
    switch crash {
    case .signal(let number): trace("crash signal=\(number)")
    case .exitStatus(let number): trace("crash code=\(number)")
    }
  }

  private func write(_ line: String) { TraceLog.writeLine(line) }

  /// `line` with its control characters replaced by visible ones.
  static func printable(_ line: String) -> String { TraceLog.printable(line) }

  /// The number with three decimals for a trace line; “0” for a non-finite or huge number.
  static func fixed(_ value: Double) -> String { TraceLog.fixed(value) }
}
