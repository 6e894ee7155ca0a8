/// One picture of a library: the same item whatever its file is called, and however often it is
/// written.
nonisolated struct PhotoItem: Hashable, Sendable {
  /// Tells it from every other item its library has or had.
  var id: UInt32
  /// How often it is known to have been rewritten.
  var revision: UInt32 = 0
  /// The file.
  var path: FilePath
  /// The file's number on its device; 0 when it is not known. A renamed file keeps it.
  var inode: UInt64 = 0
  /// What the file was like when it was looked at; nil when it never was.
  var stamp: FileStamp?
}

nonisolated extension PhotoItem {
  /// True when a file by another name is this one: numbers of files that are gone are used again,
  /// so its bytes have to be as old.
  ///
  /// - Parameter readAt: when the item was found, in nanoseconds since 1970; counts if the item was
  ///   not looked at then.
  func isSame(asInode inode: UInt64, _ stamp: FileStamp?, readAt: Int64) -> Bool {
    guard inode != 0, inode == self.inode, let stamp else { return false }
    return self.stamp.map { $0 == stamp } ?? (stamp.modified < readAt)
  }

  /// True when the file of this name holds other bytes than it did at `readAt`.
  func isUnlike(_ stamp: FileStamp?, inode: UInt64, readAt: Int64) -> Bool {
    guard let stamp else { return false }
    if let known = self.stamp { return known != stamp }
    return stamp.modified >= readAt || (self.inode != 0 && inode != self.inode)
  }
}

/// What a file's bytes leave outside of it: two unlike stamps mean other bytes.
nonisolated struct FileStamp: Hashable, Sendable {
  /// When the bytes changed last, in nanoseconds since 1970.
  var modified: Int64
  /// Their number.
  var size: Int64
}
