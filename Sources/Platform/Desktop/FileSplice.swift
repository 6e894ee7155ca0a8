import CLinux
import Glibc
import Localization

/// The atomic replacement of some bytes of a file: at every moment, the file is complete with the
/// old or the new bytes. The other bytes are copied in pieces, so that the file may be of any size.
///
/// It blocks; call it on a background thread. Permissions, owner and extended attributes stay, as
/// far as the user may set them, and a symbolic link stays one.
nonisolated public enum FileSplice {
  /// The replacement of one range of bytes in a file.
  public struct Replacement: Hashable, Sendable {
    /// The offset of the first removed byte in the file as it is before all replacements.
    public var offset: Int
    /// The number of removed bytes.
    public var removedCount: Int
    /// The bytes that are inserted instead of the removed ones.
    public var bytes: [UInt8]

    public init(offset: Int, removedCount: Int, bytes: [UInt8]) {
      self.offset = offset
      self.removedCount = removedCount
      self.bytes = bytes
    }
  }

  /// The size and modification time of a file, by which changes by other programs are noticed. The
  /// inode number is left out, because every atomic replacement changes it.
  public struct Stamp: Hashable, Sendable {
    /// The size of the file in bytes.
    public var size: Int64
    /// The modification time of the file in nanoseconds since 1970.
    public var modified: Int64

    public init(size: Int64, modified: Int64) {
      self.size = size
      self.modified = modified
    }

    fileprivate init(_ info: stat) {
      self.init(
        size: Int64(info.st_size),
        modified: Int64(info.st_mtim.tv_sec) &* FileSplice.nanosecondsPerSecond
          &+ Int64(info.st_mtim.tv_nsec))
    }
  }

  /// The result of replacing bytes: the means to undo it, and the new state of the file.
  public struct SpliceOutcome: Hashable, Sendable {
    /// The replacements that restore the former bytes, sorted by offset.
    public var inverse: [Replacement]
    /// The state of the file after the replacement.
    public var state: Stamp
  }

  private static let nanosecondsPerSecond: Int64 = 1_000_000_000
  /// The number of bytes that are copied at once.
  private static let chunkSize = 1 << 20
  /// The maximum number of bytes that all replacements together remove; these bytes are kept for
  /// the inverse.
  private static let maxRemovedBytes = 1 << 20

  /// Replaces ranges of bytes in the file at `path`.
  ///
  /// - Parameters:
  ///   - parts: the replacements, sorted by offset and without overlap.
  ///   - expected: the state of the file for which the replacements were made.
  ///   - modified: the modification time of the result in nanoseconds since 1970; nil for the
  ///     present time.
  /// - Throws: `.changed` when the file is in another state, or the replacements are not inside it;
  ///   in this case nothing is written.
  public static func replace(
    _ parts: [Replacement], in path: [UInt8], expecting expected: Stamp, modified: Int64? = nil
  ) throws(FileReplacementError) -> SpliceOutcome {
    let path = FileReplacement.resolved(path)
    let input = path.withCString { linux_open_for_reading($0) }
    guard input >= 0 else { throw .unreadable(reason: systemReason) }
    defer { close(input) }
    var info = stat()
    guard fstat(input, &info) == 0 else { throw .unreadable(reason: systemReason) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw .unreadable(reason: tr("it is not a regular file"))
    }
    guard Stamp(info) == expected, fits(parts, Int(info.st_size)) else { throw .changed }
    var temporary: TemporaryFile
    do { temporary = try TemporaryFile(beside: path, mode: info.st_mode & 0o777) } catch {
      throw failure(error)
    }
    FileReplacement.copyProperties(of: path, info, in: temporary.descriptor)
    let inverse = try write(parts, from: input, size: Int(info.st_size), to: temporary)
    if let modified {
      var times = [info.st_atim, timespec(nanoseconds: modified)]
      _ = futimens(temporary.descriptor, &times)
    }
    do { try temporary.sync() } catch { throw failure(error) }
    var result = stat()
    guard fstat(temporary.descriptor, &result) == 0 else { throw .unwritable(reason: systemReason) }
    var now = stat()
    guard path.withCString({ stat($0, &now) }) == 0, Stamp(now) == expected else {
      throw .changed
    }
    do { try temporary.commit(replacing: info) } catch { throw failure(error) }
    return SpliceOutcome(inverse: inverse, state: Stamp(result))
  }

  private static func fits(_ parts: [Replacement], _ size: Int) -> Bool {
    var position = 0
    var removed = 0
    for part in parts {
      guard part.offset >= position, part.removedCount >= 0, part.offset <= size,
        part.removedCount <= size - part.offset
      else { return false }
      position = part.offset + part.removedCount
      removed += part.removedCount
    }
    return removed <= maxRemovedBytes
  }

  /// Writes the file with all replacements into a temporary file.
  ///
  /// - Returns: the replacements that restore the old bytes.
  private static func write(
    _ parts: [Replacement], from input: Int32, size: Int, to temporary: borrowing TemporaryFile
  ) throws(FileReplacementError) -> [Replacement] {
    var inverse: [Replacement] = []
    var position = 0
    var written = 0
    for part in parts {
      try copy(position..<part.offset, from: input, to: temporary)
      written += part.offset - position
      let removed = try bytes(part.offset..<part.offset + part.removedCount, of: input)
      inverse.append(Replacement(offset: written, removedCount: part.bytes.count, bytes: removed))
      try append(part.bytes, to: temporary)
      written += part.bytes.count
      position = part.offset + part.removedCount
    }
    try copy(position..<size, from: input, to: temporary)
    return inverse
  }

  private static func copy(
    _ range: Range<Int>, from input: Int32, to temporary: borrowing TemporaryFile
  ) throws(FileReplacementError) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + chunkSize)
      try append(try bytes(start..<end, of: input), to: temporary)
      start = end
    }
  }

  private static func append(
    _ bytes: [UInt8], to temporary: borrowing TemporaryFile
  ) throws(FileReplacementError) {
    do { try temporary.write(bytes[...]) } catch { throw failure(error) }
  }

  /// The bytes in a range of offsets of an open file.
  private static func bytes(
    _ range: Range<Int>, of input: Int32
  ) throws(FileReplacementError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: range.count)
    var count = 0
    while count < buffer.count {
      let step = buffer.withUnsafeMutableBytes { all in
        pread(
          input, all.baseAddress.map { $0 + count }, all.count - count, range.lowerBound + count)
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw .unreadable(reason: systemReason) }
      // The file has become shorter.
      guard step > 0 else { throw .changed }
      count += step
    }
    return buffer
  }

  private static func failure(_ error: TemporaryFile.Failure) -> FileReplacementError {
    switch error {
    case .exists: .changed
    case .system(let reason): .unwritable(reason: reason)
    }
  }
}
