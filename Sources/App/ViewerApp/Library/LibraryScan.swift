import Archives
import BrowserHost
import GalleryCore
import Localization
import Threads

/// The result of reading the folders and files of a request. Reading may take long, so it is done
/// on a ``WorkerThread``.
nonisolated struct LibraryScan: Sendable {
  /// A folder that was read, with its identity and modification time before the reading.
  struct Folder: Hashable, Sendable {
    var path: FilePath
    var identity: FolderIdentity

    /// Whether entries of the folder were added or removed since it was read. Waits for the file
    /// system.
    var hasChangedSinceReading: Bool { FolderIdentity(path) != identity }
  }

  /// The library with one item for each picture or clip that was found.
  private(set) var library: SectionedLibrary
  /// All folders that were read, including those without pictures. All are to be watched for
  /// changes.
  private(set) var folders: [Folder] = []
  /// The folders and files that could be read only in part or not at all, with the reasons.
  private(set) var failures: [(folder: FilePath, error: ScanError)] = []

  /// Whether the requested folders contain subfolders or archives.
  private(set) var hasSubfoldersOrArchives = false
  /// Whether the requested folders contain archives, which are shown only as cards.
  private var hasArchives = false
  /// Whether the folder cards have been read; false if this would take too long and has to be done
  /// later.
  private(set) var hasReadCards = true
  /// The maximum number of directory entries that are read for cards together with the pictures;
  /// this takes a few milliseconds.
  private static let maxCardEntries = 4000
  private var order: PictureLister.Order
  private let rules: StackRules
  /// Whether the modification times and sizes of files are read. Without them, a new file that
  /// reuses the inode number of a deleted one would be taken for the old file.
  private let needsStamps: Bool
  /// The stored metadata of photos; nil if neither the order nor the arrangement needs them.
  private let facts: PhotoFactsStore?
  private var sections: [SectionedLibrary.Section] = []
  private var nextID: UInt32 = 0
  private var seenFolders: Set<FolderIdentity.DeviceAndInode> = []

  /// Reads all folders and files of a request.
  ///
  /// - Parameters:
  ///   - depth: the rule for subfolders; nil leaves it to `order.isRecursive`.
  ///   - rules: the rules by which several files are one photo, for the numbers on folder cards.
  ///     The library has an item for each file.
  ///   - facts: the stored metadata of photos; nil if neither the order nor the arrangement needs
  ///     them.
  ///   - old: the former state of the library; items that still exist keep their identities. Nil
  ///     for none.
  init(
    _ request: LibraryRequest, order: PictureLister.Order, depth: LibraryRequest.Depth? = nil,
    rules: StackRules = StackRules(), facts: PhotoFactsStore? = nil,
    replacing old: SectionedLibrary? = nil
  ) {
    self.order = order
    self.rules = rules
    self.facts = facts
    if let depth { self.order.isRecursive = depth == .allSubfolders }
    needsStamps = order.needsStamps || facts != nil || old != nil
    library = SectionedLibrary(request, order: self.order, readAt: FileStamp.nowNanoseconds)
    readSources(of: request)
    if depth == .automatic, sections.isEmpty, hasSubfoldersOrArchives, !hasArchives {
      self.order.isRecursive = true
      library = SectionedLibrary(request, order: self.order, readAt: library.readAt)
      (folders, failures, seenFolders) = ([], [], [])
      readSources(of: request)
    }
    removeDuplicateFiles()
    library = library.with(sections, nextID: nextID)
    if let old { library = library.identified(as: old) }
    readCards(of: request, replacing: old)
  }

  private mutating func readCards(of request: LibraryRequest, replacing old: SectionedLibrary?) {
    guard hasSubfoldersOrArchives, !order.isRecursive else { return }
    // Cards of the former library are reused only if it has the same request.
    let known = old?.request == request ? old?.cards ?? [] : []
    let cards = FolderCardReader.cards(
      of: request, order: order, rules: rules, maxEntries: Self.maxCardEntries)
    hasReadCards = cards != nil
    library = library.with(cards: cards ?? known, replacing: known)
  }

  private mutating func readSources(of request: LibraryRequest) {
    for (number, source) in request.sources.enumerated() {
      switch source {
      case .files(let files): add(files, number)
      case .folder(let folder, let title):
        add(folder, number, title: title, depth: 0, request, readings(of: folder))
      }
    }
  }

  /// Whether entries of any folder were added or removed since it was read. Waits for the file
  /// system.
  var hasChangedFolders: Bool { folders.contains(where: \.hasChangedSinceReading) }

  /// Adds the modification times and sizes of files to a library, and the stored metadata of
  /// photos. Waits for the file system.
  ///
  /// - Parameter facts: the stored metadata; nil adds none.
  static func withStampsAndFacts(
    _ library: SectionedLibrary, facts: PhotoFactsStore? = nil
  ) -> SectionedLibrary {
    let sections = library.sections.map { section in
      var section = section
      for index in section.items.indices where section.items[index].stamp == nil {
        section.items[index].stamp = FileStamp.read(section.items[index].path)?.stamp
      }
      if let facts {
        addSidecarTimes(&section.items)
        section.items = facts.withStoredFacts(section.items, in: section.folder)
      }
      return section
    }
    return library.with(sections, nextID: library.nextID)
  }

  /// Makes items for files in any folders, with their modification times and the stored metadata.
  /// Waits for the file system.
  static func items(_ paths: [FilePath], facts: PhotoFactsStore) -> [PhotoItem] {
    var items = paths.enumerated().map { number, path in
      PhotoItem(
        id: UInt32(clamping: number), path: path,
        stamp: path.webAddress == nil ? FileStamp.read(path)?.stamp : nil)
    }
    addSidecarTimes(&items)
    return facts.withStoredFacts(items, in: nil)
  }

  /// Adds the modification times of sidecars to the items for which they are unknown.
  private static func addSidecarTimes(_ items: inout [PhotoItem]) {
    var listings: [FilePath: Sidecar.Listing] = [:]
    for index in items.indices where items[index].sidecarModified == nil {
      let path = items[index].path
      guard path.webAddress == nil else { continue }
      let listing = listings[path.folder] ?? Sidecar.Listing(reading: path.folder)
      listings[path.folder] = listing
      items[index].sidecarModified = listing.modificationNanoseconds(beside: path)
    }
  }

  // MARK: Folders

  /// The contents of one folder, and its pictures as sorted items.
  private struct FolderReading: Sendable {
    var contents: FolderScan.Contents
    /// The pictures of the folder, sorted. Their identities are unique only in this folder.
    var items: [PhotoItem]
  }

  private typealias Reading = Result<FolderReading, ScanError>

  /// Reads a folder and, if the order is recursive, its subfolders, level by level, each level on
  /// two threads.
  ///
  /// - Returns: the results by the path of the folder.
  private func readings(of folder: FilePath) -> [FilePath: Reading] {
    var found: [FilePath: Reading] = [:]
    var level = [folder]
    for _ in 0...FolderScan.maxDepth {
      let (order, needsStamps, facts) = (order, needsStamps, facts)
      let read = TwoThreads.map(level) { folder in
        Self.reading(of: folder, order, needsStamps: needsStamps, facts)
      }
      var next: [FilePath] = []
      for (folder, reading) in zip(level, read) {
        found[folder] = reading
        if case .success(let reading) = reading { next += reading.contents.folders }
      }
      level = next.filter { found[$0] == nil }
      if level.isEmpty || !order.isRecursive { break }
    }
    return found
  }

  private static func reading(
    of folder: FilePath, _ order: PictureLister.Order, needsStamps: Bool, _ facts: PhotoFactsStore?
  ) -> Reading {
    FolderScan.contents(of: folder, withStamps: needsStamps).map { contents in
      var items = contents.pictures.enumerated().map { number, entry in
        PhotoItem(
          id: UInt32(clamping: number), path: entry.path, inode: entry.inode, stamp: entry.stamp)
      }
      if let facts {
        let sidecars = Sidecar.Listing(contents.sidecars, in: folder)
        for index in items.indices {
          items[index].sidecarModified = sidecars.modificationNanoseconds(beside: items[index].path)
        }
        items = facts.withStoredFacts(items, in: folder)
      }
      return FolderReading(contents: contents, items: order.sorted(items))
    }
  }

  /// Adds the section of a folder, and those of its subfolders if the order is recursive.
  ///
  /// - Parameters:
  ///   - source: the index of the requested folder in the request.
  ///   - depth: the depth of `folder` below the requested one.
  ///   - readings: the contents of all folders that were read.
  private mutating func add(
    _ folder: FilePath, _ source: Int, title: String, depth: Int, _ request: LibraryRequest,
    _ readings: [FilePath: Reading]
  ) {
    let reading: FolderReading
    switch readings[folder] {
    case .success(let found): reading = found
    case .failure(let error): return failures.append((folder, error))
    case nil: return
    }
    let identity = reading.contents.identity
    if let number = identity.deviceAndInode, !seenFolders.insert(number).inserted { return }
    folders.append(Folder(path: folder, identity: identity))
    // A gap in the list of an archive is recorded once, for the archive, although each of its
    // folders has the gap, too.
    if let listingError = reading.contents.listingError, depth == 0 || !reading.contents.isInArchive
    {
      failures.append((folder, listingError))
    }
    if depth == 0, !reading.contents.archives.isEmpty { hasArchives = true }
    if depth == 0, hasArchives || !reading.contents.folders.isEmpty {
      hasSubfoldersOrArchives = true
    }
    var items = reading.items
    for index in items.indices { items[index].id += nextID }
    nextID += UInt32(items.count)
    add(SectionedLibrary.Section(sourceIndex: source, folder: folder, title: title, items: items))
    guard order.isRecursive, depth < FolderScan.maxDepth else { return }
    for inner in NaturalOrder.sorted(reading.contents.folders, name: \.bytes) {
      add(
        inner, source, title: request.title(of: inner, in: source), depth: depth + 1, request,
        readings)
    }
  }

  private mutating func add(_ files: [FilePath], _ source: Int) {
    var items: [PhotoItem] = []
    for file in files {
      if file.webAddress != nil {
        items.append(PhotoItem(id: takeID(), path: file))
        continue
      }
      guard let known = FileStamp.read(file) else {
        failures.append((file, ScanError(reason: tr("No such file"))))
        continue
      }
      items.append(PhotoItem(id: takeID(), path: file, inode: known.inode, stamp: known.stamp))
    }
    if let facts {
      Self.addSidecarTimes(&items)
      items = facts.withStoredFacts(items, in: nil)
    }
    add(
      SectionedLibrary.Section(
        sourceIndex: source, folder: nil, title: LibraryRequest.filesTitle, items: items))
  }

  private mutating func add(_ section: SectionedLibrary.Section) {
    if !section.items.isEmpty { sections.append(section) }
  }

  /// Removes individually named files that the section of a folder also contains.
  private mutating func removeDuplicateFiles() {
    guard sections.contains(where: { $0.folder == nil }) else { return }
    let listed = Set(sections.lazy.filter { $0.folder != nil }.flatMap(\.items).map(\.path))
    for number in sections.indices where sections[number].folder == nil {
      sections[number].items.removeAll { listed.contains($0.path) }
    }
    sections.removeAll(where: \.items.isEmpty)
  }

  private mutating func takeID() -> UInt32 {
    defer { nextID += 1 }
    return nextID
  }
}
