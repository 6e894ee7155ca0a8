import Geometry
import Motion
import Transitions

/// The detached flights: pictures that return to their thumbnails while another page is shown.
struct DetachedFlights: Hashable, Sendable {
  /// The maximum number of detached flights at the same time.
  private static let maxFlights = 2

  private var flights: [PageFlight] = []

  var isEmpty: Bool { flights.isEmpty }

  func contains(page: Int) -> Bool { flights.contains { $0.page == page } }

  /// The pictures in detached flights at `t`, oldest first.
  func flyingPictures(at t: Timestamp) -> [BrowserFrame.FlyingPicture] {
    flights.map { BrowserFrame.FlyingPicture(page: $0.page, layers: $0.flight.state(at: t).layers) }
  }

  /// Makes the picture of the flight `old` return to its thumbnail; a picture that only fades in
  /// place, or is outside of the viewport with its page, gets no detached flight.
  mutating func add(_ old: PageFlight, in pages: Pager, at t: Timestamp) {
    guard old.flight.plan.layers.last?.source != .page else { return }
    var flight = old
    flight.redirect(to: .thumbnail, in: pages, at: t)
    let viewport = Rect(origin: .zero, size: pages.layout.viewport)
    guard flight.visibleState(in: pages, at: t).topLayer?.clip.intersection(viewport) != nil else {
      return
    }
    flights = (flights + [flight]).suffix(Self.maxFlights)
  }

  mutating func removeAll() { flights = [] }

  mutating func removeSettled(at t: Timestamp) {
    flights.removeAll { $0.flight.isSettled(at: t) }
  }

  /// Removes the detached flights of `pages`, whose pictures are shown on their pages.
  mutating func remove(pages: [Int]) { flights.removeAll { pages.contains($0.page) } }

  /// Adapts the page indices to an insertion, removal or move of pages; the flight of a removed
  /// page ends.
  mutating func renumber(_ change: PageRenumbering) {
    if case .removed(let page) = change { remove(pages: [page]) }
    for index in flights.indices { flights[index].page = change(flights[index].page) }
  }
}
