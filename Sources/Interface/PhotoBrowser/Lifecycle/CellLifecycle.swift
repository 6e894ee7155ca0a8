/// The visits to pages in progress, and the lifecycle calls that changes of visibility lead to.
///
/// A *visit* begins when a page that the browser heads for becomes visible, and ends when the page
/// is invisible. Its calls come in this order:
///
/// 1. `willAppear`: the browser heads for the page, and some of it is visible;
/// 2. `didAppear`: the page rests in place as the current one;
/// 3. `willDisappear`: the browser begins to leave the page;
/// 4. `didDisappear`: nothing of the page is visible any more.
///
/// Every *will* call is followed by one *did* call before the next *will* call. If the user
/// reverses half-way, the opposite call comes: a page that is turned back while it comes into view
/// gets `didDisappear`, a page about to be left that stays gets `didAppear`. So the calls of a
/// visit always match
///
///     willAppear (didAppear willDisappear)* didDisappear
///
/// and at most one page is in place at any time. A neighbour that is only partly dragged into view,
/// and pages passed at speed, get no calls.
nonisolated struct CellLifecycle<Page: Hashable & Sendable>: Hashable, Sendable {
  /// A lifecycle call of a cell.
  enum Event: String, Hashable, Sendable {
    case willAppear, didAppear, willDisappear, didDisappear
  }
  /// A lifecycle call for one page.
  struct Call: Hashable, Sendable {
    let page: Page
    let event: Event
  }
  /// The visibility of the pages at one instant.
  struct Visibility: Hashable, Sendable {
    /// The pages that are at least partly visible.
    var visiblePages: Set<Page> = []
    /// The page on which the browser rests, or to which it is turning; nil while the browser closes
    /// or moves away.
    var destination: Page?
    /// Whether the ``destination`` page is in its place and nothing moves.
    var isAtRest = false
  }

  /// The phase of a visit: before `didAppear`, in place, or after `willDisappear`.
  private enum Phase { case appearing, inPlace, leaving }
  private struct Visit: Hashable {
    let page: Page
    var phase: Phase
  }
  /// The visits in progress, in the order of their beginning.
  private var visits: [Visit] = []

  /// The page in place: the one that got `didAppear` and no `willDisappear` since; nil for none.
  var pageInPlace: Page? { visits.first { $0.phase == .inPlace }?.page }

  /// Adopts a new visibility.
  ///
  /// - Returns: the calls to make; those of pages that are left come first.
  mutating func adopt(_ visibility: Visibility) -> [Call] {
    var calls = adopt(destination: visibility.destination)
    for page in visits.map(\.page) where !visibility.visiblePages.contains(page) {
      calls += endVisit(to: page)
    }
    guard let page = visibility.destination, visibility.visiblePages.contains(page) else {
      return calls
    }
    if !visits.contains(where: { $0.page == page }) {
      visits.append(Visit(page: page, phase: .appearing))
      calls.append(Call(page: page, event: .willAppear))
    }
    if visibility.isAtRest, changePhase(of: page, to: .inPlace) {
      calls.append(Call(page: page, event: .didAppear))
    }
    return calls
  }

  /// Adopts a new page to which the browser turns, before a frame shows the change; nil while the
  /// browser is left.
  ///
  /// - Returns: the calls to make.
  mutating func adopt(destination: Page?) -> [Call] {
    guard let page = pageInPlace, page != destination, changePhase(of: page, to: .leaving) else {
      return []
    }
    return [Call(page: page, event: .willDisappear)]
  }

  /// Ends the visit to a page that became invisible or whose cell is removed.
  ///
  /// - Returns: the lifecycle calls of the page's cell to make: `didDisappear`, after
  ///   `willDisappear` if the page was in place.
  mutating func endVisit(to page: Page) -> [Call] {
    guard let index = visits.firstIndex(where: { $0.page == page }) else { return [] }
    let visit = visits.remove(at: index)
    let last = Call(page: page, event: .didDisappear)
    return visit.phase == .inPlace ? [Call(page: page, event: .willDisappear), last] : [last]
  }

  /// Sets the phase of the visit to a page.
  ///
  /// - Returns: false when no visit to the page is in progress, or its phase was the same.
  private mutating func changePhase(of page: Page, to phase: Phase) -> Bool {
    guard let index = visits.firstIndex(where: { $0.page == page }), visits[index].phase != phase
    else { return false }
    visits[index].phase = phase
    return true
  }
}
