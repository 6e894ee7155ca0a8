import CLinux
import Glibc
import Localization

/// The reason why the content of a file was not replaced.
nonisolated public enum FileReplacementError: Error, Hashable {
  /// The content of the file is not the expected one: another program has changed it.
  case changed
  /// The folder or the file cannot be written; the payload is the system's message.
  case unwritable(reason: String)
  /// The file cannot be read; the payload is the system's message, or another reason for the user.
  case unreadable(reason: String)
}

nonisolated extension FileReplacementError: CustomStringConvertible {
  /// The reason, worded as the end of a sentence for the user.
  public var description: String {
    switch self {
    case .changed: tr("another program has changed it")
    case .unwritable(let reason): tr(reason)
    case .unreadable(let reason): tr(reason)
    }
  }
}

/// The atomic replacement of the whole content of one small file: at every moment, the file is
/// complete with the old or the new content.
///
/// It blocks; call it on a background thread. Permissions, owner and extended attributes stay, as
/// far as the user may set them, and a symbolic link stays one.
nonisolated public enum FileReplacement {
  /// The maximum size of a file whose content is read or replaced, in bytes.
  public static let maxBytes = 16 << 20

  /// Replaces the content of the file at `path`, if its present content is the expected one.
  ///
  /// - Parameters:
  ///   - old: the expected content; nil when there must be no file.
  ///   - new: the new content; nil deletes the file.
  /// - Throws: `.changed` when the content is not the expected one; in this case nothing is
  ///   written.
  public static func replace(
    _ path: [UInt8], from old: [UInt8]?, to new: [UInt8]?
  ) throws(FileReplacementError) {
    let path = resolved(path)
    guard try content(of: path) == old else { throw .changed }
    guard let new else {
      guard old == nil || path.withCString({ unlink($0) }) == 0 else {
        throw .unwritable(reason: systemReason)
      }
      return
    }
    do { try write(new, to: path, replaces: old != nil) } catch {
      switch error {
      case .exists: throw .changed
      case .system(let reason): throw .unwritable(reason: reason)
      }
    }
  }

  /// The content of the file at `path`; nil when no file exists there.
  ///
  /// - Throws: `.unreadable` when the file cannot be read, is no regular file or is larger than
  ///   ``maxBytes``; `.changed` when it grows meanwhile.
  public static func content(of path: [UInt8]) throws(FileReplacementError) -> [UInt8]? {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let input = path.withCString { linux_open_for_reading($0) }
    guard input >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(reason: systemReason)
    }
    defer { close(input) }
    var info = stat()
    guard fstat(input, &info) == 0 else { throw .unreadable(reason: systemReason) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(reason: tr("it is not a regular file"))
    }
    guard info.st_size <= maxBytes else { throw .unreadable(reason: tr("it is too large")) }
    // Reading one byte more than the stated size detects a file that has grown.
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeMutableBytes { all in
        read(input, all.baseAddress.map { $0 + count }, all.count - count)
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw .unreadable(reason: systemReason) }
      if step == 0 { break }
      count += step
    }
    guard count <= Int(info.st_size) else { throw .changed }
    return Array(bytes.prefix(count))
  }

  private static func write(
    _ bytes: [UInt8], to path: [UInt8], replaces: Bool
  ) throws(TemporaryFile.Failure) {
    var info = stat()
    let exists = path.withCString { stat($0, &info) } == 0
    var temporary = try TemporaryFile(beside: path, mode: exists ? info.st_mode & 0o777 : 0o666)
    if exists { copyProperties(of: path, info, in: temporary.descriptor) }
    try temporary.write(bytes[...])
    try temporary.sync()
    try temporary.commit(replaces: replaces)
  }

  /// Gives an open file the owner, the permissions and the extended attributes of another file, as
  /// far as the user may set them.
  ///
  /// - Parameters:
  ///   - path: the path of the file with these properties.
  ///   - info: the result of `stat` for that file.
  ///   - descriptor: the open file that gets the properties.
  static func copyProperties(of path: [UInt8], _ info: stat, in descriptor: Int32) {
    // The owner is set first, because setting it may clear permissions.
    _ = fchown(descriptor, info.st_uid, info.st_gid)
    _ = fchmod(descriptor, info.st_mode & 0o7777)
    let source = path.withCString { linux_open_for_reading($0) }
    guard source >= 0 else { return }
    defer { close(source) }
    ExtendedAttributes.copy(from: source, to: descriptor)
  }

  /// The path to which symbolic links at `path` lead, even if no file exists there; `path` itself
  /// when it is no link.
  static func resolved(_ path: [UInt8]) -> [UInt8] {
    var path = path
    for _ in 0..<maxLinks {
      if let found = path.withCString({ realpath($0, nil) }) {
        defer { free(found) }
        return UnsafeBufferPointer(start: found, count: strlen(found)).map(UInt8.init(bitPattern:))
      }
      guard let next = target(ofLink: path) else { break }
      path = next
    }
    return path
  }

  /// The maximum length of a chain of symbolic links, as in the kernel.
  private static let maxLinks = 40

  /// The path that a symbolic link contains, relative to the working directory if `path` is; nil
  /// when no symbolic link is at `path`.
  private static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = path.withCString { readlink($0, &text, text.count) }
    guard count > 0 else { return nil }
    let target = text.prefix(count).map(UInt8.init(bitPattern:))
    let slash = UInt8(ascii: "/")
    guard target.first != slash, let end = path.lastIndex(of: slash) else { return target }
    return Array(path[...end]) + target
  }
}
