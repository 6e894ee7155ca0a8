import BrowserHost
import PhotoGrid
import PhotoIndex
import Synchronization

/// The facts about photos that have been read before: those of the user's index on disk, and those
/// of this run, which are kept in memory where there is no index. The marks of photos that cannot
/// have a sidecar are in a database of their own, and replace those in the facts.
///
/// The databases are opened at the first use. All calls may block on the disk, so they belong on a
/// ``WorkerThread``.
nonisolated final class PhotoFactsStore: Sendable {
  /// The photos of a folder by their file names.
  private typealias Folder = [[UInt8]: IndexedPhoto]

  private enum Opening<Database: Sendable>: Sendable {
    case closed
    case open(Database?)
  }

  /// The store of the user's index.
  static let ofUser = PhotoFactsStore(
    folder: PhotoIndex.userFolder, marksFolder: KeptMarks.userFolder)

  private let folder: String?
  private let marksFolder: String?
  private let index = Mutex(Opening<PhotoIndex>.closed)
  private let marksDatabase = Mutex(Opening<KeptMarks>.closed)
  /// The photos of this run by folder, where there is no index.
  private let memory = Mutex<[FilePath: Folder]>([:])

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - folder: the folder of the index; nil keeps all facts in memory.
  ///   - marksFolder: the folder of the marks without sidecars; nil keeps them with the facts.
  ///     Default: nil.
  init(folder: String?, marksFolder: String? = nil) {
    self.folder = folder
    self.marksFolder = marksFolder
  }

  /// Keeps all facts of this run in memory from now on, and neither reads nor writes a database.
  func closeIndex() {
    index.withLock { $0 = .open(nil) }
    marksDatabase.withLock { $0 = .open(nil) }
  }

  private var opened: PhotoIndex? {
    index.withLock { state in
      if case .open(let index) = state { return index }
      let index = folder.flatMap { PhotoIndex(folder: $0) }
      state = .open(index)
      return index
    }
  }

  /// The database of marks without sidecars.
  ///
  /// - Parameter makesFile: whether it is made if necessary.
  private func openedMarks(makesFile: Bool) -> KeptMarks? {
    marksDatabase.withLock { state in
      if case .open(let marks) = state { return marks }
      let marks = marksFolder.flatMap { KeptMarks(folder: $0, makesFile: makesFile) }
      // This or another program may make an absent file later.
      if marks != nil || makesFile { state = .open(marks) }
      return marks
    }
  }

  /// The items with the facts that are known for their current files. Items whose facts are known
  /// already are left as they are.
  ///
  /// - Parameter folder: the folder of all items; nil for items in any folders.
  func filled(_ items: [PhotoItem], in folder: FilePath?) -> [PhotoItem] {
    var items = items
    let lacking = items.indices.filter {
      items[$0].lacksRecord && items[$0].path.webAddress == nil
    }
    if let folder {
      fill(&items, at: lacking, in: folder)
    } else {
      for (folder, indices) in Dictionary(grouping: lacking, by: { items[$0].path.folder }) {
        fill(&items, at: indices, in: folder)
      }
    }
    return items
  }

  /// Stores the known facts in the items at some indices; all of these are in one folder.
  private func fill(_ items: inout [PhotoItem], at indices: [Int], in folder: FilePath) {
    guard !indices.isEmpty else { return }
    var byName: [NameKey: Int] = [:]
    byName.reserveCapacity(indices.count)
    for index in indices { byName[NameKey(bytes: items[index].path.nameSlice)] = index }
    read(folder, keptMarks(in: folder)) { name, photo in
      guard let index = byName[NameKey(bytes: name[...])], photo.stamp == items[index].factsStamp,
        photo.isOfFile(inode: items[index].inode)
      else { return }
      items[index].record = PhotoRecord(photo)
    }
  }

  /// A file name as a slice of the bytes of a path, hashed in one call.
  private struct NameKey: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// Calls `body` with the file name and the facts of every known photo directly in a folder.
  private func read(
    _ folder: FilePath, _ kept: KeptFolder, _ body: ([UInt8], IndexedPhoto) -> Void
  ) {
    let absoluteFolder = folder.absolute(in: CurrentFolder.path)
    for (name, photo) in memory.withLock({ $0[absoluteFolder] ?? [:] }) {
      body(name, photo.with(kept[name]))
    }
    opened?.read(folder: absoluteFolder.bytes) { body($0, $1.with(kept[$0])) }
  }

  /// The facts about the photos of a folder that have marks, by file name. They may be outdated.
  func marked(in folder: FilePath) -> [[UInt8]: IndexedPhoto] {
    var found: Folder = [:]
    let kept = keptMarks(in: folder)
    // The index need not have the facts about these photos.
    for (name, marks) in kept {
      let photo = IndexedPhoto(stamp: marks.stamp).with(marks)
      if !PhotoMarks(photo).isEmpty { found[name] = photo }
    }
    read(folder, kept) { name, photo in
      if !PhotoMarks(photo).isEmpty { found[name] = photo }
    }
    return found
  }

  // MARK: Marks without sidecars

  /// The marks of the photos of a folder by their file names.
  private typealias KeptFolder = [[UInt8]: KeptMarks.Marks]

  private func keptMarks(in folder: FilePath) -> KeptFolder {
    openedMarks(makesFile: false)?.marks(in: folder.absolute(in: CurrentFolder.path).bytes) ?? [:]
  }

  /// The file names of the photos in a folder whose marks have no sidecar.
  func keptNames(in folder: FilePath) -> Set<[UInt8]> { Set(keptMarks(in: folder).keys) }

  /// Facts that were read from files, with the marks that have no sidecar.
  func marked(
    _ photos: [(path: FilePath, photo: IndexedPhoto)]
  ) -> [(path: FilePath, photo: IndexedPhoto)] {
    var folders: [FilePath: KeptFolder] = [:]
    return photos.map { item -> (path: FilePath, photo: IndexedPhoto) in
      let folder = item.path.folder
      let kept = folders[folder] ?? keptMarks(in: folder)
      folders[folder] = kept
      return (item.path, item.photo.with(kept[item.path.name]))
    }
  }

  /// The facts with the marks of a photo without a sidecar; nil when it has none, or its files have
  /// changed.
  func keptMarks(of photo: FilePath) -> IndexedPhoto? {
    guard let marks = keptMarks(in: photo.folder)[photo.name],
      LibraryScan.items([photo], facts: self).first?.factsStamp == marks.stamp
    else { return nil }
    return IndexedPhoto(stamp: marks.stamp).with(marks)
  }

  /// Stores the marks of a photo that cannot have a sidecar. They are stored with the other facts
  /// where there is no database for them.
  ///
  /// - Returns: false when they could not be stored.
  func keep(_ photo: IndexedPhoto, of path: FilePath) -> Bool {
    guard let kept = openedMarks(makesFile: true) else {
      store([(path, photo)])
      return true
    }
    let absolute = path.absolute(in: CurrentFolder.path)
    return kept.store(KeptMarks.Marks(photo), of: absolute.name, in: absolute.folder.bytes)
  }

  /// Removes the marks of a photo that has a sidecar now.
  func removeKeptMarks(of photo: FilePath) {
    let path = photo.absolute(in: CurrentFolder.path)
    openedMarks(makesFile: false)?.remove(path.name, in: path.folder.bytes)
  }

  // MARK: Writing

  /// Stores facts; in memory where the index cannot store them.
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
        ?? FolderIdentity(folder)?.number.map { mounts.keepsInodes(onDevice: $0.device) } ?? false
      keepsInodes[folder] = isKept
      if !isKept { facts.inode = 0 }
      return (folder.bytes, path.name, facts)
    }
    if let opened, opened.store(rows, now: FileStamp.now / 1_000_000_000) { return }
    memory.withLock { memory in
      for row in rows { memory[FilePath(row.folder), default: [:]][row.name] = row.photo }
    }
  }

  /// Removes the facts that were read without libgexiv2 from the index. They are read again at the
  /// next start.
  func removeBasic() { opened?.removeBasic() }

  /// Bounds the size of the index.
  func prune() { opened?.prune() }
}

nonisolated extension IndexedPhoto {
  /// The facts with other marks, which have to be those of the same state of the files.
  fileprivate func with(_ marks: KeptMarks.Marks?) -> IndexedPhoto {
    guard let marks, marks.stamp == stamp else { return self }
    var photo = self
    (photo.rating, photo.flag, photo.label) = (marks.rating, marks.flag, marks.label)
    return photo
  }
}
