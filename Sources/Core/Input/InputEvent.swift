public import Motion

/// An input event of a window, independent of the platform.
public enum InputEvent: Hashable, Sendable {
  /// A movement, button press or button release of a pointer, or the pointer entering or leaving
  /// the window.
  case pointer(InputEvent.Pointer)
  /// A contact of one finger with the screen.
  case touch(InputEvent.Touch)
  /// A turned wheel, or two fingers that scroll on a touchpad.
  case scroll(InputEvent.Scroll)
  /// Two fingers pinching on a touchpad.
  case pinch(InputEvent.Pinch)
  /// Three or more fingers swiping on a touchpad.
  case swipe(InputEvent.Swipe)
  /// A key press or release.
  case key(KeyEvent)
  /// The system cancelled all input in progress, because the grab was lost or the window unmapped:
  /// gestures are cancelled, never completed.
  case cancelled(Timestamp)
}

extension InputEvent {
  public var time: Timestamp {
    switch self {
    case .pointer(let e): e.time
    case .touch(let e): e.time
    case .scroll(let e): e.time
    case .pinch(let e): e.time
    case .swipe(let e): e.time
    case .key(let e): e.time
    case .cancelled(let time): time
    }
  }

  /// Whether the event is a press or release of a pointer's button, or a touch. A bar or card
  /// handles these events beside its controls too, so that they do not reach the views behind it.
  package var isPressOrTouch: Bool {
    switch self {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed, .released: true
      case .moved, .entered, .exited: false
      }
    case .touch: true
    case .scroll, .pinch, .swipe, .key, .cancelled: false
    }
  }
}
