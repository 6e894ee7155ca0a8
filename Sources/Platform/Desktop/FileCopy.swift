import ArchiveWire
import Archives
import CLinux
import Glibc
import HelperProcesses
import Localization

/// The reason why a file was not copied or moved.
nonisolated public enum FileCopyError: Error, Hashable {
  /// A file at the target path exists already and is not to be replaced.
  case exists
  /// The target path is that of the source file itself.
  case targetIsSource
  /// The caller cancelled the copy.
  case cancelled
  /// The source cannot be read; the payload is the system's message, or another reason for the
  /// user.
  case unreadable(reason: String)
  /// The target cannot be written; the payload is the system's message, or another reason for the
  /// user.
  case unwritable(reason: String)
}

nonisolated extension FileCopyError: CustomStringConvertible {
  /// The error as one sentence for the user.
  public var description: String {
    switch self {
    case .exists: tr("there is a file of that name")
    case .targetIsSource: tr("it is the same file")
    case .cancelled: tr("copying was cancelled")
    case .unreadable(let reason): tr("the picture cannot be read: {reason}", ["reason": reason])
    case .unwritable(let reason): tr("the copy cannot be written: {reason}", ["reason": reason])
    }
  }
}

/// The atomic copy of one file: the target is complete and written to the disk, or not made at all.
///
/// It blocks; call it on a background thread. The copy keeps the permissions, times and extended
/// attributes of the source; sorted by time, it is next to the source.
nonisolated public enum FileCopy {
  /// The number of bytes copied between two progress calls.
  private static let chunkSize = 1 << 20

  /// Copies the file `source`, which may be in an archive, to the path `target`. Both are absolute
  /// or relative paths as bytes.
  ///
  /// - Parameters:
  ///   - replaces: whether an existing file at the target is replaced.
  ///   - progress: called with the share written so far, 0…1; its result false cancels the copy.
  public static func copy(
    _ source: [UInt8], to target: [UInt8], replaces: Bool = false,
    progress: (_ share: Double) -> Bool = { _ in true }
  ) throws(FileCopyError) {
    _ = try copyWithStatus(source, to: target, replaces: replaces, progress: progress)
  }

  /// The file in an archive, unpacked, that a path such as `book.cbz/page.jpg` names; nil for any
  /// other path.
  ///
  /// - Throws: `.unreadable` when the path names a page of a document, or when the archive cannot
  ///   be read.
  private static func unpackedFile(
    _ source: [UInt8]
  ) throws(FileCopyError) -> (descriptor: OwnedDescriptor, status: ArchiveFiles.EntryStatus)? {
    // A page of a document is not a file of its own: reading it would give the bytes of the whole
    // document.
    guard ArchiveName.pageIndex(of: source) == nil else {
      throw .unreadable(reason: tr("a page of a document is not a file; export it as a picture"))
    }
    do throws(ArchiveFailure) { return try ArchiveFiles.shared.open(source) } catch {
      throw .unreadable(reason: error.sentence)
    }
  }

  /// Copies the file `source` to the path `target`; see ``copy(_:to:replaces:progress:)``.
  ///
  /// - Returns: the result of `fstat` for the source before the copy, and for the copy.
  static func copyWithStatus(
    _ source: [UInt8], to target: [UInt8], replaces: Bool, progress: (_ share: Double) -> Bool
  ) throws(FileCopyError) -> (source: stat, copy: stat) {
    // The file is opened with O_NONBLOCK, because opening a FIFO would otherwise wait for a
    // writer.
    let archived = try Self.unpackedFile(source)
    let input =
      archived.map { dup($0.descriptor.number) }
      ?? source.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard input >= 0 else { throw .unreadable(reason: systemReason) }
    defer { close(input) }
    var info = stat()
    guard fstat(input, &info) == 0 else { throw .unreadable(reason: systemReason) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(reason: tr("it is not a regular file"))
    }
    try checkTarget(info, target, replaces: replaces)
    var temporary: TemporaryFile
    let mode = archived == nil ? info.st_mode & 0o777 : 0o666
    do { temporary = try TemporaryFile(beside: target, mode: mode) } catch {
      throw Self.failure(error)
    }
    let written = try writeContents(input, into: temporary, size: Int(info.st_size), progress)
    // A file is not copied when another program writes to it at the same time, and not when it ends
    // before its stated size, as on a network file system whose connection breaks.
    var now = stat()
    guard fstat(input, &now) == 0, isSame(now, as: info), written >= Int(info.st_size) else {
      throw .unreadable(reason: tr("it changed while it was copied"))
    }
    var times = [info.st_atim, info.st_mtim]
    if let archived {
      // An unpacked file has no permissions of its own, but the modification time in the archive.
      let second: Int64 = 1_000_000_000
      let modified = max(0, archived.status.modified)
      times[1] = timespec(tv_sec: Int(modified / second), tv_nsec: Int(modified % second))
    } else {
      // The permissions are set again, because the umask has restricted those of the new file.
      _ = fchmod(temporary.descriptor, info.st_mode & 0o777)
      ExtendedAttributes.copy(from: input, to: temporary.descriptor)
    }
    _ = futimens(temporary.descriptor, &times)
    var copy = stat()
    guard fstat(temporary.descriptor, &copy) == 0 else { throw .unwritable(reason: systemReason) }
    do {
      try temporary.sync()
      try temporary.commit(replaces: replaces)
    } catch {
      throw Self.failure(error)
    }
    return (info, copy)
  }

  /// Whether two results of `stat` are those of the same file with the same content: device, inode,
  /// size and modification time are equal.
  static func isSame(_ a: stat, as b: stat) -> Bool {
    a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size
      && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec
  }

  private static func failure(_ error: TemporaryFile.Failure) -> FileCopyError {
    switch error {
    case .exists: .exists
    case .system(let reason): .unwritable(reason: reason)
    }
  }

  private static func checkTarget(
    _ source: stat, _ target: [UInt8], replaces: Bool
  ) throws(FileCopyError) {
    var info = stat()
    guard target.withCString({ lstat($0, &info) }) == 0 else { return }
    if info.st_ino == source.st_ino, info.st_dev == source.st_dev { throw .targetIsSource }
    if info.st_mode & S_IFMT == S_IFDIR { throw .unwritable(reason: tr("it is a folder")) }
    if !replaces { throw .exists }
  }

  /// Copies the contents of an open file, whose size was `size` bytes, into a temporary file.
  ///
  /// - Returns: the number of bytes copied.
  private static func writeContents(
    _ input: Int32, into temporary: borrowing TemporaryFile, size: Int, _ progress: (Double) -> Bool
  ) throws(FileCopyError) -> Int {
    var buffer = [UInt8](repeating: 0, count: chunkSize)
    var written = 0
    while true {
      let count = buffer.withUnsafeMutableBytes {
        pread(input, $0.baseAddress, $0.count, off_t(written))
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason: systemReason) }
      guard count > 0 else { return written }
      do { try temporary.write(buffer[..<count]) } catch { throw failure(error) }
      written += count
      guard progress(size > 0 ? min(1, Double(written) / Double(size)) : 1) else {
        throw .cancelled
      }
    }
  }
}
