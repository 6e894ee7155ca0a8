import CLinux

/// Reads which folders lie in a folder.
nonisolated enum SubFolders {
  /// Their names; hidden folders and links are left out, as everywhere in the program.
  static func names(in folder: [UInt8]) -> [[UInt8]] {
    guard let handle = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(handle) }
    var names: [[UInt8]] = []
    while let entry = readdir(handle) {
      guard Int32(entry.pointee.d_type) == Int32(DT_DIR) else { continue }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }
}
