/// What happened to a file or a folder that is watched. Paths are bytes, as the system knows them.
///
/// The changes of one delivery hold *together*: of two files that swapped names, each is renamed
/// to the other's name. A name is the target of at most one of them, and its origin of at most one.
nonisolated public enum FolderChange: Hashable, Sendable {
  /// There is a file of this name, and it is complete, or has not been written to for a while. It
  /// may have taken the place of one that was known.
  case appeared([UInt8])
  /// The file has gone, or has left the folders that are watched; one that came and went at once
  /// may never have been told of.
  case removed([UInt8])
  /// The file has another name; both lie in watched folders. It may have taken the place of one
  /// that was known, and may be rewritten too.
  case renamed(from: [UInt8], to: [UInt8])
  /// The file holds other bytes.
  case rewritten([UInt8])
  /// There is a folder inside one that is watched with those below. It is watched from now on;
  /// what lies in it already is told by nobody.
  case folderAppeared([UInt8])
  /// The folder, and all in and below it, has gone or cannot be reached by this name any more.
  case folderGone([UInt8])
  /// What happens in this folder will not be told: the system's allowance is used up.
  case unwatched([UInt8])
  /// More happened than the system could keep: every watched folder has to be read again.
  case missed
}
