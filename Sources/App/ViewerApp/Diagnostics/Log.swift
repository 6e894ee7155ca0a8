import Drawing
import Glibc
import Imaging
import Motion
import Windowing

/// How much is reported on standard error.
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

/// Reports on standard error, one line each, begun with the program's name.
final class Log {
  /// What is reported.
  var level: LogLevel
  /// True once something went wrong, whether it was written or not.
  private(set) var hasComplained = false
  private let start = Timestamp.now

  /// Begins to count time now.
  init(level: LogLevel = .error) {
    self.level = level
  }

  /// True when milestones are wanted; ask before building an expensive line.
  var isTracing: Bool { level == .trace }

  /// An error line: `pbview: NAME: what is wrong`. Always written, unless switched off.
  func error(_ text: String) {
    hasComplained = true
    if level >= .error { write("pbview: \(text)") }
  }

  /// Something worth knowing.
  func info(_ text: @autoclosure () -> String) {
    if level >= .info { write("pbview: info: \(text())") }
  }

  /// A milestone, with the milliseconds since the program began.
  func trace(_ text: @autoclosure () -> String) {
    guard isTracing else { return }
    let ms = (Timestamp.now - start) * 1000
    write("pbview: trace: \(Self.fixed(ms)) \(text())")
  }

  /// A helper ended by itself; whoever looks at its picture is told by the page.
  func crashed(_ crash: HelperCrash) {
    switch crash {
    case .signal(let number): trace("crash signal=\(number)")
    case .code(let number): trace("crash code=\(number)")
    }
  }

  /// A number with three decimals.
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

  /// One line that does nothing to a terminal, whatever names, settings and arguments it quotes.
  static func safe(_ line: String) -> String { DisplayText.visible(line) }
}

/// Writes all of `bytes`, going on after interruptions; gives up when nobody reads.
nonisolated func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
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
        return
      }
    }
  }
}
