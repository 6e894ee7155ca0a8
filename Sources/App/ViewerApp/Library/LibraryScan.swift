import GalleryCore

/// Reads the folders of a request: work for a ``SideThread``.
nonisolated struct LibraryScan: Sendable {
  /// A folder as it was when it was read.
  struct Folder: Hashable, Sendable {
    var path: FilePath
    var place: FolderPlace

    /// True when something came or went since.
    var isOutdated: Bool { FolderPlace(path) != place }
  }

  /// The pictures.
  private(set) var library: SectionedLibrary
  /// Every folder that was read, with pictures or without: these are to be watched.
  private(set) var folders: [Folder] = []
  /// What could not be read, and why.
  private(set) var complaints: [(folder: FilePath, error: ScanError)] = []

  /// True when there are folders in the folders that were asked for.
  private(set) var hasSubfolders = false
  /// False when the cards of subfolders are still to be read: there is much in them.
  private(set) var hasCards = true
  /// The number of directory entries that are read for cards along with the pictures: a few
  /// milliseconds.
  private static let maxCardEntries = 4000
  private var order: PhotoLibrary.Order
  /// Without them nobody knows what is another file by an old number.
  private let needsStamps: Bool
  private var sections: [SectionedLibrary.Section] = []
  private var nextID: UInt32 = 0
  private var seen: Set<FolderPlace.Number> = []

  /// Reads everything.
  ///
  /// - Parameters:
  ///   - depth: how far below the folders; nil leaves that to the order.
  ///   - old: the library as it was known before: what is there still keeps its identity.
  init(
    _ request: LibraryRequest, order: PhotoLibrary.Order, depth: LibraryRequest.Depth? = nil,
    replacing old: SectionedLibrary? = nil
  ) {
    self.order = order
    if let depth { self.order.isRecursive = depth == .everything }
    needsStamps = order.needsStamps || old != nil
    library = SectionedLibrary(request, order: self.order, readAt: FileStamp.now)
    readSources(of: request)
    if depth == .automatic, sections.isEmpty, hasSubfolders {
      self.order.isRecursive = true
      library = SectionedLibrary(request, order: self.order, readAt: library.readAt)
      (folders, complaints, seen) = ([], [], [])
      readSources(of: request)
    }
    dropFilesShownAnyway()
    library = library.with(sections, nextID: nextID)
    if let old { library = library.identified(as: old) }
    readCards(of: request, replacing: old)
  }

  private mutating func readCards(of request: LibraryRequest, replacing old: SectionedLibrary?) {
    guard hasSubfolders, !order.isRecursive else { return }
    // Cards of other folders are no use.
    let known = old?.request == request ? old?.cards ?? [] : []
    let cards = FolderCardReader.cards(
      of: request, order: order, maxEntries: Self.maxCardEntries)
    hasCards = cards != nil
    library = library.with(cards: cards ?? known, replacing: known)
  }

  private mutating func readSources(of request: LibraryRequest) {
    for (number, source) in request.sources.enumerated() {
      switch source {
      case .files(let files): add(files, number)
      case .folder(let folder, let title):
        read(folder, number, title: title, depth: 0, request)
      }
    }
  }

  /// True when something came or went in a folder since it was read: whoever watches the folders
  /// from now on has missed it.
  var isOutdated: Bool { folders.contains(where: \.isOutdated) }

  /// A library with what the order needs to know of every file.
  static func stamped(
    _ library: SectionedLibrary, for order: PhotoLibrary.Order
  ) -> SectionedLibrary {
    guard order.needsStamps else { return library }
    let sections = library.sections.map { section in
      var section = section
      for place in section.items.indices where section.items[place].stamp == nil {
        section.items[place].stamp = FileStamp.read(section.items[place].path)?.stamp
      }
      return section
    }
    return library.with(sections, nextID: library.nextID)
  }

  // MARK: Folders

  private mutating func read(
    _ folder: FilePath, _ source: Int, title: String, depth: Int, _ request: LibraryRequest
  ) {
    let contents: FolderScan.Contents
    switch FolderScan.contents(of: folder) {
    case .success(let found): contents = found
    case .failure(let error): return complaints.append((folder, error))
    }
    if let number = contents.place.number, !seen.insert(number).inserted { return }
    folders.append(Folder(path: folder, place: contents.place))
    if depth == 0, !contents.folders.isEmpty { hasSubfolders = true }
    let items = contents.pictures.map { entry in
      PhotoItem(
        id: takeID(), path: entry.path, inode: entry.inode,
        stamp: needsStamps ? FileStamp.read(entry.path)?.stamp : nil)
    }
    add(
      SectionedLibrary.Section(
        source: source, folder: folder, title: title, items: order.sorted(items)))
    guard order.isRecursive, depth < FolderScan.deepest else { return }
    for inner in NaturalOrder.sorted(contents.folders, name: \.bytes) {
      read(
        inner, source, title: request.title(of: inner, in: source), depth: depth + 1, request)
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
        complaints.append((file, ScanError(reason: "No such file")))
        continue
      }
      items.append(PhotoItem(id: takeID(), path: file, inode: known.inode, stamp: known.stamp))
    }
    add(
      SectionedLibrary.Section(
        source: source, folder: nil, title: LibraryRequest.filesTitle, items: items))
  }

  private mutating func add(_ section: SectionedLibrary.Section) {
    if !section.items.isEmpty { sections.append(section) }
  }

  /// A file that was named and is one of a folder's pictures is in that one's section.
  private mutating func dropFilesShownAnyway() {
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
