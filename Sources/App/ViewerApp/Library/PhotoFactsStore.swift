import BrowserHost
import PhotoGrid
import PhotoIndex
import Synchronization

/// The store of the metadata of photos by which photos are sorted, grouped and filtered: the user's
/// index on the disk, or the memory of this process if there is no index. The ratings, flags and
/// labels of photos that cannot have a sidecar are in a separate database and replace those in the
/// index.
///
/// The databases are opened when they are needed first. All functions may wait for the file system,
/// so they are called on a ``WorkerThread``.
nonisolated final class PhotoFactsStore: Sendable {
  /// The metadata of the photos in one folder, by filename.
  private typealias Folder = [[UInt8]: IndexedPhoto]

  private enum OpenState<Database: Sendable>: Sendable {
    case closed
    case open(Database?)
  }

  /// The store that uses the index of the user.
  static let ofUser = PhotoFactsStore(
    folder: PhotoIndex.userFolder, marksFolder: MarksDatabase.userFolder)

  private let indexFolder: String?
  private let marksFolder: String?
  private let index = Mutex(OpenState<PhotoIndex>.closed)
  private let marksDatabase = Mutex(OpenState<MarksDatabase>.closed)
  /// The metadata read by this process, by folder, for photos that no index stores.
  private let unindexedFacts = Mutex<[FilePath: Folder]>([:])

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - folder: the folder of the index; nil keeps all metadata in memory.
  ///   - marksFolder: the folder of the database of ratings, flags and labels without sidecars; nil
  ///     stores them with the other metadata. Default: nil.
  init(folder: String?, marksFolder: String? = nil) {
    self.indexFolder = folder
    self.marksFolder = marksFolder
  }

  /// Makes the store keep all metadata and marks in memory from now on, without reading or writing
  /// the index and the database of marks.
  func keepInMemoryOnly() {
    index.withLock { $0 = .open(nil) }
    marksDatabase.withLock { $0 = .open(nil) }
  }

  private var openedIndex: PhotoIndex? {
    index.withLock { state in
      if case .open(let index) = state { return index }
      let index = indexFolder.flatMap { PhotoIndex(folder: $0) }
      state = .open(index)
      return index
    }
  }

  /// The database of the ratings, flags and labels of photos that cannot have a sidecar; nil if
  /// there is none, or it cannot be opened or made.
  ///
  /// - Parameter makesFile: whether the database is made if it does not exist.
  private func openedMarks(makesFile: Bool) -> MarksDatabase? {
    marksDatabase.withLock { state in
      if case .open(let marks) = state { return marks }
      let marks = marksFolder.flatMap { MarksDatabase(folder: $0, makesFile: makesFile) }
      // A missing database is looked for again at the next call, because this or another process
      // may have made it by then.
      if marks != nil || makesFile { state = .open(marks) }
      return marks
    }
  }

  /// The items with the stored metadata of their files in their present state. Items that already
  /// have metadata of this state are unchanged.
  ///
  /// - Parameter folder: the folder of all items; nil if they are in several folders.
  func withStoredFacts(_ items: [PhotoItem], in folder: FilePath?) -> [PhotoItem] {
    var items = items
    let lacking = items.indices.filter {
      items[$0].lacksRecord && items[$0].path.webAddress == nil
    }
    if let folder {
      addStoredFacts(&items, at: lacking, in: folder)
    } else {
      for (folder, indices) in Dictionary(grouping: lacking, by: { items[$0].path.folder }) {
        addStoredFacts(&items, at: indices, in: folder)
      }
    }
    return items
  }

  /// Adds the stored metadata to the items at some indices. All of these items are in one folder.
  private func addStoredFacts(_ items: inout [PhotoItem], at indices: [Int], in folder: FilePath) {
    guard !indices.isEmpty else { return }
    var byName: [NameKey: Int] = [:]
    byName.reserveCapacity(indices.count)
    for index in indices { byName[NameKey(bytes: items[index].path.nameSlice)] = index }
    forEachPhoto(folder, databaseMarks(in: folder)) { name, photo in
      guard let index = byName[NameKey(bytes: name[...])], photo.stamp == items[index].factsStamp,
        photo.isOfFile(inode: items[index].inode)
      else { return }
      items[index].record = PhotoRecord(photo)
    }
  }

  /// A filename as a slice of the bytes of a path. Its bytes are hashed together, which is faster
  /// than one by one.
  private struct NameKey: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Calls `body` with the filename and the metadata of every photo directly in a folder for which
  /// metadata are stored.
  ///
  /// - Parameter kept: the marks without sidecars, which replace those in the metadata.
  private func forEachPhoto(
    _ folder: FilePath, _ kept: FolderMarks, _ body: ([UInt8], IndexedPhoto) -> Void
  ) {
    let absoluteFolder = folder.absolute(in: CurrentFolder.path)
    for (name, photo) in unindexedFacts.withLock({ $0[absoluteFolder] ?? [:] }) {
      body(name, photo.withDatabaseMarks(kept[name]))
    }
    openedIndex?.read(folder: absoluteFolder.bytes) { body($0, $1.withDatabaseMarks(kept[$0])) }
  }

  /// Whether an index on the disk stores all metadata, so that none are kept in memory.
  var storesOnDisk: Bool { openedIndex != nil && unindexedFacts.withLock { $0.isEmpty } }

  /// The requests for metadata that the index does not have for the present state of the files, of
  /// some photos in one folder. Photos that cannot be examined have none. Empty if there is no
  /// index.
  ///
  /// - Parameters:
  ///   - photos: the photos, in the order of the bytes of their names: only entries between the
  ///     first and the last name are read.
  ///   - sidecars: the sidecars in the folder.
  func missingRequests(
    _ photos: ArraySlice<FilePath>, in folder: FilePath, sidecars: Sidecar.Listing
  ) -> [PhotoIndexer.Request] {
    guard let openedIndex, let first = photos.first, let last = photos.last else { return [] }
    var requests: [[UInt8]: PhotoIndexer.Request] = [:]
    for photo in photos {
      guard let file = FileStamp.read(photo) else { continue }
      let stamp = IndexedPhoto.Stamp(
        modified: file.stamp.modified, size: file.stamp.size,
        sidecarModified: sidecars.modificationNanoseconds(beside: photo))
      requests[photo.name] = PhotoIndexer.Request(path: photo, stamp: stamp, inode: file.inode)
    }
    let absolute = folder.absolute(in: CurrentFolder.path).bytes
    openedIndex.readStates(folder: absolute, from: first.name, through: last.name) { name, photo in
      guard let request = requests[name], photo.stamp == request.stamp,
        photo.isOfFile(inode: request.inode)
      else { return }
      requests[name] = nil
    }
    return photos.compactMap { requests[$0.name] }
  }

  /// The stored metadata of those photos in a folder that have a rating, a flag or a label, by
  /// filename. They may belong to an earlier state of the files.
  func markedPhotos(in folder: FilePath) -> [[UInt8]: IndexedPhoto] {
    var found: Folder = [:]
    let kept = databaseMarks(in: folder)
    // The index may lack these photos, so they are added with their marks alone.
    for (name, marks) in kept {
      let photo = IndexedPhoto(stamp: marks.stamp).withDatabaseMarks(marks)
      if !PhotoMarks(photo).isEmpty { found[name] = photo }
    }
    forEachPhoto(folder, kept) { name, photo in
      if !PhotoMarks(photo).isEmpty { found[name] = photo }
    }
    return found
  }

  // MARK: Marks without sidecars

  /// The ratings, flags and labels that have no sidecar, of the photos in one folder, by filename.
  private typealias FolderMarks = [[UInt8]: MarksDatabase.Marks]

  private func databaseMarks(in folder: FilePath) -> FolderMarks {
    openedMarks(makesFile: false)?.marks(in: folder.absolute(in: CurrentFolder.path).bytes) ?? [:]
  }

  /// The filenames of those photos in a folder whose rating, flag and label have no sidecar.
  func namesWithDatabaseMarks(in folder: FilePath) -> Set<[UInt8]> {
    Set(databaseMarks(in: folder).keys)
  }

  /// Replaces the rating, flag and label in metadata that were read from files by those that are
  /// stored without a sidecar.
  func withDatabaseMarks(
    _ photos: [(path: FilePath, photo: IndexedPhoto)]
  ) -> [(path: FilePath, photo: IndexedPhoto)] {
    var folders: [FilePath: FolderMarks] = [:]
    return photos.map { item -> (path: FilePath, photo: IndexedPhoto) in
      let folder = item.path.folder
      let kept = folders[folder] ?? databaseMarks(in: folder)
      folders[folder] = kept
      return (item.path, item.photo.withDatabaseMarks(kept[item.path.name]))
    }
  }

  /// The rating, flag and label of a photo that are stored without a sidecar, as metadata without
  /// other values; nil if there are none, or if the file has changed since.
  func databaseMarks(of photo: FilePath) -> IndexedPhoto? { databaseMarks(of: [photo])[photo] }

  /// The ratings, flags and labels of photos that are stored without sidecars, by path, as metadata
  /// without other values. Those whose files have changed since are left out.
  func databaseMarks(of photos: [FilePath]) -> [FilePath: IndexedPhoto] {
    var found: [FilePath: IndexedPhoto] = [:]
    for (folder, photos) in Dictionary(grouping: photos, by: \.folder) {
      let kept = databaseMarks(in: folder)
      let marked = photos.filter { kept[$0.name] != nil }
      for item in LibraryScan.items(marked, facts: self) {
        guard let marks = kept[item.path.name], item.factsStamp == marks.stamp else { continue }
        found[item.path] = IndexedPhoto(stamp: marks.stamp).withDatabaseMarks(marks)
      }
    }
    return found
  }

  /// Stores the rating, flag and label of a photo that cannot have a sidecar. Without a database
  /// for them, all of `photo` is stored with the other metadata.
  ///
  /// - Returns: false if they could not be stored.
  func storeMarks(_ photo: IndexedPhoto, of path: FilePath) -> Bool {
    guard let kept = openedMarks(makesFile: true) else {
      store([(path, photo)])
      return true
    }
    let absolute = path.absolute(in: CurrentFolder.path)
    return kept.store(MarksDatabase.Marks(photo), of: absolute.name, in: absolute.folder.bytes)
  }

  /// Stores the rating, flag and label in `photo` for the present state of the file at `path`.
  /// `photo` may come from an earlier state or another path.
  ///
  /// - Returns: false if they could not be stored, or the photo does not exist.
  @discardableResult
  func storeMarks(_ photo: IndexedPhoto, forPresentStateOf path: FilePath) -> Bool {
    guard let stamp = LibraryScan.items([path], facts: self).first?.factsStamp else { return false }
    var photo = photo
    photo.stamp = stamp
    return storeMarks(photo, of: path)
  }

  /// Removes the rating, flag and label of a photo from the database, because the photo has a
  /// sidecar now.
  func removeDatabaseMarks(of photo: FilePath) {
    let path = photo.absolute(in: CurrentFolder.path)
    openedMarks(makesFile: false)?.remove(path.name, in: path.folder.bytes)
  }

  // MARK: Writing

  /// Stores the metadata of photos in the index, or in memory if that is not possible.
  func store(_ photos: [(path: FilePath, photo: IndexedPhoto)]) {
    guard !photos.isEmpty else { return }
    let mounts = MountTable.read()
    var keepsInodes: [FilePath: Bool] = [:]
    let rows = photos.map { photo -> PhotoIndex.Row in
      let path = photo.path.absolute(in: CurrentFolder.path)
      var facts = photo.photo
      let folder = path.folder
      let isKept =
        keepsInodes[folder]
        ?? FolderIdentity(folder)?.deviceAndInode.map { mounts.keepsInodes(onDevice: $0.device) }
        ?? false
      keepsInodes[folder] = isKept
      if !isKept { facts.inode = 0 }
      return (folder.bytes, path.name, facts)
    }
    if let openedIndex, openedIndex.store(rows, now: FileStamp.nowNanoseconds / 1_000_000_000) {
      return
    }
    unindexedFacts.withLock { unindexedFacts in
      for row in rows { unindexedFacts[FilePath(row.folder), default: [:]][row.name] = row.photo }
    }
  }

  /// Removes the metadata that were read without libgexiv2 from the index, so that they are read
  /// again at the next start.
  func removeBasicMetadata() { openedIndex?.removePhotosWithBasicMetadata() }

  /// Removes the oldest entries of the index if it is too large.
  func prune() { openedIndex?.prune() }

  /// Frees the memory in which parts of the index are cached, if the index is open.
  func releaseMemory() {
    let openedIndex = index.withLock { state -> PhotoIndex? in
      guard case .open(let index) = state else { return nil }
      return index
    }
    openedIndex?.releaseMemory()
  }
}

nonisolated extension IndexedPhoto {
  /// The metadata with another rating, flag and label; unchanged if these belong to another state
  /// of the files.
  fileprivate func withDatabaseMarks(_ marks: MarksDatabase.Marks?) -> IndexedPhoto {
    guard let marks, marks.stamp == stamp else { return self }
    var photo = self
    (photo.rating, photo.flag, photo.label) = (marks.rating, marks.flag, marks.label)
    return photo
  }
}
