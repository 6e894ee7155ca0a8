import CLinux

/// The extended attributes of files, in which desktops store tags, ratings and comments.
nonisolated enum ExtendedAttributes {
  /// The maximum size of the list of attribute names, and of one value, in bytes: the limit of
  /// Linux.
  private static let maxBytes = 65_536

  /// Copies all extended attributes of an open file to another. Attributes that cannot be set are
  /// left out: the file system may not support them, and access control lists, for example, need
  /// rights that may be missing.
  ///
  /// - Parameters:
  ///   - source: the descriptor of the file with the attributes.
  ///   - target: the descriptor of the file that gets them.
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
