import Motion
import Transitions

/// The detached flights: pictures of other pages that return to their thumbnails.
struct DetachedFlights: Hashable, Sendable {
  /// The maximum number of detached flights.
  private static let maxFlights = 2

  private var flights: [PageFlight] = []

  var isEmpty: Bool { flights.isEmpty }

  func contains(page: Int) -> Bool { flights.contains { $0.page == page } }

  /// The flying pictures at `t`.
  func shown(at t: Timestamp) -> [BrowserFrame.Flying] {
    flights.map { BrowserFrame.Flying(page: $0.page, layers: $0.flight.state(at: t).layers) }
  }

  /// Makes the picture of the flight `old` return to its thumbnail; a picture that only fades in
  /// place gets no detached flight.
  mutating func add(_ old: PageFlight, in pages: Pager, at t: Timestamp) {
    guard old.flight.plan.layers.last?.source != .page else { return }
    var flight = old
    flight.reverse(to: .thumbnail, in: pages, at: t)
    flights = (flights + [flight]).suffix(Self.maxFlights)
  }

  mutating func removeAll() { flights = [] }

  mutating func removeSettled(at t: Timestamp) {
    flights.removeAll { $0.flight.isSettled(at: t) }
  }

  /// Removes the flights of `pages`, which show their pictures themselves.
  mutating func remove(pages: [Int]) { flights.removeAll { pages.contains($0.page) } }

  /// Renumbers the pages, and removes the flights of a removed page.
  mutating func renumber(_ change: PageRenumbering) {
    if case .removed(let page) = change { remove(pages: [page]) }
    for index in flights.indices { flights[index].page = change(flights[index].page) }
  }
}
