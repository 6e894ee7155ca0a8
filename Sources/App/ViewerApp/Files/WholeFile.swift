import BrowserHost
import Desktop

/// Reads whole files.
nonisolated enum WholeFile {
  /// The contents of a file. Blocks until the disk has delivered them.
  ///
  /// - Returns: nil when the file cannot be read, is not a regular file, or has more than `most`
  ///   bytes.
  static func read(_ path: FilePath, maxBytes: Int) -> [UInt8]? {
    try? RegularFile.read(path.bytes, max: maxBytes)
  }
}
