import GalleryCore

/// The contents of the grid: an ordered list of items, divided into sections.
nonisolated struct GalleryContents: Sendable {
  /// A run of consecutive items under a title.
  struct Section: Hashable, Sendable {
    /// The identity of the section, because two folders may have the same name; nil for single
    /// files and for the folder cards.
    var folder: FilePath?
    var title: String
    /// The number of items.
    var count: Int
  }
  /// The sections in order. The sum of their counts is the number of items.
  let sections: [Section]
  /// All items in section order: the folder cards first, then the photos.
  let items: [GalleryItem]
  /// The folder cards. If there are any, they form the first section.
  let cards: [FolderCard]
  /// True when the items of each section are sorted by name.
  let isByName: Bool

  static let empty = GalleryContents([])

  /// Makes contents with one section for each folder and its files.
  init(_ groups: [(folder: FilePath, files: [FilePath])]) {
    sections = groups.map {
      Section(folder: $0.folder, title: $0.folder.displayName, count: $0.files.count)
    }
    items = groups.flatMap { $0.files.map { GalleryItem($0) } }
    cards = []
    isByName = false
  }

  /// Makes the contents of a library.
  ///
  /// - Complexity: O(items). Run it off the main actor for a large library.
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

  /// The number of photos: all items without the folder cards.
  var photoCount: Int { items.count - cards.count }

  /// The folder card at a flat index; nil for a photo.
  func card(at index: Int) -> FolderCard? {
    cards.indices.contains(index) ? cards[index] : nil
  }

  /// The label of the dragged scroll bar: the title of the section at the top if there are several
  /// sections, else the initial of the first visible name if the items are sorted by name and have
  /// different initials, else its position and the number of items.
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

  /// The sections as item counts.
  var counts: GridSections { GridSections(sections.map(\.count)) }

  /// The flat index of a file; nil if the file is not in the contents.
  ///
  /// - Complexity: O(items).
  func index(of path: FilePath) -> Int? { items.firstIndex { $0.path == path } }

  /// The difference from `old` to these contents: the mapping between old and new flat indexes.
  ///
  /// - Complexity: O(items of both). Run it off the main actor for many items.
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
