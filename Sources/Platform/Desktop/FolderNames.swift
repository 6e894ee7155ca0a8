import CLinux

/// The functions that list the names in folders.
nonisolated enum FolderNames {
  /// The names of all entries of a folder, in no order; empty when the folder cannot be read.
  static func all(in folder: [UInt8]) -> [[UInt8]] { names(in: folder) { _ in true } }

  /// The names of the subfolders of a folder, without hidden folders and symbolic links, which the
  /// program ignores everywhere.
  static func folders(in folder: [UInt8]) -> [[UInt8]] {
    names(in: folder) { Int32($0) == Int32(DT_DIR) }.filter { $0.first != UInt8(ascii: ".") }
  }

  private static func names(
    in folder: [UInt8], ofKind isWanted: (_ kind: UInt8) -> Bool
  ) -> [[UInt8]] {
    guard let handle = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(handle) }
    var names: [[UInt8]] = []
    while let entry = readdir(handle) {
      guard isWanted(entry.pointee.d_type) else { continue }
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return names
  }
}
