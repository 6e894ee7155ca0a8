import CLinux

/// A picture as far as it has come: a file that grows, written by nobody else.
nonisolated final class PartialFile {
  /// Where it can be read, as far as it goes.
  let path: String
  /// Its bytes.
  private(set) var count: Int
  /// False for one that goes with its last holder.
  let hasName: Bool
  private let number: Int32

  /// Takes over an open file; `count` bytes are there.
  private init(_ number: Int32, path: String, count: Int, hasName: Bool) {
    self.number = number
    self.hasName = hasName
    self.path = path
    self.count = count
  }

  deinit { close(number) }

  /// Opens the file of that path to write behind its end; nil when that cannot be, or another
  /// program writes it.
  convenience init?(at path: String) {
    let number = linux_open_for_appending(path)
    guard number >= 0 else { return nil }
    var (opened, named) = (stat(), stat())
    // Between opening and locking the file may have been finished, and its name be another one's.
    guard flock(number, LOCK_EX | LOCK_NB) == 0, fstat(number, &opened) == 0,
      Int32(bitPattern: opened.st_mode) & S_IFMT == S_IFREG, stat(path, &named) == 0,
      opened.st_ino == named.st_ino
    else {
      close(number)
      return nil
    }
    self.init(number, path: path, count: Int(opened.st_size), hasName: true)
  }

  /// True when some program is writing the file of that path.
  static func isLocked(_ path: String) -> Bool {
    let number = linux_open_for_locking(path)
    guard number >= 0 else { return false }
    defer { close(number) }
    return flock(number, LOCK_EX | LOCK_NB) != 0
  }

  /// Makes a file that has no name and goes when nobody holds it any more.
  static func withoutName() -> PartialFile? {
    let number = memfd_create("web picture", UInt32(MFD_CLOEXEC))
    guard number >= 0 else { return nil }
    return PartialFile(number, path: "/proc/self/fd/\(number)", count: 0, hasName: false)
  }

  /// Adds bytes; false when there is no room.
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
