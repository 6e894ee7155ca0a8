import CLinux

/// The extended attributes of files, in which desktops store tags, ratings and comments.
nonisolated enum ExtendedAttributes {
  /// The maximum size of the list of names, and of one value, in bytes: the limit of Linux.
  private static let maxBytes = 65_536

  /// Copies all attributes of an open file to another, as far as the file system of the other takes
  /// them. Those of the system, like access control lists, need rights that may be missing.
  static func copy(from source: Int32, to target: Int32) {
    var names = [CChar](repeating: 0, count: maxBytes)
    let count = flistxattr(source, &names, names.count)
    guard count > 0 else { return }
    var value = [UInt8](repeating: 0, count: maxBytes)
    for name in names.prefix(count).split(separator: 0) {
      let name = Array(name) + [0]
      let size = fgetxattr(source, name, &value, value.count)
      if size >= 0 { _ = fsetxattr(target, name, value, size, 0) }
    }
  }
}
