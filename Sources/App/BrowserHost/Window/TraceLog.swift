import CLinux
import Drawing
import Glibc
import Motion
import Windowing

/// The writer of a program's trace lines to standard error: `pbview: trace: MILLISECONDS EVENT
/// KEY=VALUE…`.
///
/// End-to-end tests and benchmarks wait for these lines. `pbview` writes them with `--log trace`;
/// any other program with a ``BrowserWindow`` writes them if `PBVIEW_HOST_TRACE` is in the
/// environment.
package final class TraceLog {
  /// Whether the lines are written. Check it before an expensive line is built.
  package var isOn: Bool
  /// The time at which the log was made, from which the milliseconds in the lines count.
  private let start = Timestamp.now

  /// Makes a log; the milliseconds in its lines count from now.
  package init(isOn: Bool) { self.isOn = isOn }

  /// The log of a program other than `pbview`; nil unless `PBVIEW_HOST_TRACE` is in the
  /// environment.
  static func ofEnvironment() -> TraceLog? {
    getenv("PBVIEW_HOST_TRACE") == nil ? nil : TraceLog(isOn: true)
  }

  /// Writes a trace line with the time and `text`, if the log is on.
  package func write(_ text: @autoclosure () -> String) {
    guard isOn else { return }
    Self.writeLine("pbview: trace: \(Self.fixed((Timestamp.now - start) * 1000)) \(text())")
  }

  /// A number with three decimals, for trace lines; “0” for a non-finite or huge number.
  package static func fixed(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "0" }
    let scaled = Int((value * 1000).rounded())
    let (whole, rest) = (abs(scaled) / 1000, abs(scaled) % 1000)
    let digits = String(rest)
    return (scaled < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// Writes a line to standard error.
  package static func writeLine(_ line: String) {
    writeAll(Array((printable(line) + "\n").utf8), to: STDERR_FILENO)
  }

  /// A line with control characters made visible, because names, settings and arguments in it must
  /// not control the terminal.
  package static func printable(_ line: String) -> String { DisplayText.visible(line) }
}

/// Writes all of `bytes` to a file descriptor, continuing after interruptions by signals.
///
/// - Returns: false when some bytes could not be written, because of another error.
@discardableResult
nonisolated package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  linux_write_all(descriptor, bytes, bytes.count) == 0
}
