import CLinux
import Glibc
import Localization

/// The atomic saving of the bytes of an open file, such as sealed memory, under a new name: the
/// target file is complete and written to the disk, or not made at all.
///
/// It blocks; call it on a background thread.
nonisolated package enum FileSaving {
  /// The number of bytes copied between two progress calls.
  private static let chunkSize = 1 << 20

  /// Saves the first `count` bytes of an open file as a new file at the path `target`.
  ///
  /// - Parameters:
  ///   - model: the path of a file whose owner, permissions and extended attributes the new file
  ///     gets; nil for those of a new file.
  ///   - progress: called with the share written so far, 0…1; its result false cancels the saving.
  /// - Throws: `.exists` when a file exists at `target`, `.cancelled`, or `.unwritable`.
  package static func save(
    _ descriptor: Int32, count: Int, to target: [UInt8], like model: [UInt8]? = nil,
    progress: (_ share: Double) -> Bool = { _ in true }
  ) throws(FileCopyError) {
    let isComplete: Bool
    do throws(TemporaryFile.Failure) {
      var temporary = try TemporaryFile(beside: target, mode: 0o666)
      if let model {
        var info = stat()
        if model.withCString({ stat($0, &info) }) == 0 {
          FileReplacement.copyProperties(of: model, info, in: temporary.descriptor)
        }
      }
      isComplete = try write(descriptor, count, to: temporary, progress)
      if isComplete {
        try temporary.sync()
        try temporary.commit(replaces: false)
      }
    } catch {
      switch error {
      case .exists: throw .exists
      case .system(let reason): throw .unwritable(reason: reason)
      }
    }
    guard isComplete else { throw .cancelled }
  }

  /// Copies the first `count` bytes of an open file into a temporary file.
  ///
  /// - Returns: false when `progress` has cancelled the copy.
  private static func write(
    _ descriptor: Int32, _ count: Int, to temporary: borrowing TemporaryFile,
    _ progress: (Double) -> Bool
  ) throws(TemporaryFile.Failure) -> Bool {
    var buffer = [UInt8](repeating: 0, count: min(chunkSize, max(1, count)))
    var writtenBytes = 0
    while writtenBytes < count {
      guard progress(Double(writtenBytes) / Double(count)) else { return false }
      let step = buffer.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress, min($0.count, count - writtenBytes), writtenBytes)
      }
      if step < 0, errno == EINTR { continue }
      guard step >= 0 else { throw .system(reason: systemReason) }
      guard step > 0 else { throw .system(reason: tr("it became shorter while it was read")) }
      try temporary.write(buffer[..<step])
      writtenBytes += step
    }
    return true
  }
}
