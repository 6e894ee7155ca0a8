import Geometry
import Input
import Testing
import Views

@MainActor @Suite struct ScrollAreaTests {
  private let fixture = StageFixture(100, 100)
  private let area = ScrollArea()

  init() {
    area.frame = Rect(x: 0, y: 0, width: 100, height: 100)
    area.contentHeight = 400
    fixture.stage.root.add(area)
    fixture.frame()
  }

  private func touch(_ id: UInt32, _ phase: InputEvent.Touch.Phase, _ y: Double) {
    fixture.stage.receive(
      .touch(InputEvent.Touch(id: id, phase, at: Point(x: 50, y: y), time: fixture.now)))
  }

  /// The distance by which the content is scrolled, in pixels.
  private var scrolled: Double { -area.content.frame.minY }

  @Test func `a touch scrolls after another one was cancelled`() {
    touch(1, .began, 80)
    touch(1, .moved, 60)
    fixture.frame()
    #expect(scrolled == 20)
    fixture.stage.receive(.cancelled(fixture.now))
    touch(2, .began, 80)
    touch(2, .moved, 40)
    fixture.frame()
    #expect(scrolled == 60)
  }

  @Test func `the pointer does not scroll after a drag of the scroll bar was cancelled`() {
    fixture.pointer(.pressed(.primary), 95, 10)
    fixture.pointer(.moved, 95, 40)
    fixture.frame()
    let before = scrolled
    #expect(before > 0)
    fixture.stage.receive(.cancelled(fixture.now))
    fixture.pointer(.moved, 95, 80)
    fixture.frame()
    #expect(scrolled == before)
  }

  @Test func `a glide goes on when the content grows, and ends at once when it shrinks`() {
    area.scroll(byPages: 2)
    fixture.frame()
    fixture.frame(after: 0.05)
    let before = scrolled
    #expect(before > 0 && before < 200)
    area.contentHeight = 500
    fixture.frame(after: 0.02)
    #expect(scrolled > before && scrolled < 200)
    fixture.frame(after: 0.5)
    #expect(scrolled == 200)
    area.scroll(byPages: 1)
    fixture.frame()
    fixture.frame(after: 0.05)
    area.contentHeight = 350
    fixture.frame(after: 0.01)
    #expect(scrolled == 250)
  }
}
