import Glibc

/// A temporary file beside its target, which gets the name of the target when it is complete. Without
/// that, it is deleted.
nonisolated struct FileDraft: ~Copyable {
  /// The reason why a temporary file cannot be made or renamed.
  enum Failure: Error {
    /// The target exists.
    case exists
    /// The message of the system.
    case system(String)
  }

  /// The open temporary file, for writing.
  let descriptor: Int32
  private let path: [UInt8]
  private let target: [UInt8]
  private var isPlaced = false

  /// The maximum number of names tried.
  private static let maxAttempts = 16

  /// Makes a hidden file beside `target`. Its name is random, because a killed program may have left
  /// a temporary file.
  ///
  /// - Parameter mode: the permissions, which the umask restricts.
  init(beside target: [UInt8], mode: mode_t) throws(Failure) {
    self.target = target
    let folder = target.lastIndex(of: UInt8(ascii: "/")).map { Array(target[...$0]) } ?? []
    for _ in 0..<Self.maxAttempts {
      let number = String(UInt32.random(in: 0 ... .max), radix: 16)
      let path = folder + Array(".pbview-\(getpid())-\(number).part".utf8)
      let descriptor = path.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      }
      if descriptor >= 0 {
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
    if !isPlaced { _ = path.withCString { unlink($0) } }
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

  /// Gives the file the name of the target.
  ///
  /// - Parameter replaces: whether an existing file is replaced.
  /// - Throws: `.exists` when a file of that name exists and is not to be replaced.
  mutating func place(replaces: Bool) throws(Failure) {
    if !replaces {
      // `link` never replaces a file, even one made in the meantime.
      let isLinked = path.withCString { from in target.withCString { to in link(from, to) } }
      if isLinked == 0 {
        _ = path.withCString { unlink($0) }
        isPlaced = true
        return
      }
      guard errno != EEXIST else { throw .exists }
      // On file systems without hard links, the target is checked once more before the rename.
      var info = stat()
      guard target.withCString({ lstat($0, &info) }) != 0 else { throw .exists }
    }
    let isRenamed = path.withCString { from in target.withCString { to in rename(from, to) } }
    guard isRenamed == 0 else { throw .system(systemReason) }
    isPlaced = true
  }
}

/// The system's message for the current error number.
nonisolated var systemReason: String {
  strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
}
