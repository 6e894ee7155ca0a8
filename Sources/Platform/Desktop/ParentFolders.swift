import Glibc

/// The function that makes the missing folders above a file.
nonisolated enum ParentFolders {
  /// Makes the missing parent folders of `path`, accessible to the user only. Errors are ignored,
  /// because writing the file fails afterwards and reports them.
  ///
  /// - Source: XDG Base Directory Specification: mode 0700.
  static func make(above path: [UInt8]) {
    for (index, byte) in path.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      _ = Array(path[..<index]).withCString { mkdir($0, 0o700) }
    }
  }
}
