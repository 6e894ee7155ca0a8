import CLinux

/// Why a file of the shared cache was not written.
enum CacheError: Error, Hashable {
  /// Nothing can be written there: no right to, no room, no such disk.
  case noPlace
  /// This one went wrong.
  case failed

  /// What an error number means for the next file.
  init(_ code: Int32) {
    let lasting = [EROFS, EACCES, EPERM, ENOSPC, EDQUOT, ENOTDIR, ELOOP, ENAMETOOLONG, EIO]
    self = lasting.contains(code) ? .noPlace : .failed
  }
}

/// A file that appears all at once, for its owner only. Until then it has no name, so that nothing is
/// left of it however the program ends; on file systems that need one, it has another name beside its
/// own.
final class CacheFile {
  /// The path it has for now; nil while it has no name.
  private(set) var temporary: String?
  private let folder: String
  private let file: OwnedDescriptor

  /// Makes the folder, for its owner only, where it is missing.
  init(in folder: String) throws(CacheError) {
    self.folder = folder
    var number = linux_open_unnamed(folder)
    if number < 0, pbview_errno() == ENOENT {
      try Self.make(folder)
      number = linux_open_unnamed(folder)
    }
    if number < 0 {
      var template = Array("\(folder)/.pbview-XXXXXX".utf8CString)
      number = mkostemp(&template, O_CLOEXEC)
      guard number >= 0 else { throw CacheError(pbview_errno()) }
      temporary = String(
        decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    file = OwnedDescriptor(number)
  }

  deinit { if let temporary { unlink(temporary) } }

  func write(_ bytes: [UInt8]) throws(CacheError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(CacheError) in try write(bytes) }
    }
    try result.get()
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(CacheError) {
    var done = 0
    while done < bytes.count {
      let step = CLinux.write(
        file.number, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if step < 0, pbview_errno() == EINTR { continue }
      guard step > 0 else { throw CacheError(pbview_errno()) }
      done += step
    }
  }

  /// Gives the file its name, in the place of any other.
  func rename(to name: String) throws(CacheError) {
    let path = "\(folder)/\(name)"
    if temporary == nil {
      if linux_link_unnamed(file.number, path) == 0 { return }
      // Only a name can take another's place.
      let between = "\(folder)/.pbview-\(getpid())-\(name)"
      guard linux_link_unnamed(file.number, between) == 0 else { throw CacheError(pbview_errno()) }
      temporary = between
    }
    guard let from = temporary, linux_rename(from, path) == 0 else {
      throw CacheError(pbview_errno())
    }
    temporary = nil
  }

  private static func make(_ folder: String) throws(CacheError) {
    if mkdir(folder, 0o700) == 0 || pbview_errno() == EEXIST { return }
    let code = pbview_errno()
    guard code == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
      throw CacheError(code)
    }
    try make(String(folder[..<slash]))
    guard mkdir(folder, 0o700) == 0 || pbview_errno() == EEXIST else {
      throw CacheError(pbview_errno())
    }
  }
}
