import Geometry
import Motion

/// The flights of restored pictures to their pages.
struct PageReturnFlights: Hashable, Sendable {
  /// The flights by page index.
  private var flights: [Int: ReturnFlight] = [:]

  func isSettled(at t: Timestamp) -> Bool { flights.values.allSatisfy { $0.isSettled(at: t) } }

  /// The flight of the picture of `page` at `t`; nil when the picture is at its place.
  func snapshot(of page: Int, at t: Timestamp) -> ReturnFlight.Snapshot? {
    guard let flight = flights[page], !flight.isSettled(at: t) else { return nil }
    return flight.snapshot(at: t)
  }

  /// Starts the flight of the picture of `page` from the rectangle `start` of the viewport. A
  /// flight of that picture that is running continues.
  mutating func add(_ page: Int, from start: Rect, at t: Timestamp) {
    if flights[page] == nil { flights[page] = ReturnFlight(from: start, at: t) }
  }

  mutating func removeAll() { flights = [:] }

  mutating func removeSettled(at t: Timestamp) {
    if !flights.isEmpty { flights = flights.filter { !$0.value.isSettled(at: t) } }
  }

  /// Adapts the page indices to an insertion, removal or move of pages; the flight of a removed
  /// page ends.
  mutating func renumber(_ change: PageRenumbering) {
    guard !flights.isEmpty else { return }
    if case .removed(let page) = change { flights[page] = nil }
    flights = flights.reduce(into: [:]) { $0[change($1.key)] = $1.value }
  }

  /// Delays the flights by `seconds`.
  mutating func postpone(by seconds: Double) {
    for page in flights.keys { flights[page]?.postpone(by: seconds) }
  }
}
