import Foundation

/// One line of the viewer's trace: `pbview: trace: MS name key=value …`.
struct Trace: Sendable, CustomStringConvertible {
  /// What happened.
  let name: String
  /// The values said with it.
  let fields: [String: String]
  let description: String

  /// - Returns: nil when the line is no trace line.
  init?(line: String) {
    let prefix = "pbview: trace: "
    guard line.hasPrefix(prefix) else { return nil }
    let words = line.dropFirst(prefix.count).split(separator: " ")
    guard words.count >= 2 else { return nil }
    self.init(words: words.dropFirst(), text: line)
  }

  /// Reads `name key=value …`, the pattern tests wait for.
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

  /// True when this line says all that `pattern` says.
  func matches(_ pattern: Trace) -> Bool {
    name == pattern.name && pattern.fields.allSatisfy { fields[$0.key] == $0.value }
  }

  /// A number said with it; NaN when there is none.
  subscript(key: String) -> Double { fields[key].flatMap(Double.init) ?? .nan }
}

/// The built viewer, run as a person's session would run it, with folders of its own.
final class ViewerProcess {
  /// The running program.
  let process: ChildProcess
  private let home: ScratchFolder

  /// Seconds any single event may take on a loaded machine.
  static let patience = 10.0

  /// Starts the viewer.
  ///
  /// - Parameters:
  ///   - program: another program to run in the same way.
  ///   - display: its `DISPLAY`, or nil for none.
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

  /// The place in the trace reached so far, for ``wait(for:since:)``.
  var mark: Int { process.errors.lines.count }

  /// Every trace line from `mark` on.
  func traces(since mark: Int = 0) -> [Trace] {
    process.errors.lines.dropFirst(mark).compactMap(Trace.init(line:))
  }

  /// Waits for the first trace line from `mark` on that says all of `pattern`, and that
  /// `condition` accepts.
  @discardableResult
  func wait(
    for pattern: String, since mark: Int = 0, within seconds: Double = ViewerProcess.patience,
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

  /// Does something and waits for what the viewer says afterwards.
  @discardableResult
  func wait(for pattern: String, after action: () throws -> Void) throws -> Trace {
    let start = mark
    try action()
    return try wait(for: pattern, since: start)
  }

  /// The players that run.
  var players: [pid_t] { ProcessTable.children(of: process.id, named: "pbview-player") }
  /// The decoding helpers that run.
  var helpers: [pid_t] { ProcessTable.children(of: process.id, named: "pbview-decoder") }
}
