/// Which pages are alive and which pictures are wanted, most urgent first.
public struct PageWindow: Hashable, Sendable {
  /// Pages that have a cell: the current one and its neighbours, at most three.
  public var live: [Int]
  /// Pages whose pictures are fetched ahead, most urgent first; none of them live.
  public var prefetch: [Int]

  /// How many pictures beyond the live ones are fetched in the direction of travel.
  public static let prefetchDepth = 2

  /// Makes the window around `current`.
  ///
  /// - Parameters:
  ///   - visible: pages of which something is seen.
  ///   - direction: 1 or −1, where the person is going; 0 when unknown counts as forwards.
  public init(current: Int, visible: ClosedRange<Int>?, direction: Int, count: Int) {
    guard count > 0 else {
      live = []
      prefetch = []
      return
    }
    let step = direction < 0 ? -1 : 1
    var order = [current]
    if let visible {
      for page in visible where !order.contains(page) { order.append(page) }
    }
    for page in [current + step, current - step] where !order.contains(page) { order.append(page) }
    live = Array(order.filter { $0 >= 0 && $0 < count }.prefix(3))
    let alive = live
    let furthest = alive.map { $0 * step }.max().map { $0 * step } ?? current
    prefetch = (1...Self.prefetchDepth).map { furthest + $0 * step }
      .filter { $0 >= 0 && $0 < count && !alive.contains($0) }
  }
}
