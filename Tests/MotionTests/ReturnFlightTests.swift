import Geometry
import Motion
import Testing

/// The flight of a restored photo to its place.
@Suite struct ReturnFlightTests {
  private let start = Rect(x: 600, y: 700, width: 80, height: 40)
  private let place = Rect(x: 100, y: 50, width: 300, height: 200)
  private let flight = ReturnFlight(
    from: Rect(x: 600, y: 700, width: 80, height: 40), at: Timestamp(seconds: 5))

  private func snapshot(_ seconds: Double) -> ReturnFlight.Snapshot {
    flight.snapshot(at: Timestamp(seconds: 5 + seconds))
  }

  /// The largest distance between corresponding edges.
  private func spread(_ a: Rect, _ b: Rect) -> Double {
    max(
      max(abs(a.minX - b.minX), abs(a.minY - b.minY)),
      max(abs(a.maxX - b.maxX), abs(a.maxY - b.maxY)))
  }

  @Test func `the photo begins small and transparent in the middle of the start`() {
    let first = snapshot(0)
    #expect(first.opacity == 0)
    // The photo has the proportions 3 : 2.
    #expect(spread(first.rect(to: place), Rect(x: 610, y: 700, width: 60, height: 40)) < 0.001)
  }

  @Test func `the photo arrives within half a second, without passing its place`() {
    var last = snapshot(0)
    for step in 1...60 {
      let next = snapshot(Double(step) / 120)
      #expect(next.remainingShare <= last.remainingShare && next.opacity >= last.opacity)
      #expect(next.rect(to: place).width >= last.rect(to: place).width - 1e-9)
      last = next
    }
    #expect(spread(snapshot(0.3).rect(to: place), place) < 10, "the photo seems to have arrived")
    #expect(flight.isSettled(at: Timestamp(seconds: 5.6)))
    #expect(snapshot(0.6).rect(to: place) == place && snapshot(0.6).opacity == 1)
  }

  @Test func `the last step to the place is less than a pixel`() {
    var time = Timestamp(seconds: 5)
    while !flight.isSettled(at: time + 1.0 / 120) { time = time + 1.0 / 120 }
    #expect(spread(flight.snapshot(at: time).rect(to: place), place) < 0.5)
  }

  @Test func `a place that moves takes the photo along, by no more than it moves itself`() {
    let moved = place.offset(by: Vector(dx: -250, dy: 90))
    for seconds in [0.0, 0.05, 0.1, 0.2, 0.4] {
      let (a, b) = (snapshot(seconds).rect(to: place), snapshot(seconds).rect(to: moved))
      let share = 1 - snapshot(seconds).remainingShare
      #expect(abs(b.minX - a.minX + 250 * share) < 1e-6)
      #expect(abs(b.minY - a.minY - 90 * share) < 1e-6)
    }
  }

  @Test func `a postponed flight begins later`() {
    var later = flight
    later.postpone(by: 2)
    let share = later.snapshot(at: Timestamp(seconds: 7.1)).remainingShare
    #expect(abs(share - snapshot(0.1).remainingShare) < 1e-9 && share < 1)
    #expect(later.snapshot(at: Timestamp(seconds: 6)).remainingShare == 1)
  }

  @Test func `without a button the flight begins at the lower edge`() {
    let edge = ReturnFlight.edgeStart(in: Size(width: 1000, height: 800), uiScale: 2)
    #expect(edge.center == Point(x: 500, y: 800) && edge.width > 0 && edge.width < 200)
  }
}
