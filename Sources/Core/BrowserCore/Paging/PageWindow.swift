/// The pages that have a cell, and the pages whose pictures are prefetched, most urgent first.
package struct PageWindow: Hashable, Sendable {
  /// The pages that have a cell: the current one, the visible ones and the neighbours; at most
  /// three, unless pages are put together for reading.
  package var live: [Int]
  /// The pages whose pictures are prefetched, most urgent first; none of them is in ``live``.
  package var prefetch: [Int]

  /// The number of pictures prefetched beyond the live pages in the direction of travel.
  package static let prefetchDepth = 2

  /// The maximum number of pages that are put together for reading and have a cell.
  static let maxTogether = 40
  /// The number of pages of a strip beyond the visible ones, in the direction of travel, that have
  /// a cell.
  static let liveDepth = 2
  /// The number of pictures of a strip that are prefetched beyond its live pages.
  static let stripPrefetchDepth = 4

  /// The window without any page.
  static let none = PageWindow(live: [], prefetch: [])

  private init(live: [Int], prefetch: [Int]) {
    self.live = live
    self.prefetch = prefetch
  }

  /// Creates a window of pages that are put together for reading; numbers that are no pages, and
  /// repetitions, are left out.
  init(live: [Int], prefetch: [Int], count: Int) {
    var seen: Set<Int> = []
    func distinct(_ pages: [Int]) -> [Int] {
      pages.filter { $0 >= 0 && $0 < count && seen.insert($0).inserted }
    }
    self.live = distinct(Array(live.prefix(Self.maxTogether)))
    self.prefetch = distinct(prefetch)
  }

  /// Creates the window around `current`.
  ///
  /// - Parameters:
  ///   - visible: the pages that are at least partly visible.
  ///   - direction: the direction of travel, 1 or −1; 0 counts as forwards.
  package init(current: Int, visible: [Int], direction: Int, in layout: PageLayout) {
    guard layout.count > 0 else {
      self = .none
      return
    }
    let step = direction < 0 ? -1 : 1
    func neighbour(_ distance: Int) -> Int? {
      let slot = current + distance
      return layout.holds(slot: slot) ? layout.page(in: slot) : nil
    }
    var live: [Int] = []
    for page in [current] + visible + [neighbour(step), neighbour(-step)].compactMap(\.self)
    where !live.contains(page) {
      live.append(page)
    }
    live = Array(live.prefix(PageArrangement.maxPages))
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
