import Glibc

/// The maker of folders that only the user can enter, such as those for settings, state and caches.
package enum PrivateFolder {
  /// Makes the folder at `path` and its missing parents. Folders that exist keep their permissions.
  ///
  /// - Parameter path: an absolute or relative path, as bytes.
  /// - Returns: 0, also if something exists at `path` already; otherwise the number of the error,
  ///   as in `errno`.
  /// - Source: XDG Base Directory Specification 0.8: mode 0700.
  @discardableResult
  package static func make(_ path: [UInt8]) -> Int32 {
    let code = makeOne(path)
    guard code == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
      return code
    }
    let parentCode = make(Array(path[..<slash]))
    return parentCode == 0 ? makeOne(path) : parentCode
  }

  private static func makeOne(_ path: [UInt8]) -> Int32 {
    let name = path.map(CChar.init(bitPattern:)) + [0]
    guard mkdir(name, 0o700) != 0 else { return 0 }
    let code = errno
    return code == EEXIST ? 0 : code
  }
}
