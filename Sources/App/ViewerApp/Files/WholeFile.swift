import Archives
import BrowserHost
import Desktop
import HelperProcesses

/// A function that reads whole files.
nonisolated enum WholeFile {
  /// The contents of the file at a path, also of a file in an archive. Waits for the file system.
  ///
  /// - Returns: nil if the file cannot be read, is not a regular file, or has more than `maxBytes`
  ///   bytes.
  static func read(_ path: FilePath, maxBytes: Int) -> [UInt8]? {
    guard let archived = try? ArchiveFiles.shared.open(path.bytes) else {
      return try? RegularFile.read(path.bytes, max: maxBytes)
    }
    let unpacked = "/proc/self/fd/\(archived.descriptor.number)"
    return try? RegularFile.read(Array(unpacked.utf8), max: maxBytes)
  }
}
