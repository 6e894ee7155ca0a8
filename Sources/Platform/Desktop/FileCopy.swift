import Glibc

/// Why a copy was not made.
nonisolated public enum FileCopyError: Error, Hashable {
  /// There is something of that name already.
  case exists
  /// It is the very file that was to be copied.
  case isSource
  /// It was given up.
  case cancelled
  /// The original cannot be read; the system's words.
  case unreadable(String)
  /// The copy cannot be written; the system's words.
  case unwritable(String)
}

nonisolated extension FileCopyError: CustomStringConvertible {
  /// One sentence for people.
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

/// Copies one file: whole under its name and written to the disk, or nothing.
///
/// It takes as long as the file is; call it on a thread of its own. The copy has the original's
/// permissions and date, so that it sorts with it.
nonisolated public enum FileCopy {
  /// The bytes copied between two reports of the progress.
  private static let piece = 1 << 20
  /// The number of names tried for the temporary file.
  private static let maxDrafts = 16

  /// Copies `source` to `target`.
  ///
  /// - Parameters:
  ///   - replaces: true takes the place of a file that is there.
  ///   - progress: called with the share that is written; false gives up.
  public static func copy(
    _ source: [UInt8], to target: [UInt8], replaces: Bool = false,
    progress: (_ share: Double) -> Bool = { _ in true }
  ) throws(FileCopyError) {
    // Opening a FIFO waits for a writer, unless it is opened so.
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
    // The name must not be on the disk before the bytes are.
    guard fsync(output) == 0 || errno == EINVAL || errno == ENOSYS else {
      throw .unwritable(reason)
    }
    try give(draft, the: target, replaces: replaces)
    isDone = true
  }

  /// Makes a hidden file beside the target, so that it takes the target's name in one step. Its name
  /// is new: a program that was killed may have left its own.
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
    // A link never takes another file's place, whoever made that meanwhile.
    let isLinked = draft.withCString { from in target.withCString { to in link(from, to) } }
    if isLinked == 0 {
      _ = draft.withCString { unlink($0) }
      return
    }
    guard errno != EEXIST else { throw .exists }
    // Some file systems have no links: there one looks once more, and renames.
    var info = stat()
    guard target.withCString({ lstat($0, &info) }) != 0 else { throw .exists }
    let isRenamed = draft.withCString { from in target.withCString { to in rename(from, to) } }
    guard isRenamed == 0 else { throw .unwritable(reason) }
  }

  private static var reason: String {
    strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
  }
}
