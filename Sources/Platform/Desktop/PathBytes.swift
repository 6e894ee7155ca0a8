import BaseDirectories

/// Functions for paths, which are bytes.
nonisolated extension [UInt8] {
  private static let slash = UInt8(ascii: "/")
  /// The path of the working directory. The paths of its files are their bare names.
  private static let workingDirectory = [UInt8(ascii: ".")]

  /// The path of the entry `name` inside the folder at this path.
  func appending(name: some Collection<UInt8>) -> [UInt8] {
    if self == Self.workingDirectory { return Array(name) }
    return (last == Self.slash ? self : self + [Self.slash]) + name
  }

  /// Makes the folder that contains the file at this path, and its missing parents, for the user
  /// only. Errors are ignored, because writing the file fails afterwards and reports them.
  func makeParentFolder() {
    guard let slash = lastIndex(of: Self.slash), slash > 0 else { return }
    PrivateFolder.make(Array(self[..<slash]))
  }

  /// Whether this path is inside `folder`, at any depth.
  func isBelow(_ folder: [UInt8]) -> Bool {
    if folder == Self.workingDirectory { return self != folder && first != Self.slash }
    guard count > folder.count, starts(with: folder) else { return false }
    return folder.last == Self.slash || self[folder.count] == Self.slash
  }

  /// Calls `body` with the path as a NUL-terminated string.
  func withCString<T>(_ body: (UnsafePointer<CChar>) -> T) -> T {
    let terminated = map(CChar.init(bitPattern:)) + [0]
    return terminated.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("an empty terminated path") }
      return body(base)
    }
  }
}
