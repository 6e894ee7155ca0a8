import Geometry
import Gestures
import Input

/// The recognition of the drags that leave the window with content, such as photos.
///
/// From the press until the threshold, movements are withheld from the views, so that the press
/// begins no gesture in a view. The views still receive clicks and long presses. A touch never
/// drags content out.
nonisolated struct DragTrigger {
  /// The decision about an input event.
  enum Verdict: Hashable {
    /// The views receive the event.
    case deliver
    /// The views do not receive the event, because it may be part of a drag.
    case withhold
    /// The pointer has passed the drag threshold: a drag begins at the location of the press.
    case begin(pressedAt: Point)
  }

  private enum State: Hashable {
    case idle
    /// The primary button is pressed on content that can be dragged.
    case armed(Point)
  }

  private var state = State.idle

  /// Decides about one event.
  ///
  /// - Parameters:
  ///   - threshold: the movement from which a press drags, in pixels.
  ///   - canDrag: whether a drag can begin at a press.
  mutating func receive(
    _ event: InputEvent, threshold: Double, canDrag: (InputEvent.Pointer) -> Bool
  ) -> Verdict {
    guard case .pointer(let pointer) = event else {
      if case .key = event { return .deliver }
      state = .idle
      return .deliver
    }
    switch (pointer.kind, state) {
    case (.pressed(.primary), .idle) where canDrag(pointer):
      state = .armed(pointer.location)
    case (.moved, .armed(let start)):
      guard pointer.location.distance(to: start) > threshold else { return .withhold }
      state = .idle
      return .begin(pressedAt: start)
    case (.entered, _), (.left, _), (.moved, _): break
    case (.pressed, _), (.released, _): state = .idle
    }
    return .deliver
  }
}
