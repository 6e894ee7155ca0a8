/// A change of a file or a folder in a watched folder. Paths are bytes, as in the file system.
///
/// The changes of one delivery apply *together*: if two files swapped names, each is renamed to the
/// name of the other. A name is the target of at most one rename, and the origin of at most one.
nonisolated public enum FolderChange: Hashable, Sendable {
  /// A file has this name, and is complete or has not been written to for a while. It may have
  /// replaced a known file.
  case appeared([UInt8])
  /// The file was removed, or moved out of the watched folders. A file that existed only briefly
  /// may never have been reported before.
  case removed([UInt8])
  /// The file was renamed within the watched folders. It may have replaced a known file, and may
  /// have been rewritten as well.
  case renamed(from: [UInt8], to: [UInt8])
  /// The content of the file changed.
  case rewritten([UInt8])
  /// A folder appeared inside a folder that is watched recursively. It is watched from now on; its
  /// current contents are not reported.
  case folderAppeared([UInt8])
  /// The folder and everything below it was removed, or is not reachable by this path any more.
  case folderGone([UInt8])
  /// Changes in this folder are not reported: the inotify limit is reached.
  case unwatched([UInt8])
  /// Events were lost (`IN_Q_OVERFLOW`): every watched folder has to be read again.
  case missed
}
