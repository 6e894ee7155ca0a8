import BrowserHost
import PhotoGrid
import PhotoIndex
import Synchronization

/// The facts about photos that have been read before: those of the user's index on disk, and those
/// of this run, which are kept in memory where there is no index.
///
/// The index is opened at the first use. All calls may block on the disk, so they belong on a
/// ``WorkerThread``.
nonisolated final class PhotoFactsStore: Sendable {
  /// The photos of a folder by their file names.
  private typealias Folder = [[UInt8]: IndexedPhoto]

  private enum Index: Sendable {
    case closed
    case open(PhotoIndex?)
  }

  /// The store of the user's index.
  static let ofUser = PhotoFactsStore(folder: PhotoIndex.userFolder)

  private let folder: String?
  private let index = Mutex(Index.closed)
  /// The photos of this run by folder, where there is no index.
  private let memory = Mutex<[FilePath: Folder]>([:])

  /// Makes a store.
  ///
  /// - Parameter folder: the folder of the index; nil keeps everything in memory.
  init(folder: String?) { self.folder = folder }

  /// Keeps all facts of this run in memory from now on, and neither reads nor writes the index.
  func closeIndex() { index.withLock { $0 = .open(nil) } }

  private var opened: PhotoIndex? {
    index.withLock { state in
      if case .open(let index) = state { return index }
      let index = folder.flatMap { PhotoIndex(folder: $0) }
      state = .open(index)
      return index
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
    read(folder) { name, photo in
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
  private func read(_ folder: FilePath, _ body: ([UInt8], IndexedPhoto) -> Void) {
    let absoluteFolder = folder.absolute(in: CurrentFolder.path)
    for (name, photo) in memory.withLock({ $0[absoluteFolder] ?? [:] }) { body(name, photo) }
    opened?.read(folder: absoluteFolder.bytes, body)
  }

  /// The facts about the photos of a folder that have marks, by file name. They may be outdated.
  func marked(in folder: FilePath) -> [[UInt8]: IndexedPhoto] {
    var found: Folder = [:]
    read(folder) { name, photo in
      if !PhotoMarks(photo).isEmpty { found[name] = photo }
    }
    return found
  }

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
