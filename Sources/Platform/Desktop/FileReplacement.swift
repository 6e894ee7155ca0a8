import CLinux
import Glibc
import Localization

/// The reason why a file was not replaced.
nonisolated public enum FileReplacementError: Error, Hashable {
  /// The content of the file is not the expected one: another program has changed it.
  case changed
  /// The folder or the file cannot be written; the payload is the message of the system.
  case unwritable(String)
  /// The file cannot be read; the payload is the message of the system.
  case unreadable(String)
}

nonisolated extension FileReplacementError: CustomStringConvertible {
  /// The reason, worded as the end of a sentence for the user.
  public var description: String {
    switch self {
    case .changed: tr("another program has changed it")
    case .unwritable(let reason): reason
    case .unreadable(let reason): reason
    }
  }
}

/// The atomic replacement of the content of one small file: at every moment, the file is complete
/// with the old or the new content.
///
/// It blocks; call it on a background thread. Permissions, owner and extended attributes stay, as
/// far as the user may set them, and a symbolic link stays one.
nonisolated public enum FileReplacement {
  /// The maximum size of a file that is replaced, in bytes.
  public static let maxBytes = 16 << 20

  /// Replaces the file at `path`.
  ///
  /// - Parameters:
  ///   - old: the expected content; nil when there must be no file.
  ///   - new: the new content; nil deletes the file.
  /// - Throws: `.changed` when the content is not the expected one; then nothing is written.
  public static func replace(
    _ path: [UInt8], from old: [UInt8]?, to new: [UInt8]?
  ) throws(FileReplacementError) {
    let path = resolved(path)
    guard try content(of: path) == old else { throw .changed }
    guard let new else {
      guard old == nil || path.withCString({ unlink($0) }) == 0 else {
        throw .unwritable(systemReason)
      }
      return
    }
    do { try write(new, to: path, replaces: old != nil) } catch {
      switch error {
      case .exists: throw .changed
      case .system(let reason): throw .unwritable(reason)
      }
    }
  }

  /// The content of the file at `path`; nil when there is none.
  public static func content(of path: [UInt8]) throws(FileReplacementError) -> [UInt8]? {
    // Opening a FIFO would wait for a writer without O_NONBLOCK.
    let input = path.withCString { linux_open_for_reading($0) }
    guard input >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(systemReason)
    }
    defer { close(input) }
    var info = stat()
    guard fstat(input, &info) == 0 else { throw .unreadable(systemReason) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(tr("it is not a regular file"))
    }
    guard info.st_size <= maxBytes else { throw .unreadable(tr("it is too large")) }
    // One byte more than the stated size shows a file that has grown.
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let step = bytes.withUnsafeMutableBytes { all in
        read(input, all.baseAddress.map { $0 + count }, all.count - count)
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw .unreadable(systemReason) }
      if step == 0 { break }
      count += step
    }
    guard count <= Int(info.st_size) else { throw .changed }
    return Array(bytes.prefix(count))
  }

  private static func write(
    _ bytes: [UInt8], to path: [UInt8], replaces: Bool
  ) throws(FileDraft.Failure) {
    var info = stat()
    let exists = path.withCString { stat($0, &info) } == 0
    var draft = try FileDraft(beside: path, mode: exists ? info.st_mode & 0o777 : 0o666)
    if exists { keepProperties(of: path, info, in: draft.descriptor) }
    var failure: FileDraft.Failure?
    bytes.withUnsafeBytes { raw in
      do throws(FileDraft.Failure) { try draft.write(raw) } catch { failure = error }
    }
    if let failure { throw failure }
    try draft.sync()
    try draft.commit(replaces: replaces)
  }

  /// Gives the temporary file the owner, the permissions and the extended attributes of the file.
  static func keepProperties(of path: [UInt8], _ info: stat, in descriptor: Int32) {
    // The owner is set first, because setting it may clear permissions.
    _ = fchown(descriptor, info.st_uid, info.st_gid)
    _ = fchmod(descriptor, info.st_mode & 0o7777)
    let source = path.withCString { linux_open_for_reading($0) }
    guard source >= 0 else { return }
    defer { close(source) }
    ExtendedAttributes.copy(from: source, to: descriptor)
  }

  /// The path of the file that symbolic links lead to, even if that file does not exist; the path
  /// itself when it is no link.
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

  /// The maximum number of symbolic links that lead to each other, as in the kernel.
  private static let maxLinks = 40

  /// The path in a symbolic link; nil for anything else.
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
