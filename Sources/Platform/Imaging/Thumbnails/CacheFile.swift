import BaseDirectories
import CLinux

/// The reason why a file of the shared thumbnail cache was not written.
enum CacheError: Error, Hashable {
  /// A lasting problem of the cache folder, such as missing permission, a full disk or a failing
  /// one.
  case unusableFolder
  /// A problem of one cache file only; other files can still be written.
  case oneFileFailed

  /// Makes a reason of an `errno` value, by whether writing the next file would fail as well.
  init(_ code: Int32) {
    let lasting = [EROFS, EACCES, EPERM, ENOSPC, EDQUOT, ENOTDIR, ELOOP, ENAMETOOLONG, EIO]
    self = lasting.contains(code) ? .unusableFolder : .oneFileFailed
  }
}

/// A new file of the thumbnail cache that appears atomically and is private to its owner (mode
/// 0600). Until it is complete it has no name (`O_TMPFILE`), so that nothing is left behind however
/// the program ends. On a file system without unnamed files it has a temporary name.
final class CacheFile {
  /// The temporary path of the file; nil while the file has no name, or its final one.
  private(set) var temporaryPath: String?
  private let folder: String
  private let file: OwnedDescriptor

  /// Opens a new file in `folder`, which is made with mode 0700 when it is missing.
  init(in folder: String) throws(CacheError) {
    self.folder = folder
    var number = linux_open_unnamed(folder)
    if number < 0, pbview_errno() == ENOENT {
      let code = PrivateFolder.make(Array(folder.utf8))
      guard code == 0 else { throw CacheError(code) }
      number = linux_open_unnamed(folder)
    }
    if number < 0 {
      var template = Array("\(folder)/.pbview-XXXXXX".utf8CString)
      number = mkostemp(&template, O_CLOEXEC)
      guard number >= 0 else { throw CacheError(pbview_errno()) }
      temporaryPath = String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    file = OwnedDescriptor(number)
  }

  deinit { if let temporaryPath { unlink(temporaryPath) } }

  func write(_ bytes: [UInt8]) throws(CacheError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(CacheError) in try write(bytes) }
    }
    try result.get()
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(CacheError) {
    guard linux_write_all(file.number, bytes.baseAddress, bytes.count) == 0 else {
      throw CacheError(pbview_errno())
    }
  }

  /// Gives an unnamed file its final name in the folder.
  ///
  /// - Returns: False when the file has a temporary name, or `linkat` fails, which cannot replace
  ///   an existing file.
  func link(to name: String) -> Bool {
    temporaryPath == nil && linux_link_unnamed(file.number, "\(folder)/\(name)") == 0
  }

  /// Gives an unnamed file a temporary name in the folder.
  func makeTemporaryName() throws(CacheError) {
    guard temporaryPath == nil else { return }
    // The name is random, because a killed process may have left a file.
    let path = "\(folder)/.pbview-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    guard linux_link_unnamed(file.number, path) == 0 else { throw CacheError(pbview_errno()) }
    temporaryPath = path
  }

  /// Renames the file from its temporary name to its final name in the folder. An existing file of
  /// the final name is replaced.
  func rename(to name: String) throws(CacheError) {
    guard let from = temporaryPath, linux_rename(from, "\(folder)/\(name)") == 0 else {
      throw CacheError(pbview_errno())
    }
    temporaryPath = nil
  }
}
