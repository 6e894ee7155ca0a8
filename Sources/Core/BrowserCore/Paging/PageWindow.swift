/// Which pages are alive and which pictures are wanted, most urgent first.
public struct PageWindow: Hashable, Sendable {
  /// Pages that have a cell: the current one and its neighbours, at most three.
  public var live: [Int]
  /// Pages whose pictures are fetched ahead, most urgent first; none of them live.
  public var prefetch: [Int]

  /// How many pictures beyond the live ones are fetched in the direction of travel.
  public static let prefetchDepth = 2

  /// Nothing.
  static let none = PageWindow(live: [], prefetch: [])

  private init(live: [Int], prefetch: [Int]) {
    self.live = live
    self.prefetch = prefetch
  }

  /// Makes the window around `current`.
  ///
  /// - Parameters:
  ///   - visible: pages of which something is seen.
  ///   - direction: 1 or −1, where the person is going; 0 when unknown counts as forwards.
  public init(current: Int, visible: [Int], direction: Int, in layout: PageLayout) {
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
    live = Array(live.prefix(PageArrangement.mostPages))
    let furthest = live.map { layout.way(from: current, to: $0) * step }.max() ?? 0
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
