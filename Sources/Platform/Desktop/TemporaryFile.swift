import CLinux
import Glibc
import HelperProcesses

/// A temporary file beside its target path. It is renamed to the target when it is complete, and
/// deleted otherwise when this value is destroyed.
nonisolated struct TemporaryFile: ~Copyable {
  /// The reason why a temporary file cannot be made or renamed.
  enum Failure: Error {
    /// A file at the target path exists already, and is not to be replaced.
    case exists
    /// The system refuses; the payload is its error message.
    case system(reason: String)
  }

  private let file: OwnedDescriptor
  private let path: [UInt8]
  private let target: [UInt8]
  private var isCommitted = false

  /// The maximum number of random names that are tried for the temporary file.
  private static let maxAttempts = 16

  /// Makes a hidden temporary file in the folder of `target`.
  ///
  /// - Parameter mode: the permissions of the file, which the umask restricts.
  init(beside target: [UInt8], mode: mode_t) throws(Failure) {
    self.target = target
    let folder = target.lastIndex(of: UInt8(ascii: "/")).map { Array(target[...$0]) } ?? []
    for _ in 0..<Self.maxAttempts {
      let path = folder + Array(TemporaryName.fileName().utf8)
      let descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      }
      if descriptor >= 0 {
        // The lock ends with the process, so that a later start can tell an abandoned file from one
        // in use.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        self.path = path
        file = OwnedDescriptor(descriptor)
        return
      }
      guard errno == EEXIST else { break }
    }
    throw .system(reason: systemReason)
  }

  deinit { if !isCommitted { _ = path.withCString { unlink($0) } } }

  /// The descriptor of the temporary file, open for writing, which belongs to this value.
  var descriptor: Int32 { file.number }

  /// Appends all bytes of `bytes` to the temporary file.
  func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    // `withUnsafeBytes` does not rethrow the error with its type.
    var failure: Failure?
    bytes.withUnsafeBytes { raw in
      do throws(Failure) { try write(raw) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Appends all bytes of `bytes` to the temporary file.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    guard linux_write_all(descriptor, bytes.baseAddress, bytes.count) == 0 else {
      throw .system(reason: systemReason)
    }
  }

  /// Writes the data of the temporary file to the disk; call it before the file gets its name.
  func sync() throws(Failure) {
    FileTimeOverride.apply(to: descriptor, target: target)
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw .system(reason: systemReason)
    }
  }

  /// Exchanges the temporary file with the known file at the target path, and deletes the known
  /// file. Where the file system cannot exchange files, any file at the target path is replaced.
  ///
  /// - Parameter known: the result of `lstat` for the file to replace.
  /// - Throws: `.exists` when the file at the target path is another one, which stays there.
  mutating func commit(replacing known: stat) throws(Failure) {
    func exchange() -> Bool {
      path.withCString { from in target.withCString { to in linux_rename_exchange(from, to) } } == 0
    }
    guard exchange() else {
      guard errno == EINVAL || errno == ENOSYS else { throw .system(reason: systemReason) }
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

  /// Renames the temporary file to the target path.
  ///
  /// - Parameter replaces: whether an existing file is replaced.
  /// - Throws: `.exists` when a file exists at the target path and is not to be replaced.
  mutating func commit(replaces: Bool) throws(Failure) {
    if !replaces {
      if path.withCString({ from in target.withCString { to in linux_rename_new(from, to) } }) == 0
      {
        isCommitted = true
        return
      }
      guard errno != EEXIST else { throw .exists }
      // `link` never replaces a file, not even one that was made in the meantime.
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
    guard isRenamed == 0 else { throw .system(reason: systemReason) }
    isCommitted = true
  }
}

/// The names of temporary files. They are random, because a killed program may have left temporary
/// files behind.
nonisolated package enum TemporaryName {
  fileprivate static let beginning = ".pbview-"
  fileprivate static let ending = ".part"

  /// The name of a temporary file beside its target. It contains the process ID, by which an
  /// abandoned file is recognised.
  package static func fileName() -> String { "\(beginning)\(getpid())-\(randomDigits())\(ending)" }

  /// A random number of 32 bits in hexadecimal digits.
  package static func randomDigits() -> String { String(UInt32.random(in: 0 ... .max), radix: 16) }
}

/// Temporary files that killed processes have left behind.
nonisolated package enum AbandonedTemporaryFiles {
  /// Deletes the temporary files of this program in a folder that killed processes have left
  /// behind.
  ///
  /// - Parameter folder: the absolute path of the folder.
  package static func deleteAll(in folder: [UInt8]) { TemporaryFile.deleteAbandoned(in: folder) }

  /// Whether a file of this name may be a temporary file of this program; the name is given as
  /// bytes.
  package static func mayBeTemporaryFile(_ name: UnsafeRawBufferPointer) -> Bool {
    name.starts(with: TemporaryName.beginning.utf8)
  }
}

nonisolated extension TemporaryFile {
  fileprivate static func deleteAbandoned(in folder: [UInt8]) {
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

  /// Whether the process whose ID is in the name of a temporary file has ended. The lock of the
  /// file does not say so alone, because the file is unlocked for a moment after it was made.
  private static func isAbandoned(_ name: [UInt8]) -> Bool {
    let rest = name.dropFirst(TemporaryName.beginning.utf8.count)
    let digits = rest.prefix { $0 != UInt8(ascii: "-") }
    guard let process = Int32(String(decoding: digits, as: UTF8.self)), process > 0 else {
      return false
    }
    return process != getpid() && kill(process, 0) != 0 && errno == ESRCH
  }
}

/// The function that writes the entries of folders to the disk.
nonisolated enum FolderSync {
  /// Writes the entries of the folder that contains `path` to the disk; does nothing when the
  /// folder cannot be opened or the file system does not support that.
  static func syncParent(of path: [UInt8]) {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<max(1, $0)]) } ?? [0x2E]
    let descriptor = folder.withCString { open($0, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }
}

/// The system's message for the current value of `errno`.
nonisolated var systemReason: String {
  systemMessage(errno)
}
