import BrowserHost
import PhotoIndex

/// One photo of a library. It keeps its identity when its file is renamed or rewritten.
nonisolated struct PhotoItem: Hashable, Sendable {
  /// The identity of the item, which no other item of the library has or had.
  var id: UInt32
  /// The number of times that the file has been rewritten since the library was read first.
  var revision: UInt32 = 0
  var path: FilePath
  /// The inode number of the file, which a renaming does not change; 0 if unknown.
  var inode: UInt64 = 0
  // Values that are unknown have a special value instead of an optional type, because a library may
  // have a hundred thousand items, and optionals would make each a third larger.
  private var storedStamp = Self.noStamp
  private var storedSidecarModified = Int64.min
  /// The metadata by which the photo is sorted and filtered; nil if they have not been read or are
  /// not needed.
  var record: PhotoRecord?
  /// All files of a photo with several files, of which ``path`` is the shown one; nil for a photo
  /// of one file.
  var stack: PhotoStack?

  private static let noStamp = FileStamp(modified: .min, size: .min)

  init(
    id: UInt32, revision: UInt32 = 0, path: FilePath, inode: UInt64 = 0, stamp: FileStamp? = nil,
    sidecarModified: Int64? = nil, record: PhotoRecord? = nil, stack: PhotoStack? = nil
  ) {
    self.id = id
    self.revision = revision
    self.path = path
    self.inode = inode
    self.record = record
    self.stack = stack
    self.stamp = stamp
    self.sidecarModified = sidecarModified
  }

  /// The modification time and size of the file at the last `stat`; nil before the first one.
  var stamp: FileStamp? {
    get { storedStamp == Self.noStamp ? nil : storedStamp }
    set { storedStamp = newValue ?? Self.noStamp }
  }
  /// The modification time of the photo's sidecar in nanoseconds since 1970-01-01; 0 if there is no
  /// sidecar, nil if that is unknown.
  var sidecarModified: Int64? {
    get { storedSidecarModified == .min ? nil : storedSidecarModified }
    set { storedSidecarModified = newValue ?? .min }
  }

  /// The present state of the photo's file and sidecar, with which stored metadata are compared;
  /// nil if it is unknown.
  var factsStamp: IndexedPhoto.Stamp? {
    guard let stamp, let sidecarModified else { return nil }
    return IndexedPhoto.Stamp(
      modified: stamp.modified, size: stamp.size, sidecarModified: sidecarModified)
  }

  /// Whether metadata are missing, or were read from an earlier state of the files.
  var lacksRecord: Bool { record == nil || record?.photo.stamp != factsStamp }

  /// The date taken of the photo; `.unknown` if its metadata have not been read.
  var taken: DateTaken { record.map { DateTaken($0.photo.taken) } ?? .notRead }
}

nonisolated extension PhotoItem {
  /// Whether a file at another path is the file of this item after a renaming. Inode numbers are
  /// reused, so modification time and size have to be equal, too.
  ///
  /// - Parameters:
  ///   - inode: the inode number of the file at the other path.
  ///   - stamp: the modification time and size of that file.
  ///   - readAt: the time at which the item was found, in nanoseconds since 1970-01-01. If the item
  ///     has no stamp, the file has to be older than this.
  func isSameFile(asInode inode: UInt64, _ stamp: FileStamp?, readAt: Int64) -> Bool {
    guard inode != 0, inode == self.inode, let stamp else { return false }
    return self.stamp.map { $0 == stamp } ?? (stamp.modified < readAt)
  }

  /// Whether the file at the item's path has other contents than when the item was found.
  ///
  /// - Parameters:
  ///   - stamp: the present modification time and size of the file.
  ///   - inode: its present inode number.
  ///   - readAt: the time at which the item was found, in nanoseconds since 1970-01-01.
  func hasChanged(_ stamp: FileStamp?, inode: UInt64, readAt: Int64) -> Bool {
    guard let stamp else { return false }
    if let known = self.stamp { return known != stamp }
    return stamp.modified >= readAt || (self.inode != 0 && inode != self.inode)
  }
}
