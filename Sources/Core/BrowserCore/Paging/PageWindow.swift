/// The indices of the pages that have a cell, and of the pages whose pictures are prefetched.
package struct PageWindow: Hashable, Sendable {
  /// The indices of the pages that have a cell: the current one, the visible ones and the
  /// neighbours; at most three, unless pages are grouped in spreads or a strip.
  package var live: [Int]
  /// The indices of the pages whose pictures are prefetched, most urgent first; none of them is in
  /// ``live``.
  package var prefetch: [Int]

  /// The number of pictures prefetched beyond the live pages in the direction of the last page
  /// turn.
  package static let prefetchDepth = 2

  /// The maximum number of pages of spreads or of a strip that have a cell.
  static let maxGroupedLivePages = 40
  /// The number of pages of a strip that have a cell, beyond the visible ones in the direction of
  /// reading.
  static let stripLiveDepth = 2
  /// The number of pictures of a strip that are prefetched beyond its pages with a cell.
  static let stripPrefetchDepth = 4

  /// The window that contains no page.
  static let none = PageWindow(live: [], prefetch: [])

  private init(live: [Int], prefetch: [Int]) {
    self.live = live
    self.prefetch = prefetch
  }

  /// Creates a window of the pages of spreads or of a strip; numbers that are no page index of
  /// `count` pages, and repetitions, are left out.
  init(live: [Int], prefetch: [Int], count: Int) {
    var seen: Set<Int> = []
    func distinct(_ pages: [Int]) -> [Int] {
      pages.filter { $0 >= 0 && $0 < count && seen.insert($0).inserted }
    }
    self.live = distinct(Array(live.prefix(Self.maxGroupedLivePages)))
    self.prefetch = distinct(prefetch)
  }

  /// Creates the window around the current page.
  ///
  /// - Parameters:
  ///   - visible: the indices of the pages that are at least partly visible.
  ///   - direction: the direction of the last page turn, 1 or −1; 0 counts as forwards.
  package init(current: Int, visible: [Int], direction: Int, in layout: PageLayout) {
    guard layout.count > 0 else {
      self = .none
      return
    }
    let step = direction < 0 ? -1 : 1
    func neighbour(_ distance: Int) -> Int? {
      let slot = current + distance
      return layout.contains(slot: slot) ? layout.page(in: slot) : nil
    }
    var live: [Int] = []
    for page in [current] + visible + [neighbour(step), neighbour(-step)].compactMap(\.self)
    where !live.contains(page) {
      live.append(page)
    }
    live = Array(live.prefix(PageArrangement.maxVisiblePages))
    let furthest = live.map { layout.distance(from: current, to: $0) * step }.max() ?? 0
    var prefetch: [Int] = []
    for distance in 1...Self.prefetchDepth {
      guard let page = neighbour((furthest + distance) * step), !live.contains(page),
        !prefetch.contains(page)
      else { continue }
      prefetch.append(page)
    }
    self.init(live: live, prefetch: prefetch)
  }
}
