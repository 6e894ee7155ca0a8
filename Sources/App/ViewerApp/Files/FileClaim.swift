import BrowserHost
import CLinux
import Desktop
import Glibc
import Localization

/// The exclusive use of the files of a photo by one operation, among all windows and programs of
/// the user. It ends with this object, and with the process.
///
/// Each file is locked with `flock`, so that the claim follows it when it is renamed. Files that
/// cannot be opened, and file systems without locks, are not claimed.
nonisolated final class FileClaim {
  private var descriptors: [Int32] = []

  /// Claims the files that exist at `paths`.
  ///
  /// - Throws: `.unwritable` when another operation has claimed one of them, or when another file
  ///   has got its path meanwhile.
  init(_ paths: [FilePath]) throws(DesktopError) {
    // Two names of one file are claimed once: a second lock would wait for the first one.
    var known: Set<Identity> = []
    for path in paths {
      let descriptor = path.withCString { linux_open_for_reading($0) }
      guard descriptor >= 0 else { continue }
      descriptors.append(descriptor)
      guard let identity = Identity(descriptor), known.insert(identity).inserted else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        throw Self.busy([path])
      }
      guard Identity(path) == identity else {
        throw .unwritable(file: path.display, reason: FileReplacementError.changed.description)
      }
    }
  }

  /// Claims the files at `paths`, after the operations of killed programs were completed, as they
  /// may have changed some of these files. Waits for the disk.
  ///
  /// - Parameter journal: the folder of the records of operations; nil when there is none.
  /// - Throws: as `init(_:)`; also when another program has changed some files of the photo and not
  ///   yet the others, or when a completed operation has moved one of the files.
  static func completing(
    _ paths: [FilePath], _ journal: FilePath? = OperationJournal.folderOfUser
  ) throws(DesktopError) -> FileClaim {
    do {
      // The files are claimed before the records are read: a program that had claimed the files
      // before has ended by now, and its record is seen.
      let claim = try FileClaim(paths)
      guard let journal else { return claim }
      if !OperationRecovery.hasRecordsOfKilled(in: journal) {
        if OperationRecovery.isInUse(Set(paths), in: journal) { throw Self.busy(paths) }
        return claim
      }
    }
    let outcome = OperationRecovery.run(in: journal)
    let claim = try FileClaim(paths)
    let wanted = Set(paths)
    if !outcome.paths.isDisjoint(with: wanted) {
      throw .unwritable(
        file: paths.first?.display ?? "", reason: FileReplacementError.changed.description)
    }
    // Another program may be completing the same operations, or hold some of their files.
    if let journal, OperationRecovery.isInUse(wanted, in: journal) { throw Self.busy(paths) }
    return claim
  }

  private static func busy(_ paths: [FilePath]) -> DesktopError {
    .unwritable(file: paths.first?.display ?? "", reason: tr("another operation is using it"))
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// The identity of a file: its device and inode.
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
