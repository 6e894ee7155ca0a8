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
  /// The library as the grid shows it. Photos without a date are in the period of their
  /// modification time; those without either form the last section.
  ///
  /// - Complexity: O(n) for the grouping by folder, else O(n log n).
  func arranged(by arrangement: LibraryArrangement, titles: PeriodTitles) -> SectionedLibrary {
    var result = sections
    if let filter = arrangement.filter {
      for number in result.indices {
        let folder = result[number].folder
        result[number].items.removeAll { !filter.matches($0, in: folder) }
      }
    }
    if arrangement.grouping != .folder {
      result = grouped(result.flatMap(\.items), by: arrangement.grouping, titles)
    } else if arrangement.filter == nil {
      return self
    }
    // Cards of folders are no photos that a filter could let pass.
    return SectionedLibrary(
      request, order: order, sections: result, nextID: nextID, readAt: readAt,
      cards: arrangement.filter == nil ? cards : [])
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
