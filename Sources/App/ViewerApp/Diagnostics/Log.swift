import Drawing
import Glibc
import Imaging
import Motion
import Windowing

/// The amount of logging on standard error.
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
  var level: LogLevel
  /// True after an error was reported, whether it was written or not.
  private(set) var hasReportedError = false
  private let start = Timestamp.now

  /// Makes a log whose time starts now.
  init(level: LogLevel = .error) {
    self.level = level
  }

  /// True when trace lines are written. Check it before you build an expensive line.
  var isTracing: Bool { level == .trace }

  /// Reports an error: `pbview: NAME: reason`. It is written unless logging is off.
  func error(_ text: String) {
    hasReportedError = true
    if level >= .error { write("pbview: \(text)") }
  }

  func info(_ text: @autoclosure () -> String) {
    if level >= .info { write("pbview: info: \(text())") }
  }

  /// Writes a trace line with the milliseconds since the log was made.
  func trace(_ text: @autoclosure () -> String) {
    guard isTracing else { return }
    let ms = (Timestamp.now - start) * 1000
    write("pbview: trace: \(Self.fixed(ms)) \(text())")
  }

  /// Records the crash of a helper. The page of its picture shows the error to the user.
  func crashed(_ crash: HelperCrash) {
    switch crash {
    case .signal(let number): trace("crash signal=\(number)")
    case .code(let number): trace("crash code=\(number)")
    }
  }

  /// The number with three decimals; “0” for a non-finite or huge number.
  static func fixed(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    let scaled = Int((value * 1000).rounded())
    let (whole, rest) = (abs(scaled) / 1000, abs(scaled) % 1000)
    let digits = String(rest)
    return (scaled < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private func write(_ line: String) {
    writeAll(Array((Self.safe(line) + "\n").utf8), to: STDERR_FILENO)
  }

  /// The line with control characters made visible, because quoted names, settings and arguments
  /// must not control the terminal.
  static func safe(_ line: String) -> String { DisplayText.visible(line) }
}

/// Writes all of `bytes`, continuing after interruptions. Gives up at any other error.
///
/// - Returns: false when some bytes could not be written.
@discardableResult
nonisolated func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { buffer in
    var offset = 0
    while offset < buffer.count {
      let n = Glibc.write(
        descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
      if n > 0 {
        offset += n
      } else if n < 0, errno == EINTR {
        continue
      } else {
        return false
      }
    }
    return true
  }
}
