import Geometry
import Input
import Motion
import Testing

@testable import Windowing

struct InputCoalescerTests {
  private func moved(_ x: Double, at time: Double = 0) -> InputEvent {
    .pointer(InputEvent.Pointer(.moved, at: Point(x: x, y: 0), time: Timestamp(seconds: time)))
  }
  private func pressed(_ x: Double) -> InputEvent {
    .pointer(InputEvent.Pointer(.pressed(.primary), at: Point(x: x, y: 0), time: .zero))
  }
  private func finger(_ id: UInt32, _ x: Double) -> InputEvent {
    .touch(InputEvent.Touch(id: id, .moved, at: Point(x: x, y: 0), time: .zero))
  }
  private func scroll(_ dy: Double, isEnd: Bool = false, _ held: Modifiers = []) -> InputEvent {
    .scroll(
      InputEvent.Scroll(
        .touchpad, delta: Vector(dx: 0, dy: dy), isEnd: isEnd, at: .zero, modifiers: held,
        time: .zero))
  }
  private func coalesced(_ events: [InputEvent]) -> [InputEvent] {
    var coalescer = InputCoalescer()
    for event in events { coalescer.append(event) }
    return coalescer.drain()
  }

  @Test func `consecutive pointer moves are reduced to the last`() {
    #expect(coalesced([moved(1), moved(2), moved(3, at: 5)]) == [moved(3, at: 5)])
  }

  @Test func `moves are not merged across a press`() {
    let events = [moved(1), pressed(1), moved(2), moved(3)]
    #expect(coalesced(events) == [moved(1), pressed(1), moved(3)])
  }

  @Test func `consecutive moves of one contact are reduced to the last`() {
    let events = [finger(1, 10), finger(1, 11), finger(2, 20), finger(2, 21), finger(2, 22)]
    #expect(coalesced(events) == [finger(1, 11), finger(2, 22)])
  }

  @Test func `alternating moves of two contacts are not merged`() {
    let events = [finger(1, 10), finger(2, 20), finger(1, 11), finger(2, 21)]
    #expect(coalesced(events) == events)
  }

  @Test func `scroll deltas are summed up to the end event`() {
    let events = [scroll(1), scroll(0.5), scroll(0, isEnd: true), scroll(2)]
    #expect(coalesced(events) == [scroll(1.5), scroll(0, isEnd: true), scroll(2)])
  }

  @Test func `scroll deltas with different modifiers are not summed`() {
    #expect(coalesced([scroll(1), scroll(1, .control)]).count == 2)
  }

  @Test func `merged pinch events have the last scale and the summed delta`() {
    let step = { (scale: Double) -> InputEvent in
      .pinch(
        InputEvent.Pinch(
          .changed, at: .zero, scale: scale, delta: Vector(dx: 1, dy: 2), time: .zero))
    }
    guard case .pinch(let e)? = coalesced([step(1.1), step(1.3)]).first else {
      Issue.record("no pinch")
      return
    }
    #expect(e.scale == 1.3)
    #expect(e.delta == Vector(dx: 2, dy: 4))
  }

  @Test func `drain empties the coalescer`() {
    var coalescer = InputCoalescer()
    coalescer.append(moved(1))
    #expect(coalescer.drain() == [moved(1)])
    #expect(coalescer.isEmpty)
    #expect(coalescer.drain() == [])
  }
}
