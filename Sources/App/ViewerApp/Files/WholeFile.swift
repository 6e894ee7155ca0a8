import Archives
import BrowserHost
import Desktop
import HelperProcesses

/// The reader of whole files.
nonisolated enum WholeFile {
  /// The contents of the file at a path. Blocks until the disk has delivered them.
  ///
  /// - Returns: nil when the file cannot be read, is not a regular file, or has more than
  ///   `maxBytes` bytes.
  static func read(_ path: FilePath, maxBytes: Int) -> [UInt8]? {
    guard let archived = try? ArchiveFiles.shared.open(path.bytes) else {
      return try? RegularFile.read(path.bytes, max: maxBytes)
    }
    let unpacked = "/proc/self/fd/\(archived.descriptor.number)"
    return try? RegularFile.read(Array(unpacked.utf8), max: maxBytes)
  }
}
