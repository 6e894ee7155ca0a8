import BrowserHost
import GalleryCore
import PhotoGrid

/// The photos of one grid in sorted sections. All photos together are numbered by one flat index.
///
/// The value has no access to the file system. It is made by a ``LibraryScan`` and changed by
/// ``LibraryUpdate``s.
nonisolated struct SectionedLibrary: Hashable, Sendable {
  /// A section: the photos of one folder, of one period, or those that were named individually.
  struct Section: Hashable, Sendable {
    /// The index of the folder or list of files in the request to which the section belongs.
    var sourceIndex: Int
    /// The folder of the photos; nil for individually named files and for a section of a period.
    var folder: FilePath?
    var title: String
    /// The photos of the section in order; never empty.
    var items: [PhotoItem]
    /// The day, month or year in which the photos were taken; nil for a section of a folder or of
    /// files, and for photos without a date.
    var period: Period?

    /// The identity by which the grid recognises the section after a change.
    var id: SectionID { period.map { .period($0) } ?? .folder(folder) }
  }

  /// The folders and files whose photos the library contains.
  let request: LibraryRequest
  private(set) var order: PictureLister.Order
  /// The sections in the order in which the grid shows them.
  private(set) var sections: [Section]
  /// The cards of archives and of subfolders that contain pictures; empty if subfolders are
  /// sections.
  private(set) var cards: [FolderCard]
  /// The flat index of the first photo of each section, followed by the number of all photos.
  private var firstIndices: [Int]
  /// The identity for the next new item, larger than all identities used before.
  private(set) var nextID: UInt32

  /// The time at which the reading of the folders began, in nanoseconds since 1970-01-01. A file
  /// that was modified before this time was read in its present state.
  let readAt: Int64

  /// Makes a library without photos.
  init(_ request: LibraryRequest, order: PictureLister.Order, readAt: Int64 = 0) {
    self.init(request, order: order, sections: [], nextID: 0, readAt: readAt)
  }

  /// Makes a library of sections in the order of the grid; empty sections are left out.
  init(
    _ request: LibraryRequest, order: PictureLister.Order, sections: [Section], nextID: UInt32,
    readAt: Int64 = 0, cards: [FolderCard] = []
  ) {
    self.readAt = readAt
    self.cards = cards
    self.request = request
    self.order = order
    self.sections = sections.filter { !$0.items.isEmpty }
    self.nextID = nextID
    firstIndices = self.sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.items.count) }
  }

  // MARK: Items

  /// The number of photos in all sections.
  var count: Int { firstIndices[sections.count] }
  /// The photos of all sections in order.
  var items: [PhotoItem] { sections.flatMap(\.items) }
  /// The identities of the photos of all sections in order.
  var itemIDs: [UInt32] {
    var ids: [UInt32] = []
    ids.reserveCapacity(count)
    for section in sections {
      section.items.withUnsafeBufferPointer { items in
        for index in items.indices { ids.append(items[index].id) }
      }
    }
    return ids
  }
  /// The shown files of the photos of all sections in order.
  var paths: [FilePath] {
    var paths: [FilePath] = []
    paths.reserveCapacity(count)
    for section in sections {
      section.items.withUnsafeBufferPointer { items in
        for index in items.indices { paths.append(items[index].path) }
      }
    }
    return paths
  }
  /// The identity by which the grid recognises a section after a change.
  enum SectionID: Hashable, Sendable {
    case cards
    /// The photos of a folder; nil for individually named files and for photos without a date.
    case folder(FilePath?)
    case period(Period)
  }

  /// The identities of all sections of the grid and of their items, beginning with the folder
  /// cards.
  var identities: [(section: SectionID, items: [UInt32])] {
    let photos = sections.map { ($0.id, $0.items.map(\.id)) }
    return cards.isEmpty ? photos : [(.cards, cards.map(\.id))] + photos
  }

  /// The photo at a flat index.
  ///
  /// - Complexity: O(log sections).
  subscript(index: Int) -> PhotoItem {
    let section = sectionIndex(of: index)
    return sections[section].items[index - firstIndices[section]]
  }

  /// The index of the section that contains the photo at a flat index.
  ///
  /// - Complexity: O(log sections).
  func sectionIndex(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "item \(index) of \(count)")
    var low = 0
    var high = sections.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstIndices[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// The range of flat indices of the photos in the section with this index.
  func itemRange(in section: Int) -> Range<Int> {
    firstIndices[section]..<firstIndices[section + 1]
  }

  /// The flat index of the photo to which a file belongs; nil if the library does not contain the
  /// file.
  ///
  /// - Complexity: O(pictures of its folder).
  func index(of path: FilePath) -> Int? {
    let folder = path.folder
    for (number, section) in sections.enumerated()
    where section.folder == folder || section.folder == nil {
      let index = section.items.firstIndex {
        $0.path == path || $0.stack?.files.contains(path) ?? false
      }
      if let index {
        return firstIndices[number] + index
      }
    }
    return nil
  }

  // MARK: Order

  /// The library sorted by an order. The items need the stamps by which they are sorted, see
  /// ``LibraryScan/withStampsAndFacts(_:facts:)``.
  ///
  /// - Complexity: O(n log n), so it runs on a ``WorkerThread``.
  func ordered(by order: PictureLister.Order) -> SectionedLibrary {
    let isTurned = order.isReversed != self.order.isReversed
    let sorted = sections.map { section in
      var section = section
      // The order `.none` is the order of the directory, which is unknown here, so the present
      // order remains.
      if order.order != .none {
        section.items = order.sorted(section.items)
      } else if isTurned {
        section.items.reverse()
      }
      return section
    }
    return SectionedLibrary(
      request, order: order, sections: sorted, nextID: nextID, readAt: readAt, cards: cards)
  }

  /// The library with new metadata of some photos, by path. The order of the photos is unchanged.
  func with(_ records: PhotoIndexer.Records) -> SectionedLibrary {
    var sections = sections
    for number in sections.indices {
      for index in sections[number].items.indices {
        guard let record = records[sections[number].items[index].path] else { continue }
        sections[number].items[index].record = record
      }
    }
    return with(sections, nextID: nextID)
  }

  /// The library with new ratings, flags and labels of some photos, by path. Photos whose metadata
  /// have not been read are unchanged.
  func with(_ marks: [FilePath: PhotoMarks]) -> SectionedLibrary {
    var sections = sections
    for number in sections.indices {
      for index in sections[number].items.indices {
        guard let marks = marks[sections[number].items[index].path],
          var photo = sections[number].items[index].record?.photo
        else { continue }
        photo.set(marks)
        sections[number].items[index].record = PhotoRecord(photo)
      }
    }
    return with(sections, nextID: nextID)
  }

  /// The library with other sections.
  ///
  /// - Parameter nextID: the identity for the next new item.
  func with(_ sections: [Section], nextID: UInt32) -> SectionedLibrary {
    SectionedLibrary(
      request, order: order, sections: sections, nextID: nextID, readAt: readAt, cards: cards)
  }

  /// The library with other folder cards. A card of a folder that has one in `old` keeps its
  /// identity.
  func with(cards new: [FolderCard], replacing old: [FolderCard]) -> SectionedLibrary {
    let known = Dictionary(old.map { ($0.path, $0.id) }) { first, _ in first }
    var next = nextID
    let identified = new.map { card in
      var card = card
      if let id = known[card.path] {
        card.id = id
      } else {
        card.id = next
        next += 1
      }
      return card
    }
    return SectionedLibrary(
      request, order: order, sections: sections, nextID: next, readAt: readAt, cards: identified)
  }
}
