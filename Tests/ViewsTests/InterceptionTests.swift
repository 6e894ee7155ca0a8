import Geometry
import Input
import Motion
import Testing
import Views

/// Interception of contacts by the ancestors of their target.
@MainActor @Suite struct InterceptionTests {
  private let fixture = StageFixture(100, 100)
  private let outer = Block(Rect(x: 10, y: 10, width: 90, height: 90))
  private let middle = Block(Rect(x: 10, y: 10, width: 60, height: 60))
  private let inner = Block(Rect(x: 10, y: 10, width: 40, height: 40))
  private let cover = Block(Rect(x: 80, y: 80, width: 20, height: 20))

  init() {
    fixture.stage.root.add(outer)
    outer.add(middle)
    middle.add(inner)
    fixture.stage.root.add(cover)
    inner.takes = { _ in true }
    outer.takes = { _ in true }
    cover.takes = { _ in true }
  }

  private func pointer(_ kind: InputEvent.Pointer.Kind, _ x: Double, _ y: Double) -> InputEvent {
    .pointer(InputEvent.Pointer(kind, at: Point(x: x, y: y), time: fixture.now))
  }

  @Test func `ancestors see every event of a contact first, in their own coordinates`() {
    fixture.pointer(.pressed(.primary), 40, 40)
    fixture.pointer(.moved, 95, 95)
    fixture.pointer(.released(.primary), 95, 95)
    #expect(outer.passing.count == 3)
    #expect(outer.passing.first == pointer(.pressed(.primary), 30, 30))
    #expect(middle.passing.first == pointer(.pressed(.primary), 20, 20))
    #expect(inner.events.count == 3)
    #expect(inner.passing.isEmpty, "a target does not intercept its own events")
  }

  @Test func `an interceptor gets the remaining events and the others a cancellation`() {
    fixture.pointer(.pressed(.primary), 40, 40)
    outer.steals = { if case .pointer(let event) = $0 { event.kind == .moved } else { false } }
    fixture.pointer(.moved, 45, 40)
    outer.steals = { _ in false }
    fixture.pointer(.moved, 50, 40)
    fixture.pointer(.released(.primary), 50, 40)
    #expect(inner.events.last == .cancelled(fixture.now))
    #expect(inner.events.count == 2)
    #expect(middle.events == [.cancelled(fixture.now)], "the view had seen the press")
    #expect(outer.events == [pointer(.moved, 40, 30), pointer(.released(.primary), 40, 30)])
    fixture.pointer(.pressed(.primary), 40, 40)
    #expect(inner.events.count == 3, "the next contact is not intercepted")
  }

  @Test func `an ancestor can intercept a press before its children see it`() {
    outer.steals = { _ in true }
    fixture.pointer(.pressed(.primary), 40, 40)
    #expect(inner.events.isEmpty)
    #expect(outer.events.isEmpty)
    fixture.pointer(.released(.primary), 40, 40)
    #expect(outer.events == [pointer(.released(.primary), 30, 30)])
  }

  @Test func `an event for a view in front is not offered to an interceptor behind it`() {
    outer.steals = { _ in true }
    fixture.pointer(.pressed(.primary), 90, 90)
    #expect(cover.events.count == 1)
    #expect(outer.passing.isEmpty)
  }

  @Test func `each ancestor sees an event once that the target does not handle`() {
    inner.takes = { _ in false }
    fixture.pointer(.pressed(.primary), 40, 40)
    #expect(outer.passing.count == 1)
    #expect(middle.passing.count == 1)
    #expect(outer.events.count == 1)
  }

  @Test func `ancestors keep seeing a contact whose target was removed`() {
    fixture.pointer(.pressed(.primary), 40, 40)
    inner.removeFromParent()
    fixture.pointer(.moved, 45, 40)
    #expect(outer.passing.count == 2)
    outer.steals = { _ in true }
    fixture.pointer(.moved, 50, 40)
    outer.steals = { _ in false }
    fixture.pointer(.released(.primary), 50, 40)
    #expect(outer.events.count == 1)
  }

  @Test func `a button whose press was intercepted does not act`() {
    var count = 0
    let button = IconButton(.back, label: "") { count += 1 }
    button.frame = Rect(x: 0, y: 0, width: 40, height: 40)
    inner.add(button)
    fixture.pointer(.pressed(.primary), 40, 40)
    #expect(button.isPressed)
    outer.steals = { _ in true }
    fixture.pointer(.moved, 42, 40)
    outer.steals = { _ in false }
    #expect(!button.isPressed)
    fixture.pointer(.released(.primary), 40, 40)
    fixture.pointer(.moved, 40, 40)
    #expect(!button.isPressed)
    #expect(count == 0)
  }

  @Test func `Ctrl+Tab does not move the focus`() {
    let button = IconButton(.back, label: "")
    inner.add(button)
    #expect(!fixture.key(.tab, modifiers: .control))
    #expect(fixture.stage.focus == nil)
    #expect(fixture.key(.tab))
    #expect(fixture.stage.focus === button)
  }
}
