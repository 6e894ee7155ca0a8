import Geometry
import Gestures
import Input

/// The recogniser of drags that take content, such as photos, out of the window.
///
/// Movements from the press to the threshold are withheld from the views, so that the press begins
/// no gesture in a view. The views still receive clicks and long presses. A touch never drags
/// content out.
nonisolated struct ContentDragRecognizer {
  /// The decision about an input event.
  enum Decision: Hashable {
    /// The views receive the event.
    case deliver
    /// The views do not receive the event, because it may be part of a drag.
    case withhold
    /// A drag of content begins, because the pointer has passed the threshold; the payload is the
    /// location of the press.
    case begin(pressedAt: Point)
  }

  private enum State: Hashable {
    case idle
    /// The primary button is pressed on content that can be dragged, at this location.
    case armed(pressedAt: Point)
  }

  private var state = State.idle

  /// Decides who receives one input event.
  ///
  /// - Parameters:
  ///   - threshold: the distance in device pixels beyond which a press becomes a drag.
  ///   - canDrag: whether a drag can begin at a press.
  mutating func receive(
    _ event: InputEvent, threshold: Double, canDrag: (InputEvent.Pointer) -> Bool
  ) -> Decision {
    guard case .pointer(let pointer) = event else {
      if case .key = event { return .deliver }
      state = .idle
      return .deliver
    }
    switch (pointer.kind, state) {
    case (.pressed(.primary), .idle) where canDrag(pointer):
      state = .armed(pressedAt: pointer.location)
    case (.moved, .armed(let start)):
      guard pointer.location.distance(to: start) > threshold else { return .withhold }
      state = .idle
      return .begin(pressedAt: start)
    case (.entered, _), (.exited, _), (.moved, _): break
    case (.pressed, _), (.released, _): state = .idle
    }
    return .deliver
  }
}
