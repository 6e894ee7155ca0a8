import Foundation

/// A line of the viewer's trace: `pbview: trace: MS name key=value …`.
struct Trace: Sendable, CustomStringConvertible {
  /// The name of the event.
  let name: String
  /// The values of the event.
  let fields: [String: String]
  let description: String

  /// - Returns: nil if the line is not a trace line.
  init?(line: String) {
    let prefix = "pbview: trace: "
    guard line.hasPrefix(prefix) else { return nil }
    let words = line.dropFirst(prefix.count).split(separator: " ")
    guard words.count >= 2 else { return nil }
    self.init(words: words.dropFirst(), text: line)
  }

  /// Parses `name key=value …`, a pattern that tests wait for.
  init(pattern: String) {
    self.init(words: pattern.split(separator: " ")[...], text: pattern)
  }

  private init(words: ArraySlice<Substring>, text: String) {
    name = words.first.map(String.init) ?? ""
    var pairs: [String: String] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { pairs[String(parts[0])] = String(parts[1]) }
    }
    fields = pairs
    description = text
  }

  /// Whether the name and all fields of `pattern` match.
  func matches(_ pattern: Trace) -> Bool {
    name == pattern.name && pattern.fields.allSatisfy { fields[$0.key] == $0.value }
  }

  /// A numeric field; NaN if it is missing.
  subscript(key: String) -> Double { fields[key].flatMap(Double.init) ?? .nan }
}

/// A process of the built viewer, with its own home and XDG folders.
final class ViewerProcess {
  let process: ChildProcess
  private let home: ScratchFolder

  /// The timeout of a single event in seconds, sufficient on a loaded machine.
  static let timeout = 30.0

  /// Starts the viewer.
  ///
  /// - Parameters:
  ///   - program: another program to run in the same way.
  ///   - display: the value of `DISPLAY`, or nil for none.
  ///   - traced: adds `--log trace` in front of the arguments.
  init(
    _ arguments: [RawName], program: String = Programs.viewer, display: String?,
    traced: Bool = true, input: [UInt8] = [],
    environment extra: [String: String] = [:]
  ) throws {
    home = try ScratchFolder()
    var environment = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": home.path,
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["CONFIG", "CACHE", "DATA", "STATE"] {
      environment["XDG_\(name)_HOME"] = try home.subfolder(name.lowercased())
    }
    environment["XDG_RUNTIME_DIR"] = try home.subfolder("runtime")
    environment["DISPLAY"] = display
    environment.merge(extra) { $1 }
    process = try ChildProcess(
      program, (traced ? ["--log", "trace"] : []) + arguments,
      environment: environment, input: input)
  }

  deinit { process.end() }

  /// The current position in the trace, for ``wait(for:since:)``.
  var mark: Int { process.errors.lines.count }

  /// All trace lines from `mark` on.
  func traces(since mark: Int = 0) -> [Trace] {
    process.errors.lines.dropFirst(mark).compactMap(Trace.init(line:))
  }

  /// Waits for the first trace line from `mark` on that matches `pattern` and that `condition`
  /// accepts.
  @discardableResult
  func wait(
    for pattern: String, since mark: Int = 0, within seconds: Double = ViewerProcess.timeout,
    where condition: (Trace) -> Bool = { _ in true }
  ) throws -> Trace {
    let wanted = Trace(pattern: pattern)
    let found = process.errors.first(from: mark, within: seconds) { line -> Trace? in
      guard let trace = Trace(line: line), trace.matches(wanted), condition(trace) else {
        return nil
      }
      return trace
    }
    if let found { return found }
    let state = process.exitCode(within: 0).map { "ended with \($0)" } ?? "runs on"
    throw HarnessError(
      "no “\(pattern)” in \(seconds) s; the viewer \(state); its last words:\n"
        + process.errors.lines.dropFirst(mark).filter { Trace(line: $0)?.name != "frame" }
        .suffix(30).joined(separator: "\n"))
  }

  /// Performs an action and waits for a trace line that follows.
  @discardableResult
  func wait(for pattern: String, after action: () throws -> Void) throws -> Trace {
    let start = mark
    try action()
    return try wait(for: pattern, since: start)
  }

  /// The running players.
  var players: [pid_t] { ProcessTable.children(of: process.id, named: "pbview-player") }
  /// The running decoders.
  var helpers: [pid_t] { ProcessTable.children(of: process.id, named: "pbview-decoder") }
}
