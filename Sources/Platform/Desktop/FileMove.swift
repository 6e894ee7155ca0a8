import CLinux
import Glibc
import Localization

/// The move of one file to another path, which may be on another device. An existing file is never
/// replaced.
///
/// It blocks; call it on a background thread. Across devices, the copy is complete and on the disk
/// before the source is deleted, so that one of the two exists at every moment.
nonisolated public enum FileMove {
  /// Moves the file `source` to the path `target`. Both are paths as bytes.
  ///
  /// - Parameter progress: called with the share copied so far, 0…1, when the target is on another
  ///   device; its result false cancels the move.
  /// - Throws: `.exists` when a file exists at the target path.
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
      // The file system cannot rename without replacing a file, so the target is checked just
      // before.
      var info = stat()
      guard target.withCString({ lstat($0, &info) }) != 0 else { throw .exists }
      let isRenamed = source.withCString { from in
        target.withCString { to in linux_rename(from, to) }
      }
      if isRenamed == 0 { return }
      guard errno == EXDEV else { throw .unwritable(reason: systemReason) }
    default: throw .unwritable(reason: systemReason)
    }
    try moveAcrossDevices(source, to: target, progress: progress)
  }

  private static func moveAcrossDevices(
    _ source: [UInt8], to target: [UInt8], progress: (_ share: Double) -> Bool
  ) throws(FileCopyError) {
    var (info, copy) = (stat(), stat())
    guard source.withCString({ lstat($0, &info) }) == 0 else {
      throw .unreadable(reason: systemReason)
    }
    if info.st_mode & S_IFMT == S_IFLNK {
      try copyLink(source, to: target)
      _ = target.withCString { lstat($0, &copy) }
    } else {
      (info, copy) = try FileCopy.copyWithStatus(
        source, to: target, replaces: false, progress: progress)
    }
    // The entry of the target is written to the disk first: the two devices write at different
    // times, and after a power failure neither file might exist.
    FolderSync.syncParent(of: target)
    var now = stat()
    let isUnchanged =
      source.withCString { lstat($0, &now) } == 0 && FileCopy.isSame(now, as: info)
    if isUnchanged, source.withCString({ unlink($0) }) == 0 { return }
    // The source stays, because it has changed or could not be deleted, so the copy is removed.
    let reason = isUnchanged ? systemReason : tr("it changed while it was moved")
    delete(target, ifStill: copy)
    throw .unwritable(reason: reason)
  }

  /// Deletes a file if it is still the known one with the same content, by the result of `stat`.
  static func delete(_ path: [UInt8], ifStill known: stat) {
    var now = stat()
    guard path.withCString({ lstat($0, &now) }) == 0, FileCopy.isSame(now, as: known) else {
      return
    }
    _ = path.withCString { unlink($0) }
  }

  /// Makes a symbolic link at `target` that leads to the same path as the link `source`.
  private static func copyLink(_ source: [UInt8], to target: [UInt8]) throws(FileCopyError) {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = source.withCString { readlink($0, &text, text.count - 1) }
    guard count > 0 else { throw .unreadable(reason: systemReason) }
    guard target.withCString({ symlink(text, $0) }) == 0 else {
      throw errno == EEXIST ? .exists : .unwritable(reason: systemReason)
    }
  }
}
