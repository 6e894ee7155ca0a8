/// Whose visits are under way, and what the cells are told when that changes.
///
/// A *visit* is the time from a page's first sight, on the way to it, to its last. Its calls come
/// each once and in this order:
///
/// 1. `willAppear`: the person is on the way to the page, and something of it is seen;
/// 2. `didAppear`: it rests as the current page, whole;
/// 3. `willDisappear`: the person begins to leave it;
/// 4. `didDisappear`: nothing of it is seen any more.
///
/// Every *will* is answered by one *did* before the next *will*. Where the person changes their mind
/// half-way it is the other one: a page on its way in that is turned back gets `didDisappear`, one
/// about to be left that is kept gets `didAppear`. So the calls of a visit always read
///
///     willAppear (didAppear willDisappear)* didDisappear
///
/// and at most one page is in place at any time. A neighbour that is only peeked at, and pages that
/// rush by on the way to another one, are told nothing.
nonisolated struct CellLifecycle<Page: Hashable & Sendable>: Hashable, Sendable {
  /// What a cell is told.
  enum Event: String, Hashable, Sendable {
    case willAppear, didAppear, willDisappear, didDisappear
  }
  /// One cell is told something.
  struct Call: Hashable, Sendable {
    let page: Page
    let event: Event
  }
  /// What can be said of the pages at one instant.
  struct Sight: Hashable, Sendable {
    /// Pages of which something is seen.
    var visible: Set<Page> = []
    /// The page the person is at or on the way to; nil when all are left.
    var heading: Page?
    /// True when that page is where it belongs and nothing is under way.
    var isAtRest = false
  }

  /// How far a visit has come.
  private enum Phase { case coming, here, going }
  private struct Visit: Hashable {
    let page: Page
    var phase: Phase
  }
  /// In the order they began.
  private var visits: [Visit] = []

  /// The page that is in place: told `didAppear`, and not `willDisappear` since.
  var pageInPlace: Page? { visits.first { $0.phase == .here }?.page }

  /// What is to be told now: first who goes, then who comes.
  mutating func follow(_ sight: Sight) -> [Call] {
    var calls = turn(to: sight.heading)
    for page in visits.map(\.page) where !sight.visible.contains(page) { calls += end(page) }
    guard let page = sight.heading, sight.visible.contains(page) else { return calls }
    if !visits.contains(where: { $0.page == page }) {
      visits.append(Visit(page: page, phase: .coming))
      calls.append(Call(page: page, event: .willAppear))
    }
    if sight.isAtRest, set(page, to: .here) { calls.append(Call(page: page, event: .didAppear)) }
    return calls
  }

  /// The person heads for another page, or leaves all of them: that can be told before a frame shows
  /// it.
  mutating func turn(to heading: Page?) -> [Call] {
    guard let page = pageInPlace, page != heading, set(page, to: .going) else { return [] }
    return [Call(page: page, event: .willDisappear)]
  }

  /// The cell of a page is taken away: its visit ends, whatever it was.
  mutating func end(_ page: Page) -> [Call] {
    guard let place = visits.firstIndex(where: { $0.page == page }) else { return [] }
    let visit = visits.remove(at: place)
    let last = Call(page: page, event: .didDisappear)
    return visit.phase == .here ? [Call(page: page, event: .willDisappear), last] : [last]
  }

  /// - Returns: false when the visit had come so far already.
  private mutating func set(_ page: Page, to phase: Phase) -> Bool {
    guard let place = visits.firstIndex(where: { $0.page == page }), visits[place].phase != phase
    else { return false }
    visits[place].phase = phase
    return true
  }
}
