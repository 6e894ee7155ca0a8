import Desktop

/// A file's bytes as they are.
nonisolated enum WholeFile {
  /// All bytes of a file; it takes as long as the disk does.
  ///
  /// - Returns: nil when it cannot be read, is no regular file, or has more than `most` bytes.
  static func read(_ path: FilePath, most: Int) -> [UInt8]? {
    try? RegularFile.read(path.bytes, max: most)
  }
}
