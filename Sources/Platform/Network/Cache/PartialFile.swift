import CLinux
import Descriptors

/// The growing file of a download. A lock keeps other processes from writing it.
nonisolated final class PartialFile {
  /// The path at which the bytes can be read.
  let path: String
  /// The number of bytes in the file.
  private(set) var count: Int
  /// Whether the file has a name; false for a memfd, which exists until the last reference is gone.
  let hasName: Bool
  private let file: OwnedDescriptor
  private var number: Int32 { file.number }

  /// Takes ownership of an open file with `count` bytes.
  private init(_ file: OwnedDescriptor, path: String, count: Int, hasName: Bool) {
    self.file = file
    self.hasName = hasName
    self.path = path
    self.count = count
  }

  /// Opens and locks the file at a path for appending; nil when that fails, or another program has
  /// locked it.
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
    self.init(file, path: path, count: Int(opened.st_size), hasName: true)
  }

  /// Whether a program has locked the file at a path.
  static func isLocked(_ path: String) -> Bool {
    let number = linux_open_for_locking(path)
    guard number >= 0 else { return false }
    defer { close(number) }
    return flock(number, LOCK_EX | LOCK_NB) != 0
  }

  /// Makes a file in memory without a name (memfd).
  static func withoutName() -> PartialFile? {
    let number = memfd_create("web picture", UInt32(MFD_CLOEXEC))
    guard number >= 0 else { return nil }
    return PartialFile(
      OwnedDescriptor(number), path: "/proc/self/fd/\(number)", count: 0, hasName: false)
  }

  /// Appends bytes; returns false when the write fails.
  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var done = 0
    while done < bytes.count {
      let step = write(number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if step < 0, pbview_errno() == EINTR { continue }
      guard step > 0 else { return false }
      done += step
      count += step
    }
    return true
  }
}
