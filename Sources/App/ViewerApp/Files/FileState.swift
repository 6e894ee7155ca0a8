import BrowserHost
import CLinux
import Glibc

/// The values by which a file is recognised: its device and inode number, its size and its
/// modification time.
nonisolated struct FileState: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
  var stamp: FileStamp

  /// The state of the file at a path; of the link itself, if it is a symbolic link. Nil if there is
  /// no file or it cannot be examined.
  static func read(_ path: FilePath) -> FileState? {
    var info = stat()
    guard path.withCString({ lstat($0, &info) }) == 0 else { return nil }
    return FileState(
      device: UInt64(info.st_dev), inode: UInt64(info.st_ino),
      stamp: FileStamp(
        modified: Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec),
        size: Int64(info.st_size)))
  }

  /// Whether both states belong to the same file, also if it was renamed or changed.
  func isSameFile(as other: FileState) -> Bool {
    device == other.device && inode == other.inode
  }
}

nonisolated extension Int64 {
  /// Adds the size of a file in bytes. The sum is at most `Int64.max`, because sparse files can
  /// state any size.
  mutating func addSaturating(size: Int64) {
    let (sum, isTooLarge) = addingReportingOverflow(size)
    self = isTooLarge ? .max : sum
  }
}
