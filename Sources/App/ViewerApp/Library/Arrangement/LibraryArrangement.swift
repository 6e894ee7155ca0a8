import BrowserHost
import GalleryCore
import Localization
import Threads

/// The filter of a grid's photos, and their division into sections.
nonisolated struct LibraryArrangement: Hashable, Sendable {
  var grouping = Grouping.folder
  /// The filter that photos have to meet; nil shows all photos.
  var filter: PhotoFilter?

  /// Whether filter or grouping need the metadata of all photos.
  var needsRecords: Bool { grouping != .folder || filter?.needsRecords ?? false }
}

nonisolated extension SectionedLibrary {
  /// The library with its photos divided into sections by folder, day, month or year. A photo
  /// without a date taken is assigned by its modification time; photos without either form the last
  /// section.
  ///
  /// - Complexity: O(n log n); O(1) for the grouping by folder.
  func grouped(by grouping: Grouping, titles: PeriodTitles) -> SectionedLibrary {
    guard grouping != .folder else { return self }
    return SectionedLibrary(
      request, order: order, sections: grouped(items, by: grouping, titles), nextID: nextID,
      readAt: readAt, cards: cards)
  }

  /// The maximum number of photos that one of the two filtering threads takes at a time.
  private static let filterChunkSize = 4096

  /// The library with only those photos that meet `filter`; the whole library if `filter` is nil.
  ///
  /// - Parameter kept: a photo that remains even if it does not meet the filter; nil for none.
  /// - Complexity: O(n), on two threads.
  func filtered(
    by filter: PhotoFilter?, keeping kept: FilePath? = nil
  ) -> SectionedLibrary {
    guard let filter else { return self }
    let pieces = sections.indices.flatMap { number in
      let count = sections[number].items.count
      return stride(from: 0, to: count, by: Self.filterChunkSize).map {
        (section: number, range: $0..<min(count, $0 + Self.filterChunkSize))
      }
    }
    let found = TwoThreads.map(pieces) { [sections] piece in
      filter.matching(
        sections[piece.section].items, piece.range, in: sections[piece.section].folder,
        keeping: kept)
    }
    var left = sections
    for number in left.indices { left[number].items = [] }
    for (piece, items) in zip(pieces, found) {
      if left[piece.section].items.isEmpty {
        left[piece.section].items = items
      } else {
        left[piece.section].items += items
      }
    }
    // The cards of folders are left out, because the filter chooses photos.
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
            sourceIndex: 0, folder: nil, title: period.map(titles.title) ?? tr("No Date"),
            items: [item], period: period))
      }
    }
    return sections
  }
}
