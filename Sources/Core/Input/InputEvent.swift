public import Motion

/// What a person did to a window, without saying on which machine.
public enum InputEvent: Hashable, Sendable {
  /// A pointer moved, a button went down or up, the pointer came or went.
  case pointer(PointerEvent)
  /// A finger on the screen.
  case touch(TouchEvent)
  /// A wheel or two fingers on a touchpad.
  case scroll(ScrollEvent)
  /// Two fingers pinching on a touchpad.
  case pinch(PinchEvent)
  /// Three or more fingers swiping on a touchpad.
  case swipe(SwipeEvent)
  /// A key.
  case key(KeyEvent)
  /// Everything under way was taken away (grab lost, window unmapped): cancel, never complete.
  case cancelled(Timestamp)
}

extension InputEvent {
  /// When it happened.
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
}
