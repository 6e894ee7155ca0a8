import GalleryCore

/// The photos of a library that a grid shows, and their division into sections.
nonisolated struct LibraryArrangement: Hashable, Sendable {
  var grouping = Grouping.folder
  /// The filter that photos have to pass; nil for all photos.
  var filter: PhotoFilter?

  /// Whether the arrangement needs the facts about all photos.
  var needsRecords: Bool { grouping != .folder || filter?.needsRecords ?? false }
  /// Whether the arrangement needs the modification times of all files.
  var needsStamps: Bool { grouping != .folder || filter?.needsStamps ?? false }
}

nonisolated extension SectionedLibrary {
  /// The library divided into other sections. Photos without a date are in the period of their
  /// modification time; those without either form the last section.
  ///
  /// - Complexity: O(n log n); O(1) for the grouping by folder.
  func grouped(by grouping: Grouping, titles: PeriodTitles) -> SectionedLibrary {
    guard grouping != .folder else { return self }
    return SectionedLibrary(
      request, order: order, sections: grouped(items, by: grouping, titles), nextID: nextID,
      readAt: readAt, cards: cards)
  }

  /// The library without the photos that a filter leaves out; nil leaves out none.
  ///
  /// - Complexity: O(n).
  func filtered(by filter: PhotoFilter?) -> SectionedLibrary {
    guard let filter else { return self }
    let left = sections.map { section in
      var section = section
      section.items = filter.matching(section.items, in: section.folder)
      return section
    }
    // Cards of folders are no photos that a filter could let pass.
    return SectionedLibrary(
      request, order: order, sections: left, nextID: nextID, readAt: readAt)
  }

  private func grouped(
    _ items: [PhotoItem], by grouping: Grouping, _ titles: PeriodTitles
  ) -> [Section] {
    var byTime = order
    byTime.order = .taken
    var sections: [Section] = []
    for item in byTime.sorted(items) {
      let period = item.taken.sortSeconds(item.stamp).flatMap {
        Period(grouping, containing: $0)
      }
      if let last = sections.indices.last, sections[last].period == period {
        sections[last].items.append(item)
      } else {
        sections.append(
          Section(
            source: 0, folder: nil, title: period.map(titles.title) ?? "No Date",
            items: [item], period: period))
      }
    }
    return sections
  }
}
