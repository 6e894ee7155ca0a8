import CLinux
import Glibc

/// Moves one file to another path, also to another device. An existing file is never replaced.
///
/// It blocks; call it on a background thread. Across devices, the copy is complete and on the disk
/// before the source is deleted, so that no moment has none of both.
nonisolated public enum FileMove {
  /// Moves `source` to `target`. Both are paths as bytes.
  ///
  /// - Parameter progress: called with the share copied so far, 0…1, where the file is copied; false
  ///   cancels.
  /// - Throws: `.exists` when there is a file at the target.
  public static func move(
    _ source: [UInt8], to target: [UInt8], progress: (_ share: Double) -> Bool = { _ in true }
  ) throws(FileCopyError) {
    let isMoved = source.withCString { from in
      target.withCString { to in linux_rename_new(from, to) }
    }
    if isMoved == 0 { return }
    switch errno {
    case EEXIST: throw .exists
    case EXDEV: break
    case EINVAL, ENOSYS:
      // The file system cannot rename without replacing: the target is checked just before.
      var info = stat()
      guard target.withCString({ lstat($0, &info) }) != 0 else { throw .exists }
      let isRenamed = source.withCString { from in
        target.withCString { to in linux_rename(from, to) }
      }
      if isRenamed == 0 { return }
      guard errno == EXDEV else { throw .unwritable(systemReason) }
    default: throw .unwritable(systemReason)
    }
    try FileCopy.copy(source, to: target, progress: progress)
    guard source.withCString({ unlink($0) }) == 0 else {
      // The source stays, so that the copy is not needed.
      let reason = systemReason
      _ = target.withCString { unlink($0) }
      throw .unwritable(reason)
    }
  }
}
