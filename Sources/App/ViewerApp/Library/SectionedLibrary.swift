import BrowserHost
import GalleryCore
import PhotoGrid

/// The pictures of one grid: in sections, each sorted, and all of them under one flat index.
///
/// A value without access to the file system. A ``LibraryScan`` makes it, ``LibraryUpdate``s change
/// it.
nonisolated struct SectionedLibrary: Hashable, Sendable {
  /// The pictures of one folder, or those that were named individually.
  struct Section: Hashable, Sendable {
    /// The index of the request's source to which the section belongs.
    var source: Int
    /// The folder; nil for individual files.
    var folder: FilePath?
    var title: String
    /// The pictures; never empty.
    var items: [PhotoItem]
    /// The period in which the photos were taken; nil for the section of a folder.
    var period: Period?

    /// The identity of the section in the grid.
    var id: SectionID { period.map { .period($0) } ?? .folder(folder) }
  }

  /// The request that the library answers.
  let request: LibraryRequest
  private(set) var order: PhotoLibrary.Order
  /// The sections in display order.
  private(set) var sections: [Section]
  /// The cards of subfolders that contain pictures; empty when subfolders are sections of their
  /// own.
  private(set) var cards: [FolderCard]
  /// The flat index of the first item of every section, followed by the number of all items.
  private var starts: [Int]
  /// The next free identity of an item, larger than all used before.
  private(set) var nextID: UInt32

  /// The time at which the scan began, in nanoseconds since 1970. A file modified before it was
  /// read in its current state.
  let readAt: Int64

  /// Makes an empty library.
  init(_ request: LibraryRequest, order: PhotoLibrary.Order, readAt: Int64 = 0) {
    self.init(request, order: order, sections: [], nextID: 0, readAt: readAt)
  }

  /// Makes a library of sections that are in display order; empty sections are left out.
  init(
    _ request: LibraryRequest, order: PhotoLibrary.Order, sections: [Section], nextID: UInt32,
    readAt: Int64 = 0, cards: [FolderCard] = []
  ) {
    self.readAt = readAt
    self.cards = cards
    self.request = request
    self.order = order
    self.sections = sections.filter { !$0.items.isEmpty }
    self.nextID = nextID
    starts = self.sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.items.count) }
  }

  // MARK: Items

  /// The number of pictures.
  var count: Int { starts[sections.count] }
  /// All pictures in order.
  var items: [PhotoItem] { sections.flatMap(\.items) }
  /// The identities of all pictures in order.
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
  /// The files of all pictures in order.
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
  /// The identity of a section in the grid.
  enum SectionID: Hashable, Sendable {
    case cards
    /// The photos of a folder; nil for individual files and for photos without a date.
    case folder(FilePath?)
    case period(Period)
  }

  /// The identities of the grid's sections and items, with the folder cards first.
  var identities: [(section: SectionID, items: [UInt32])] {
    let photos = sections.map { ($0.id, $0.items.map(\.id)) }
    return cards.isEmpty ? photos : [(.cards, cards.map(\.id))] + photos
  }

  /// The picture at a flat index.
  ///
  /// - Complexity: O(log sections).
  subscript(index: Int) -> PhotoItem {
    let section = section(of: index)
    return sections[section].items[index - starts[section]]
  }

  /// The section that contains a flat index.
  ///
  /// - Complexity: O(log sections).
  func section(of index: Int) -> Int {
    precondition(index >= 0 && index < count, "item \(index) of \(count)")
    var low = 0
    var high = sections.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// The flat indices of a section.
  func items(in section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The flat index of the photo that a file belongs to; nil when the library does not contain it.
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
        return starts[number] + index
      }
    }
    return nil
  }

  // MARK: Order

  /// The library sorted by `order`. The stamps that it needs have to be there, see
  /// ``LibraryScan/stamped(_:facts:)``.
  ///
  /// - Complexity: O(n log n), so it runs on a ``WorkerThread``.
  func ordered(by order: PhotoLibrary.Order) -> SectionedLibrary {
    let isTurned = order.isReversed != self.order.isReversed
    let sorted = sections.map { section in
      var section = section
      // The order `.none` is the directory order; the current order is all that is known of it.
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

  /// The library with other facts about photos, in the same order as before.
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

  /// The library with other marks of photos whose facts are known.
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
  func with(_ sections: [Section], nextID: UInt32) -> SectionedLibrary {
    SectionedLibrary(
      request, order: order, sections: sections, nextID: nextID, readAt: readAt, cards: cards)
  }

  /// The library with other cards; the card of a folder that had one keeps its identity.
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
