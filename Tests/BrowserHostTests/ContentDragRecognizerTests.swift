import Geometry
import Input
import Motion
import Testing

@testable import BrowserHost

/// The recognition of drags out of the window.
@Suite struct ContentDragRecognizerTests {
  private var trigger = ContentDragRecognizer()
  private let threshold = 6.0

  private mutating func send(
    _ kind: InputEvent.Pointer.Kind, at point: Point, canDrag: Bool = true
  ) -> ContentDragRecognizer.Decision {
    let event = InputEvent.pointer(
      InputEvent.Pointer(kind, at: point, modifiers: [], time: .zero))
    return trigger.receive(event, threshold: threshold) { _ in canDrag }
  }

  private let start = Point(x: 100, y: 100)

  @Test mutating func `a press that moves beyond the threshold drags`() {
    #expect(send(.pressed(.primary), at: start) == .deliver)
    #expect(send(.moved, at: start + Vector(dx: 4, dy: 0)) == .withhold)
    #expect(send(.moved, at: start + Vector(dx: 7, dy: 0)) == .begin(pressedAt: start))
    #expect(send(.moved, at: start + Vector(dx: 9, dy: 0)) == .deliver)
  }

  @Test mutating func `a click is delivered to the views`() {
    #expect(send(.pressed(.primary), at: start) == .deliver)
    #expect(send(.moved, at: start + Vector(dx: 2, dy: 1)) == .withhold)
    #expect(send(.released(.primary), at: start) == .deliver)
    #expect(send(.moved, at: start + Vector(dx: 50, dy: 0)) == .deliver)
  }

  @Test mutating func `a press beside content and other buttons do not drag`() {
    #expect(send(.pressed(.primary), at: start, canDrag: false) == .deliver)
    #expect(send(.moved, at: start + Vector(dx: 50, dy: 0)) == .deliver)
    _ = send(.released(.primary), at: start)
    #expect(send(.pressed(.secondary), at: start) == .deliver)
    #expect(send(.moved, at: start + Vector(dx: 50, dy: 0)) == .deliver)
  }

  @Test mutating func `another button, a touch or a cancellation ends the wait`() {
    let touch = InputEvent.touch(InputEvent.Touch(id: 1, .began, at: start, time: .zero))
    for event in [touch, .cancelled(.zero)] {
      _ = send(.pressed(.primary), at: start)
      #expect(trigger.receive(event, threshold: threshold) { _ in true } == .deliver)
      #expect(send(.moved, at: start + Vector(dx: 50, dy: 0)) == .deliver)
    }
    _ = send(.pressed(.primary), at: start)
    _ = send(.pressed(.secondary), at: start)
    #expect(send(.moved, at: start + Vector(dx: 50, dy: 0)) == .deliver)
  }
}
