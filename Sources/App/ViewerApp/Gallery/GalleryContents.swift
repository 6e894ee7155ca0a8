import GalleryCore

/// What the grid shows: items in order, cut into sections.
nonisolated struct GalleryContents: Sendable {
  /// A stretch of the items under one name.
  struct Section: Hashable, Sendable {
    /// What tells it from others, two folders may have one name; nil for single files.
    var folder: FilePath?
    /// The folder's name.
    var title: String
    /// How many items it has.
    var count: Int
  }
  /// In order; their counts add up to that of the items.
  let sections: [Section]
  /// All items, section after section: those of the cards, then the photos.
  let items: [GalleryItem]
  /// The folder cards; where there are any, they are the first section.
  let cards: [FolderCard]
  /// True when the items of each section are in the order of their names.
  let isByName: Bool

  /// Nothing.
  static let empty = GalleryContents([])

  /// Makes contents of a folder and its files for each section.
  init(_ groups: [(folder: FilePath, files: [FilePath])]) {
    sections = groups.map {
      Section(folder: $0.folder, title: $0.folder.displayName, count: $0.files.count)
    }
    items = groups.flatMap { $0.files.map { GalleryItem($0) } }
    cards = []
    isByName = false
  }

  /// Makes contents of a library.
  ///
  /// - Complexity: O(items): of many, beside the main actor.
  init(_ library: SectionedLibrary) {
    let photos = library.sections.map {
      Section(folder: $0.folder, title: $0.title, count: $0.items.count)
    }
    cards = library.cards
    let folders = Section(folder: nil, title: "Folders", count: cards.count)
    sections = cards.isEmpty ? photos : [folders] + photos
    items =
      cards.map { GalleryItem(folder: $0.path) }
      + library.sections.flatMap { $0.items.lazy.map { GalleryItem($0.path) } }
    isByName = library.order.order == .name
  }

  /// The number of photos: all items without the cards.
  var photoCount: Int { items.count - cards.count }

  /// The card at a flat index; nil for a photo.
  func card(at index: Int) -> FolderCard? {
    cards.indices.contains(index) ? cards[index] : nil
  }

  /// The words that tell where the grid is: the name of the section at the top where there are
  /// several, else the initial of the first item's name where initials differ, else its number.
  func scrollLabel(section: Int?, first item: Int?) -> String {
    if sections.count > 1 {
      return section.flatMap { sections.indices.contains($0) ? sections[$0].title : nil } ?? ""
    }
    guard let item, items.indices.contains(item), let last = items.last else { return "" }
    if isByName, let initial = initial(of: items[item]),
      initial != self.initial(of: last) || initial != self.initial(of: items[0])
    {
      return initial
    }
    return "\(GalleryText.count(item + 1)) / \(GalleryText.count(items.count))"
  }

  private func initial(of item: GalleryItem) -> String? { item.name.first?.uppercased() }

  /// How the items are cut.
  var counts: GridSections { GridSections(sections.map(\.count)) }

  /// The flat index of a file; nil when it is not there.
  ///
  /// - Complexity: O(items).
  func index(of path: FilePath) -> Int? { items.firstIndex { $0.path == path } }

  /// From `old` to these: who stayed, where everyone went.
  ///
  /// - Complexity: O(items of both); of many, ask beside the main actor.
  func change(from old: GalleryContents) -> GalleryChange {
    guard !old.items.isEmpty else { return GalleryChange(replacing: old.counts, with: counts) }
    return GalleryChange(from: old.groups, to: groups)
  }

  private var groups: [(section: FilePath?, items: [FilePath])] {
    let starts = counts
    return sections.indices.map { section in
      (sections[section].folder, items[starts.items(in: section)].map(\.path))
    }
  }
}
