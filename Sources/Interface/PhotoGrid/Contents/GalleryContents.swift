package import GalleryCore

/// The contents of the grid: an ordered list of items, divided into sections.
nonisolated package struct GalleryContents: Hashable, Sendable {
  /// Consecutive items of the grid below a common title.
  package struct Section: Hashable, Sendable {
    /// The identity of the section, by which it is found in changed contents: two sections may have
    /// the same title. At most one section of a grid has none (nil).
    package var id: GalleryID?
    /// The title in the section's header; no header text is drawn when it is empty.
    package var title: String
    /// The number of items in the section.
    package var count: Int

    package init(id: GalleryID? = nil, title: String, count: Int) {
      self.id = id
      self.title = title
      self.count = count
    }
  }
  /// The sections from top to bottom. The sum of their counts is the number of items.
  package let sections: [Section]
  /// The items of all sections in order: folder cards first, then photos.
  package let items: GalleryItems
  /// The cards of the folders. If there are any, they are the items of the first section.
  package let cards: [GalleryCard]
  /// Whether the items of each section are sorted by name.
  package let isSortedByName: Bool

  package static let empty = GalleryContents(sections: [], items: [])

  /// Makes contents of sections and the list of all their items.
  ///
  /// - Parameters:
  ///   - cards: The cards of folders, one for each item of the first section. Default: none.
  ///   - isSortedByName: Whether the items of each section are sorted by name. Default: false.
  ///   - Precondition: The sum of the sections' counts is the number of items.
  package init(
    sections: [Section], items: [GalleryItem], cards: [GalleryCard] = [],
    isSortedByName: Bool = false
  ) {
    self.init(
      sections: sections, items: GalleryItems(items), cards: cards, isSortedByName: isSortedByName)
  }

  /// Makes contents of sections and a source of all their items; see
  /// ``init(sections:items:cards:isSortedByName:)``.
  ///
  /// - Precondition: The sum of the sections' counts is the number of items.
  package init(
    sections: [Section], items: GalleryItems, cards: [GalleryCard] = [],
    isSortedByName: Bool = false
  ) {
    precondition(
      sections.reduce(0) { $0 + $1.count } == items.count, "sections that do not match the items")
    self.sections = sections
    self.items = items
    self.cards = cards
    self.isSortedByName = isSortedByName
  }

  /// The number of photos, without the folder cards.
  package var photoCount: Int { items.count - cards.count }

  /// The folder card at an index into all items; nil for a photo.
  package func card(at index: Int) -> GalleryCard? {
    cards.indices.contains(index) ? cards[index] : nil
  }

  /// The pictures that the cell of an item shows: the photo itself, or the pictures on a folder
  /// card.
  func pictures(of index: Int) -> [GalleryItem] { card(at: index)?.covers ?? [items[index]] }

  /// The displayed name of the item at an index; empty when there is no such item.
  func name(of index: Int) -> String { items.indices.contains(index) ? items[index].name : "" }

  /// The title of the section at an index; empty when there is no such section.
  func title(of section: Int) -> String {
    sections.indices.contains(section) ? sections[section].title : ""
  }

  /// The index of an item as a page of a browser, which shows only the photos; nil for a folder
  /// card.
  func page(of item: Int) -> Int? {
    items.indices.contains(item) && item >= cards.count ? item - cards.count : nil
  }

  /// The index of the item that is shown by a page of a browser, which shows only the photos.
  func item(ofPage page: Int) -> Int { page + cards.count }

  /// The label beside a dragged scroll bar. With several sections, it is the title of the one at
  /// the top of the view. With one section, it is the initial of the first visible item `item` if
  /// the items are sorted by name and have different initials, otherwise the position of that item
  /// and the number of items. Empty without an item.
  func scrollLabel(section: Int?, first item: Int?) -> String {
    if sections.count > 1 {
      return section.flatMap { sections.indices.contains($0) ? sections[$0].title : nil } ?? ""
    }
    guard let item, items.indices.contains(item), let last = items.last else { return "" }
    if isSortedByName, let initial = initial(of: items[item]),
      initial != self.initial(of: last) || initial != self.initial(of: items[0])
    {
      return initial
    }
    return "\(NumberText.number(item + 1)) / \(NumberText.number(items.count))"
  }

  private func initial(of item: GalleryItem) -> String? { item.name.first?.uppercased() }

  /// The division of the items into sections, by their counts.
  package var gridSections: GridSections { GridSections(sections.map(\.count)) }

  /// The difference between the contents `old` and this value: the mapping between the indices of
  /// their items.
  ///
  /// - Complexity: O(items of both). With many items, call it off the main actor.
  package func change(from old: GalleryContents) -> GalleryChange {
    guard !old.items.isEmpty else {
      return GalleryChange(replacing: old.gridSections, with: gridSections)
    }
    return GalleryChange(from: old.itemIDsBySection, to: itemIDsBySection)
  }

  private var itemIDsBySection: [(section: GalleryID?, items: [GalleryID])] {
    let starts = gridSections
    return sections.indices.map { section in
      (sections[section].id, items[starts.items(in: section)].map(\.id))
    }
  }
}
