import CLinux
import Glibc

/// A temporary file beside its target, which gets the name of the target when it is complete, and
/// is deleted otherwise.
nonisolated struct FileDraft: ~Copyable {
  /// The reason why a temporary file cannot be made or renamed.
  enum Failure: Error {
    /// A file of the target's name exists already.
    case exists
    /// The system refuses; the payload is its message.
    case system(String)
  }

  /// The open temporary file, for writing.
  let descriptor: Int32
  private let path: [UInt8]
  private let target: [UInt8]
  private var isCommitted = false

  /// The maximum number of names tried.
  private static let maxAttempts = 16

  /// Makes a hidden file beside `target`.
  ///
  /// - Parameter mode: the permissions, which the umask restricts.
  init(beside target: [UInt8], mode: mode_t) throws(Failure) {
    self.target = target
    let folder = target.lastIndex(of: UInt8(ascii: "/")).map { Array(target[...$0]) } ?? []
    for _ in 0..<Self.maxAttempts {
      let path = folder + Array(TemporaryName.draft().utf8)
      let descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      }
      if descriptor >= 0 {
        // The lock ends with the process, which tells an abandoned file from one in use.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        self.path = path
        self.descriptor = descriptor
        return
      }
      guard errno == EEXIST else { break }
    }
    throw .system(systemReason)
  }

  deinit {
    close(descriptor)
    if !isCommitted { _ = path.withCString { unlink($0) } }
  }

  /// Writes all bytes of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let step = Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw .system(systemReason) }
      done += step
    }
  }

  /// Writes the data to the disk, which must happen before the file gets its name.
  func sync() throws(Failure) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw .system(systemReason)
    }
  }

  /// Gives the file the name of the target in exchange for a known file, which is deleted.
  ///
  /// - Throws: `.exists` when the file at the target is not the known one; then it stays.
  mutating func commit(replacing known: stat) throws(Failure) {
    func exchange() -> Bool {
      path.withCString { from in target.withCString { to in linux_rename_exchange(from, to) } } == 0
    }
    guard exchange() else {
      guard errno == EINVAL || errno == ENOSYS else { throw .system(systemReason) }
      return try commit(replaces: true)
    }
    var info = stat()
    let isKnown =
      path.withCString { lstat($0, &info) } == 0 && info.st_dev == known.st_dev
      && info.st_ino == known.st_ino
    guard isKnown || !exchange() else { throw .exists }
    isCommitted = true
    if isKnown { _ = path.withCString { unlink($0) } }
  }

  /// Gives the file the name of the target.
  ///
  /// - Parameter replaces: whether an existing file is replaced.
  /// - Throws: `.exists` when a file of that name exists and is not to be replaced.
  mutating func commit(replaces: Bool) throws(Failure) {
    if !replaces {
      if path.withCString({ from in target.withCString { to in linux_rename_new(from, to) } }) == 0
      {
        isCommitted = true
        return
      }
      guard errno != EEXIST else { throw .exists }
      // `link` never replaces a file, even one made in the meantime.
      let isLinked = path.withCString { from in target.withCString { to in link(from, to) } }
      if isLinked == 0 {
        _ = path.withCString { unlink($0) }
        isCommitted = true
        return
      }
      guard errno != EEXIST else { throw .exists }
      // On file systems without hard links, the target is checked once more before the rename.
      var info = stat()
      guard target.withCString({ lstat($0, &info) }) != 0 else { throw .exists }
    }
    let isRenamed = path.withCString { from in target.withCString { to in rename(from, to) } }
    guard isRenamed == 0 else { throw .system(systemReason) }
    isCommitted = true
  }
}

/// The names of temporary files. They are random, because a killed program may have left files.
nonisolated package enum TemporaryName {
  fileprivate static let beginning = ".pbview-"
  fileprivate static let ending = ".part"

  /// The name of a file that is to replace another one. It contains the number of the process, by
  /// which an abandoned file is recognised.
  package static func draft() -> String { "\(beginning)\(getpid())-\(number())\(ending)" }

  /// A random number of 32 bits in hexadecimal digits.
  package static func number() -> String { String(UInt32.random(in: 0 ... .max), radix: 16) }
}

/// Temporary files that were left behind.
nonisolated package enum AbandonedDrafts {
  /// Deletes the temporary files in a folder that killed processes have left.
  ///
  /// - Parameter folder: an absolute path.
  package static func sweep(_ folder: [UInt8]) { FileDraft.sweep(folder) }

  /// Whether a file with this name may be a temporary one.
  package static func mayBeDraft(_ name: UnsafeRawBufferPointer) -> Bool {
    name.starts(with: TemporaryName.beginning.utf8)
  }
}

nonisolated extension FileDraft {
  fileprivate static func sweep(_ folder: [UInt8]) {
    let ending = TemporaryName.ending.utf8
    for name in FolderNames.all(in: folder) {
      guard name.starts(with: TemporaryName.beginning.utf8),
        name.suffix(ending.count).elementsEqual(ending)
      else { continue }
      let path = folder.appending(name: name)
      let file = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
      guard file >= 0 else { continue }
      defer { close(file) }
      var info = stat()
      guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
        flock(file, LOCK_EX | LOCK_NB) == 0, isAbandoned(name)
      else { continue }
      _ = path.withCString { unlink($0) }
    }
  }

  /// Whether the process in the name of a temporary file has ended. A file is not locked for a
  /// moment after it was made.
  private static func isAbandoned(_ name: [UInt8]) -> Bool {
    let rest = name.dropFirst(TemporaryName.beginning.utf8.count)
    let digits = rest.prefix { $0 != UInt8(ascii: "-") }
    guard let process = Int32(String(decoding: digits, as: UTF8.self)), process > 0 else {
      return false
    }
    return process != getpid() && kill(process, 0) != 0 && errno == ESRCH
  }
}

/// Folders whose entries have to be on the disk.
nonisolated enum FolderSync {
  /// Writes the entries of the folder that contains `path` to the disk, as far as the file system
  /// can.
  static func parent(of path: [UInt8]) {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<max(1, $0)]) } ?? [0x2E]
    let descriptor = folder.withCString { open($0, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

/// The system's message for the current error number.
nonisolated var systemReason: String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}
