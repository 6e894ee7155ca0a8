package import GalleryCore

/// The contents of the grid: an ordered list of items, divided into sections.
nonisolated package struct GalleryContents: Hashable, Sendable {
  /// A run of consecutive items under a title.
  package struct Section: Hashable, Sendable {
    /// The identity of the section, because two sections may have the same title; nil for at most
    /// one section.
    package var id: GalleryID?
    /// The title in the header; an empty one is not drawn.
    package var title: String
    /// The number of items in the section.
    package var count: Int

    package init(id: GalleryID? = nil, title: String, count: Int) {
      self.id = id
      self.title = title
      self.count = count
    }
  }
  /// The sections in order. The sum of their counts is the number of items.
  package let sections: [Section]
  /// All items in section order: the folder cards first, then the photos.
  package let items: GalleryItems
  /// The folder cards. If there are any, they form the first section.
  package let cards: [GalleryCard]
  /// True when the items of each section are sorted by name.
  package let isByName: Bool

  package static let empty = GalleryContents(sections: [], items: [])

  /// Makes contents of sections and all their items.
  ///
  /// - Parameters:
  ///   - cards: the folder cards, one for each item of the first section. Default: none.
  ///   - isByName: whether the items of each section are sorted by name. Default: false.
  /// - Precondition: the sum of the sections' counts is the number of items.
  package init(
    sections: [Section], items: [GalleryItem], cards: [GalleryCard] = [], isByName: Bool = false
  ) {
    self.init(
      sections: sections, items: GalleryItems(items), cards: cards, isByName: isByName)
  }

  /// Makes contents of sections and the source of their items, with the parameters of the other
  /// initialiser.
  package init(
    sections: [Section], items: GalleryItems, cards: [GalleryCard] = [], isByName: Bool = false
  ) {
    precondition(
      sections.reduce(0) { $0 + $1.count } == items.count, "sections that do not match the items")
    self.sections = sections
    self.items = items
    self.cards = cards
    self.isByName = isByName
  }

  /// The number of photos: all items without the folder cards.
  package var photoCount: Int { items.count - cards.count }

  /// The folder card at a flat index; nil for a photo.
  package func card(at index: Int) -> GalleryCard? {
    cards.indices.contains(index) ? cards[index] : nil
  }

  /// The pictures of a cell: the item itself, or the cover pictures of a folder card.
  func pictures(of index: Int) -> [GalleryItem] { card(at: index)?.covers ?? [items[index]] }

  /// The displayed name of an item; empty when there is none.
  func name(of index: Int) -> String { items.indices.contains(index) ? items[index].name : "" }

  /// The title of a section; empty when there is none.
  func title(of section: Int) -> String {
    sections.indices.contains(section) ? sections[section].title : ""
  }

  /// The page of an item in a browser over the grid, which shows the photos; nil for a folder card.
  func page(of item: Int) -> Int? {
    items.indices.contains(item) && item >= cards.count ? item - cards.count : nil
  }

  /// The item of a page in a browser over the grid.
  func item(ofPage page: Int) -> Int { page + cards.count }

  /// The label of the dragged scroll bar: the title of the section at the top if there are several
  /// sections, else the initial of the first visible name if the items are sorted by name and have
  /// different initials, else the position of the item and the number of items.
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

  /// The number of items in each section, as sections.
  package var counts: GridSections { GridSections(sections.map(\.count)) }

  /// The difference from `old` to these contents: the mapping between old and new flat indexes.
  ///
  /// - Complexity: O(items of both). Run it off the main actor for many items.
  package func change(from old: GalleryContents) -> GalleryChange {
    guard !old.items.isEmpty else { return GalleryChange(replacing: old.counts, with: counts) }
    return GalleryChange(from: old.groups, to: groups)
  }

  private var groups: [(section: GalleryID?, items: [GalleryID])] {
    let starts = counts
    return sections.indices.map { section in
      (sections[section].id, items[starts.items(in: section)].map(\.id))
    }
  }
}
