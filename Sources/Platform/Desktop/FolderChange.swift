/// A change of a file or folder in a watched folder. Paths are bytes, as in the file system.
///
/// The changes that are reported together apply *together*: if two files swapped names, each is
/// renamed to the name of the other. A path is the target of at most one rename, and the origin of
/// at most one.
nonisolated public enum FolderChange: Hashable, Sendable {
  /// A file exists at this path, and its writer has closed it or has not written to it for a while.
  /// It may have replaced a known file.
  case appeared([UInt8])
  /// The file at this path was removed, or moved out of the watched folders. The path of a file
  /// that existed only briefly may never have been reported before.
  case removed([UInt8])
  /// The file was renamed within the watched folders. It may have replaced a known file at the new
  /// path, and its content may have changed as well.
  case renamed(from: [UInt8], to: [UInt8])
  /// The content of the file at this path has changed.
  case rewritten([UInt8])
  /// A folder has appeared at this path, inside a folder that is watched recursively. The new
  /// folder is watched from now on; its present contents are not reported.
  case folderAppeared([UInt8])
  /// The folder and everything below it was removed, or is no longer reachable by this path.
  case folderGone([UInt8])
  /// A subfolder at this path of a folder that is not watched recursively was added or removed, or
  /// the entries of one that was added have changed. See ``FolderWatch/reportsSubfolders``.
  case subfolderChanged([UInt8])
  /// Changes in the folder at this path cannot be reported, because the inotify limit is reached.
  case unwatched([UInt8])
  /// Events were lost (`IN_Q_OVERFLOW`): every watched folder has to be read again.
  case eventsLost
}
