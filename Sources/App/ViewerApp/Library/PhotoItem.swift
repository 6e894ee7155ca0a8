import BrowserHost
import PhotoIndex

/// One picture of a library. It stays the same item when its file is renamed or rewritten.
nonisolated struct PhotoItem: Hashable, Sendable {
  /// The identity, unique among all items that the library has or had.
  var id: UInt32
  /// The number of times that the file is known to have been rewritten.
  var revision: UInt32 = 0
  var path: FilePath
  /// The inode number, which a rename keeps; 0 when unknown.
  var inode: UInt64 = 0
  // A large library has a hundred thousand items, so unknown values are not optionals: those would
  // make each item longer by a third.
  private var storedStamp = Self.noStamp
  private var storedSidecarModified = Int64.min
  /// The facts in the file and its sidecar, where the order or the arrangement needs them; nil
  /// until they are read.
  var record: PhotoRecord?
  /// The files of a photo that has several, of which ``path`` is shown; nil for a photo of one
  /// file.
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

  /// The modification time and size at the last `stat`; nil before the first one.
  var stamp: FileStamp? {
    get { storedStamp == Self.noStamp ? nil : storedStamp }
    set { storedStamp = newValue ?? Self.noStamp }
  }
  /// The modification time of the photo's sidecar in nanoseconds since 1970, 0 without one; nil
  /// while it is not known.
  var sidecarModified: Int64? {
    get { storedSidecarModified == .min ? nil : storedSidecarModified }
    set { storedSidecarModified = newValue ?? .min }
  }

  /// The state of the files with the facts; nil while it is not known.
  var factsStamp: IndexedPhoto.Stamp? {
    guard let stamp, let sidecarModified else { return nil }
    return IndexedPhoto.Stamp(
      modified: stamp.modified, size: stamp.size, sidecarModified: sidecarModified)
  }

  /// Whether the facts are not known, or were read from an earlier state of the files.
  var lacksRecord: Bool { record == nil || record?.photo.stamp != factsStamp }

  /// The date taken of the photo, as far as it is known.
  var taken: DateTaken { record.map { DateTaken($0.photo.taken) } ?? .unknown }
}

nonisolated extension PhotoItem {
  /// Whether a file at another path is this item. Inode numbers are reused, so the stamps have to
  /// match, too.
  ///
  /// - Parameter readAt: the time at which the item was found, in nanoseconds since 1970. When the
  ///   item has no stamp, the file has to be older than this.
  func isSame(asInode inode: UInt64, _ stamp: FileStamp?, readAt: Int64) -> Bool {
    guard inode != 0, inode == self.inode, let stamp else { return false }
    return self.stamp.map { $0 == stamp } ?? (stamp.modified < readAt)
  }

  /// Whether the file at the same path has other contents than at `readAt` (nanoseconds since
  /// 1970).
  func isUnlike(_ stamp: FileStamp?, inode: UInt64, readAt: Int64) -> Bool {
    guard let stamp else { return false }
    if let known = self.stamp { return known != stamp }
    return stamp.modified >= readAt || (self.inode != 0 && inode != self.inode)
  }
}
