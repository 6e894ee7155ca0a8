/// The change of the pages' indices by an insertion, a removal or a move.
enum PageRenumbering: Hashable, Sendable {
  case inserted(count: Int, at: Int)
  case removed(Int)
  case moved(from: Int, to: Int)

  /// The new index of the page that had the index `page`, which must not be the removed one.
  func callAsFunction(_ page: Int) -> Int {
    switch self {
    case .inserted(let count, let index): return page >= index ? page + count : page
    case .removed(let removed): return page > removed ? page - 1 : page
    case .moved(let start, let end):
      if page == start { return end }
      if start < end { return page > start && page <= end ? page - 1 : page }
      return page >= end && page < start ? page + 1 : page
    }
  }
}
