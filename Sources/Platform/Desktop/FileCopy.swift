import Glibc

/// The reason why a file was not copied.
nonisolated public enum FileCopyError: Error, Hashable {
  /// The target exists.
  case exists
  /// The target is the source itself.
  case isSource
  /// The copy was cancelled.
  case cancelled
  /// The source cannot be read; the message of the system.
  case unreadable(String)
  /// The target cannot be written; the message of the system.
  case unwritable(String)
}

nonisolated extension FileCopyError: CustomStringConvertible {
  /// One sentence for the user.
  public var description: String {
    switch self {
    case .exists: "there is a file of that name"
    case .isSource: "that is the picture itself"
    case .cancelled: "copying was given up"
    case .unreadable(let reason): "the picture cannot be read: \(reason)"
    case .unwritable(let reason): "the copy cannot be written: \(reason)"
    }
  }
}

/// Copies one file atomically: the target is complete and synced to the disk, or not made at all.
///
/// It blocks; call it on a background thread. The copy keeps the permissions and times of the
/// source, so that it sorts next to it.
nonisolated public enum FileCopy {
  /// The number of bytes copied between two progress calls.
  private static let piece = 1 << 20
  /// The maximum number of names tried for the temporary file.
  private static let maxDrafts = 16

  /// Copies `source` to `target`. Both are paths as bytes.
  ///
  /// - Parameters:
  ///   - replaces: whether an existing target is replaced.
  ///   - progress: called with the share written so far, 0…1; false cancels the copy.
  public static func copy(
    _ source: [UInt8], to target: [UInt8], replaces: Bool = false,
    progress: (_ share: Double) -> Bool = { _ in true }
  ) throws(FileCopyError) {
    // Opening a FIFO would wait for a writer without O_NONBLOCK.
    let input = source.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard input >= 0 else { throw .unreadable(reason) }
    defer { close(input) }
    var info = stat()
    guard fstat(input, &info) == 0 else { throw .unreadable(reason) }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .unreadable("it is not a regular file") }
    try refuse(info, target, replaces: replaces)
    let (draft, output) = try makeDraft(beside: target, mode: info.st_mode & 0o777)
    var isDone = false
    defer {
      close(output)
      if !isDone { _ = draft.withCString { unlink($0) } }
    }
    try pour(input, into: output, size: Int(info.st_size), progress)
    var times = [info.st_atim, info.st_mtim]
    _ = futimens(output, &times)
    // The data must reach the disk before the name does.
    guard fsync(output) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw .unwritable(reason)
    }
    try give(draft, the: target, replaces: replaces)
    isDone = true
  }

  /// Makes a hidden temporary file beside the target, so that one rename gives it the name of the
  /// target. Its name is random, because a killed program may have left a temporary file.
  private static func makeDraft(
    beside target: [UInt8], mode: mode_t
  ) throws(FileCopyError) -> (path: [UInt8], descriptor: Int32) {
    let folder = target.lastIndex(of: UInt8(ascii: "/")).map { Array(target[...$0]) } ?? []
    for _ in 0..<maxDrafts {
      let number = String(UInt32.random(in: 0 ... .max), radix: 16)
      let draft = folder + Array(".pbview-\(getpid())-\(number).part".utf8)
      let output = draft.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      }
      if output >= 0 { return (draft, output) }
      guard errno == EEXIST else { break }
    }
    throw .unwritable(reason)
  }

  private static func refuse(
    _ source: stat, _ target: [UInt8], replaces: Bool
  ) throws(FileCopyError) {
    var info = stat()
    guard target.withCString({ lstat($0, &info) }) == 0 else { return }
    if info.st_ino == source.st_ino, info.st_dev == source.st_dev { throw .isSource }
    if info.st_mode & S_IFMT == S_IFDIR { throw .unwritable("it is a folder") }
    if !replaces { throw .exists }
  }

  private static func pour(
    _ input: Int32, into output: Int32, size: Int, _ progress: (Double) -> Bool
  ) throws(FileCopyError) {
    var buffer = [UInt8](repeating: 0, count: piece)
    var written = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason) }
      guard count > 0 else { return }
      var done = 0
      while done < count {
        let step = buffer.withUnsafeBytes { bytes in
          write(output, bytes.baseAddress.map { $0 + done }, count - done)
        }
        if step < 0, errno == EINTR { continue }
        guard step > 0 else { throw .unwritable(reason) }
        done += step
      }
      written += count
      guard progress(size > 0 ? min(1, Double(written) / Double(size)) : 1) else {
        throw .cancelled
      }
    }
  }

  private static func give(
    _ draft: [UInt8], the target: [UInt8], replaces: Bool
  ) throws(FileCopyError) {
    if replaces {
      let isRenamed = draft.withCString { from in target.withCString { to in rename(from, to) } }
      guard isRenamed == 0 else { throw .unwritable(reason) }
      return
    }
    // `link` never replaces a file, even one made in the meantime.
    let isLinked = draft.withCString { from in target.withCString { to in link(from, to) } }
    if isLinked == 0 {
      _ = draft.withCString { unlink($0) }
      return
    }
    guard errno != EEXIST else { throw .exists }
    // On file systems without hard links, the target is checked once more before the rename.
    var info = stat()
    guard target.withCString({ lstat($0, &info) }) != 0 else { throw .exists }
    let isRenamed = draft.withCString { from in target.withCString { to in rename(from, to) } }
    guard isRenamed == 0 else { throw .unwritable(reason) }
  }

  private static var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}
