import Glibc

/// Where a person's own files are.
nonisolated enum HomeFolder {
  /// What the environment says; nil when it says nothing.
  static var path: FilePath? {
    getenv("HOME").map { FilePath(String(cString: $0)) }.flatMap { $0.bytes.isEmpty ? nil : $0 }
  }
}
