import Foundation

/// A disk that is slow or dead for one program: see `bench/slow_files.c`.
final class SlowFiles: Sendable {
  /// True when it can be made: there is a compiler for C.
  static var isAvailable: Bool { compiler != nil }

  private static let compiler = Programs.installed("cc") ?? Programs.installed("clang")
  private static let source = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "bench/slow_files.c").path

  private let tools: ScratchFolder
  private let folder: String
  private let milliseconds: Int

  /// Makes everything below `folder` slow for whoever is started with ``environment``.
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

  /// What the program is started with.
  var environment: [String: String] {
    [
      "LD_PRELOAD": library, "SLOW_FILES": folder, "SLOW_FILES_MS": "\(milliseconds)",
      "SLOW_FILES_GATE": gate, "SLOW_FILES_LOG": log,
    ]
  }

  /// From now on no call comes back.
  func die() { _ = FileManager.default.createFile(atPath: gate, contents: nil) }

  /// All of them come back.
  func revive() { try? FileManager.default.removeItem(atPath: gate) }

  /// What was asked so far, a word for the kind of call and the path.
  var calls: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
