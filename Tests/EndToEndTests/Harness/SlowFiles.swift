import Foundation

/// Slow or blocking file access for one program, by the preloaded library `bench/slow_files.c`.
final class SlowFiles: Sendable {
  /// Whether a C compiler for the library is installed.
  static var isAvailable: Bool { compiler != nil }

  private static let compiler = Programs.installed("cc") ?? Programs.installed("clang")
  private static let source = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "bench/slow_files.c").path

  private let tools: ScratchFolder
  private let folder: String
  private let milliseconds: Int

  /// Delays all access below `folder` in programs that are started with ``environment``.
  init(below folder: String, milliseconds: Int = 0) throws {
    (self.folder, self.milliseconds) = (folder, milliseconds)
    tools = try ScratchFolder()
    guard let compiler = Self.compiler else { throw HarnessError("there is no compiler for C") }
    let making = try ChildProcess(
      compiler, ["-shared", "-fPIC", "-o", RawName(library), RawName(Self.source)],
      environment: ["PATH": "/usr/bin:/bin", "TMPDIR": tools.path])
    guard making.exitCode(within: 60) == 0 else {
      throw HarnessError("slow_files.c: \(making.errors.lines)")
    }
  }

  private var library: String { "\(tools.path)/slow.so" }
  private var gate: String { "\(tools.path)/gate" }
  private var log: String { "\(tools.path)/log" }

  /// The environment variables that activate the library in a program.
  var environment: [String: String] {
    [
      "LD_PRELOAD": library, "SLOW_FILES": folder, "SLOW_FILES_MS": "\(milliseconds)",
      "SLOW_FILES_GATE": gate, "SLOW_FILES_LOG": log,
    ]
  }

  /// Blocks all calls from now on.
  func die() { _ = FileManager.default.createFile(atPath: gate, contents: nil) }

  /// Releases the blocked calls and stops blocking.
  func revive() { try? FileManager.default.removeItem(atPath: gate) }

  /// The logged calls, each with the kind of call and the path.
  var calls: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
