import Drawing
import Geometry
import Input
import Motion
import Pixels
import TestSupport
import Testing
import Views

@MainActor @Suite struct StageEventTests {
  private let fixture = StageFixture(100, 100)
  private let back = Block(Rect(x: 0, y: 0, width: 100, height: 100))
  private let front = Block(Rect(x: 20, y: 20, width: 40, height: 40))

  init() {
    fixture.stage.root.add(back)
    fixture.stage.root.add(front)
  }

  @Test func `an event is offered from front to back in each view's own coordinates`() {
    back.takes = { _ in true }
    #expect(fixture.pointer(.pressed(.primary), 30, 25))
    let time = fixture.now
    #expect(
      front.events == [
        .pointer(InputEvent.Pointer(.pressed(.primary), at: Point(x: 10, y: 5), time: time))
      ])
    #expect(
      back.events == [
        .pointer(InputEvent.Pointer(.pressed(.primary), at: Point(x: 30, y: 25), time: time))
      ])
  }

  @Test func `the view that handles a press gets all events until its release`() {
    front.takes = { _ in true }
    fixture.pointer(.pressed(.primary), 30, 30)
    fixture.pointer(.moved, 90, 90)
    fixture.pointer(.pressed(.secondary), 90, 90)
    fixture.pointer(.released(.secondary), 90, 90)
    fixture.pointer(.moved, 91, 90)
    fixture.pointer(.released(.primary), 90, 90)
    #expect(front.events.count == 6)
    #expect(back.events.isEmpty)
    fixture.pointer(.moved, 90, 90)
    #expect(front.events.count == 6)
    #expect(back.events.count == 1)
  }

  @Test func `each finger's events go to the view of its first touch`() {
    front.takes = { _ in true }
    back.takes = { _ in true }
    func touch(_ id: UInt32, _ phase: InputEvent.Touch.Phase, _ x: Double) {
      fixture.stage.receive(
        .touch(InputEvent.Touch(id: id, phase, at: Point(x: x, y: 30), time: fixture.now)))
    }
    touch(1, .began, 30)
    touch(2, .began, 80)
    touch(1, .moved, 80)
    touch(2, .moved, 30)
    touch(1, .ended, 80)
    touch(2, .cancelled, 30)
    #expect(front.events.count == 3)
    #expect(back.events.count == 3)
  }

  @Test func `all events of a touchpad scroll go to the view that handles them`() {
    front.takes = { _ in true }
    func scroll(_ x: Double, isEnd: Bool = false) {
      fixture.stage.receive(
        .scroll(
          InputEvent.Scroll(
            .touchpad, delta: Vector(dx: 0, dy: 1), isEnd: isEnd, at: Point(x: x, y: 30),
            time: fixture.now)))
    }
    scroll(30)
    scroll(30)
    scroll(30, isEnd: true)
    #expect(front.events.count == 3)
    #expect(back.events.isEmpty)
  }

  @Test func `a cancellation reaches every view and ends the contact`() {
    front.takes = { _ in true }
    fixture.pointer(.pressed(.primary), 30, 30)
    fixture.stage.receive(.cancelled(fixture.now))
    #expect(front.events.last == .cancelled(fixture.now))
    #expect(back.events.last == .cancelled(fixture.now))
    fixture.pointer(.moved, 90, 90)
    #expect(front.events.count == 2)
  }

  @Test func `a removed view gets no more events, and its drag goes to no other view`() {
    front.takes = { _ in true }
    fixture.pointer(.pressed(.primary), 30, 30)
    front.removeFromParent()
    fixture.pointer(.moved, 31, 30)
    fixture.pointer(.released(.primary), 31, 30)
    #expect(front.events.count == 1)
    #expect(back.events.isEmpty)
    fixture.pointer(.pressed(.primary), 31, 30)
    #expect(back.events.count == 1)
  }

  @Test func `a view moved to the front keeps its drag`() {
    front.takes = { _ in true }
    fixture.pointer(.pressed(.primary), 30, 30)
    fixture.stage.root.add(front)
    fixture.pointer(.moved, 31, 30)
    #expect(front.events.count == 2)
  }

  @Test func `a scroll continues in the view behind a removed one`() {
    front.takes = { _ in true }
    back.takes = { _ in true }
    func scroll() {
      fixture.stage.receive(
        .scroll(
          InputEvent.Scroll(
            .touchpad, delta: Vector(dx: 0, dy: 1), at: Point(x: 30, y: 30), time: fixture.now)))
    }
    scroll()
    front.removeFromParent()
    scroll()
    #expect(front.events.count == 1)
    #expect(back.events.count == 1)
  }

  @Test func `hidden and non-interactive views get no events`() {
    front.takes = { _ in true }
    front.isInteractive = false
    fixture.pointer(.pressed(.primary), 30, 30)
    fixture.pointer(.released(.primary), 30, 30)
    front.isInteractive = true
    front.isHidden = true
    fixture.pointer(.pressed(.primary), 30, 30)
    #expect(front.events.isEmpty)
  }

  @Test func `a view reports that the pointer enters and leaves`() {
    front.tracksHover = true
    fixture.pointer(.moved, 30, 30)
    fixture.pointer(.moved, 31, 30)
    #expect(front.hovers == [true])
    fixture.pointer(.moved, 90, 30)
    #expect(front.hovers == [true, false])
    fixture.pointer(.moved, 30, 30)
    fixture.pointer(.exited, 30, -4)
    #expect(front.hovers == [true, false, true, false])
  }

  @Test func `a view that moves away from the pointer loses the hover`() {
    front.tracksHover = true
    back.tracksHover = true
    fixture.pointer(.moved, 30, 30)
    front.frame.origin.x = 50
    fixture.frame()
    #expect(front.hovers == [true, false])
    #expect(back.hovers == [true])
  }

  @Test func `keys go to the focused view, Tab moves the focus and Escape clears it`() {
    front.isFocusable = true
    back.isFocusable = true
    #expect(!fixture.key(.left))
    fixture.key(.tab)
    #expect(fixture.stage.focus === back)
    fixture.key(.tab)
    #expect(front.isFocused)
    fixture.key(.tab)
    #expect(back.isFocused)
    fixture.key(.tab, modifiers: .shift)
    #expect(front.isFocused)
    front.takes = { _ in true }
    #expect(fixture.key(.right))
    front.takes = { _ in false }
    #expect(fixture.key(.escape))
    #expect(fixture.stage.focus == nil)
    #expect(!fixture.key(.escape))
  }
}
