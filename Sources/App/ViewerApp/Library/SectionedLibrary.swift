import GalleryCore

/// The pictures of one grid: in sections, each in order, and all of them by one flat index.
///
/// A value: it asks the system nothing. What it holds comes from a ``LibraryScan``, what happens
/// to it afterwards as ``LibraryUpdate``s.
nonisolated struct SectionedLibrary: Hashable, Sendable {
  /// The pictures of one folder, or those that were named one by one.
  struct Section: Hashable, Sendable {
    /// Which part of the request it belongs to.
    var source: Int
    /// The folder; nil for single files.
    var folder: FilePath?
    /// Its name, as people read it.
    var title: String
    /// Its pictures, never none.
    var items: [PhotoItem]
  }

  /// What was asked for.
  let request: LibraryRequest
  /// How it is ordered.
  private(set) var order: PhotoLibrary.Order
  /// In the order they are shown.
  private(set) var sections: [Section]
  /// The folders in its folders that hold pictures; none when those are sections of their own.
  private(set) var cards: [FolderCard]
  /// The flat index of every section's first item, and at the end the number of all items.
  private var starts: [Int]
  /// No item has, or had, this number or a larger one.
  private(set) var nextID: UInt32

  /// When its folders began to be read, in nanoseconds since 1970: what is older was as it is.
  let readAt: Int64

  /// An empty library.
  init(_ request: LibraryRequest, order: PhotoLibrary.Order, readAt: Int64 = 0) {
    self.init(request, order: order, sections: [], nextID: 0, readAt: readAt)
  }

  /// A library of sections that are in order; empty ones are left out.
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

  /// How many pictures there are.
  var count: Int { starts[sections.count] }
  /// All pictures, section after section.
  var items: [PhotoItem] { sections.flatMap(\.items) }
  /// Their files.
  var paths: [FilePath] { sections.flatMap { $0.items.map(\.path) } }
  /// The sections and items of its grid, the folder cards first, by their identities.
  var identities: [(section: FilePath?, items: [UInt32])] {
    let photos = sections.map { ($0.folder, $0.items.map(\.id)) }
    return cards.isEmpty ? photos : [(Self.cardSection, cards.map(\.id))] + photos
  }
  /// The identity of the section of cards.
  private static let cardSection = FilePath([])

  /// The picture at a flat index.
  ///
  /// - Complexity: O(log sections).
  subscript(index: Int) -> PhotoItem {
    let section = section(of: index)
    return sections[section].items[index - starts[section]]
  }

  /// The section a flat index is in.
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

  /// The flat index of a file; nil when it is not here.
  ///
  /// - Complexity: O(pictures of its folder).
  func index(of path: FilePath) -> Int? {
    let folder = path.folder
    for (number, section) in sections.enumerated()
    where section.folder == folder || section.folder == nil {
      if let place = section.items.firstIndex(where: { $0.path == path }) {
        return starts[number] + place
      }
    }
    return nil
  }

  // MARK: Order

  /// Ordered in another way. Stamps that the order needs are read by a ``LibraryScan`` before.
  ///
  /// - Complexity: O(n log n): work for a ``SideThread``.
  func ordered(by order: PhotoLibrary.Order) -> SectionedLibrary {
    let isTurned = order.isReversed != self.order.isReversed
    let sorted = sections.map { section in
      var section = section
      // As they lie: what is known of that is how they lie here.
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

  /// The same with other sections.
  func with(_ sections: [Section], nextID: UInt32) -> SectionedLibrary {
    SectionedLibrary(
      request, order: order, sections: sections, nextID: nextID, readAt: readAt, cards: cards)
  }

  /// The same with other cards; a card of a folder that had one keeps its identity.
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
