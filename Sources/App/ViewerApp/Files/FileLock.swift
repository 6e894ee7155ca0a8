import BrowserHost
import CLinux
import Desktop
import Glibc
import HelperProcesses
import Localization

/// The exclusive use of the files of a photo by one operation, among all windows and processes of
/// the user. The exclusive use ends when this object is released or the process ends.
///
/// Each file is locked with `flock`, so that the lock remains when the file is renamed. Files that
/// cannot be opened, and files on file systems without locks, are not locked.
nonisolated final class FileLock {
  private var lockedFiles: [OwnedDescriptor] = []

  /// Locks the files that exist at `paths`.
  ///
  /// - Throws: `.unwritable` if another operation has locked one of them, or if another file was
  ///   moved to one of the paths meanwhile.
  init(_ paths: [FilePath]) throws(DesktopError) {
    // A file is locked once even if `paths` has two names of it, because a second lock would
    // conflict with the first one.
    var known: Set<Identity> = []
    for path in paths {
      let descriptor = path.withCString { linux_open_for_reading($0) }
      guard descriptor >= 0 else { continue }
      lockedFiles.append(OwnedDescriptor(descriptor))
      guard let identity = Identity(descriptor), known.insert(identity).inserted else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        throw Self.busyError([path])
      }
      guard Identity(path) == identity else {
        throw .unwritable(file: path.display, reason: FileReplacementError.changed.description)
      }
    }
  }

  /// Locks the files at `paths`, after completing the recorded operations of killed programs, which
  /// may involve some of these files. Waits for the file system.
  ///
  /// - Parameter journal: the folder with the records of running operations; nil when there is
  ///   none.
  /// - Throws: as `init(_:)`; also if an operation of another program on one of the files is
  ///   recorded and not finished, or if a completed operation has moved one of the files.
  static func afterRecovery(
    _ paths: [FilePath], _ journal: FilePath? = OperationJournal.folderOfUser
  ) throws(DesktopError) -> FileLock {
    do {
      // The files are locked before the records are read. A program that had locked the files
      // before is then done with them or has ended, and in the latter case its record is found.
      let lock = try FileLock(paths)
      guard let journal else { return lock }
      if !OperationRecovery.hasRecordsOfKilled(in: journal) {
        if OperationRecovery.isInUse(Set(paths), in: journal) { throw Self.busyError(paths) }
        return lock
      }
    }
    let outcome = OperationRecovery.run(in: journal)
    let lock = try FileLock(paths)
    let wanted = Set(paths)
    if !outcome.completedPaths.isDisjoint(with: wanted) {
      throw .unwritable(
        file: paths.first?.display ?? "", reason: FileReplacementError.changed.description)
    }
    // Another program may be completing the same recorded operations at this time, or may have
    // locked some of the files.
    if let journal, OperationRecovery.isInUse(wanted, in: journal) { throw Self.busyError(paths) }
    return lock
  }

  private static func busyError(_ paths: [FilePath]) -> DesktopError {
    .unwritable(file: paths.first?.display ?? "", reason: tr("another operation is using it"))
  }

  /// The identity of a file: its device and inode number.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64

    init?(_ descriptor: Int32) {
      var info = stat()
      guard fstat(descriptor, &info) == 0 else { return nil }
      (device, inode) = (UInt64(info.st_dev), UInt64(info.st_ino))
    }

    init?(_ path: FilePath) {
      var info = stat()
      guard path.withCString({ stat($0, &info) }) == 0 else { return nil }
      (device, inode) = (UInt64(info.st_dev), UInt64(info.st_ino))
    }
  }
}
