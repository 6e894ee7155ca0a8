import CLinux
import Descriptors

/// The file of a running download, to which received bytes are appended. A lock on the file keeps
/// other processes from writing to it.
nonisolated final class PartialFile {
  /// The path at which the file can be opened for reading.
  let path: String
  /// The number of bytes in the file.
  private(set) var byteCount: Int
  /// Whether the file has a name in a folder; false for a file in memory, which exists until its
  /// last descriptor is closed.
  let hasName: Bool
  private let file: OwnedDescriptor
  private var number: Int32 { file.number }

  /// Takes ownership of the descriptor of an open file with `byteCount` bytes.
  private init(_ file: OwnedDescriptor, path: String, byteCount: Int, hasName: Bool) {
    self.file = file
    self.hasName = hasName
    self.path = path
    self.byteCount = byteCount
  }

  /// Opens and locks the file at `path` for appending; nil when that fails, or another program has
  /// locked the file.
  convenience init?(at path: String) {
    let number = linux_open_for_appending(path)
    guard number >= 0 else { return nil }
    let file = OwnedDescriptor(number)
    var (opened, named) = (stat(), stat())
    // Between opening and locking, another program may have renamed the file.
    guard flock(number, LOCK_EX | LOCK_NB) == 0, fstat(number, &opened) == 0,
      Int32(bitPattern: opened.st_mode) & S_IFMT == S_IFREG, stat(path, &named) == 0,
      opened.st_ino == named.st_ino
    else { return nil }
    self.init(file, path: path, byteCount: Int(opened.st_size), hasName: true)
  }

  /// Whether a program has locked the file at `path`.
  static func isLocked(_ path: String) -> Bool {
    let number = linux_open_for_locking(path)
    guard number >= 0 else { return false }
    defer { close(number) }
    return flock(number, LOCK_EX | LOCK_NB) != 0
  }

  /// Makes a file in memory without a name (memfd); nil when the system refuses.
  static func makeUnnamed() -> PartialFile? {
    let number = linux_open_memory("web picture", false)
    guard number >= 0 else { return nil }
    return PartialFile(
      OwnedDescriptor(number), path: "/proc/self/fd/\(number)", byteCount: 0, hasName: false)
  }

  /// Appends bytes to the file; returns false when writing fails.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard linux_write_all(number, bytes.baseAddress, bytes.count) == 0 else {
      // After an error, some of the bytes may have been written.
      byteCount = max(byteCount, Int(lseek(number, 0, Int32(SEEK_CUR))))
      return false
    }
    byteCount += bytes.count
    return true
  }
}
