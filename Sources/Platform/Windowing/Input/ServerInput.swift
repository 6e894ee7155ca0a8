import Geometry
import Input
import Motion

/// An X event about input, as plain values instead of C structures.
nonisolated enum ServerInput: Hashable, Sendable {
  /// The properties that pointer and touch events have in common.
  struct EventContext: Hashable, Sendable {
    /// The physical device that caused the event (XInput source ID); 0 from a server without XInput
    /// 2.
    var device = 0
    /// The position of the pointer or finger in the window, in device pixels.
    var location: Point
    /// The bits of modifier keys and held buttons, as in the core protocol.
    var state: UInt32 = 0
    /// Whether the server has made this event from another one.
    var isEmulated = false
    /// The time of the event on the local clock.
    var time: Timestamp
  }
  /// A movement of the pointer or of scroll valuators; `valuators` has the values by valuator
  /// number.
  case motion(EventContext, valuators: [Int: Double])
  /// A press or release of a pointer button.
  case button(EventContext, number: Int, isPress: Bool)
  /// The pointer has entered or left the window; `isGrab` when a grab caused this instead of
  /// motion.
  case crossing(EventContext, isEnter: Bool, isGrab: Bool)
  /// An event of one finger on a touchscreen; `id` identifies the finger.
  case touch(EventContext, id: UInt32, phase: InputEvent.Touch.Phase)
  /// An event of a two-finger gesture on a touchpad. `scale` is relative to the beginning of the
  /// gesture; `delta` is the movement since the last event, in device pixels.
  case pinch(EventContext, phase: InputEvent.TouchpadPhase, scale: Double, delta: Vector)
  /// An event of a gesture of three or more fingers on a touchpad; `delta` is the movement since
  /// the last event, in device pixels.
  case swipe(EventContext, phase: InputEvent.TouchpadPhase, fingers: Int, delta: Vector)
  /// A press or release of a key, with its meaning in the keyboard layout.
  case key(code: UInt32, isPress: Bool, KeySymbol, state: UInt32, time: Timestamp)
  /// The window has lost the keyboard focus or was unmapped.
  case interrupted(Timestamp)
}

/// The meaning of a key in the current keyboard layout.
nonisolated struct KeySymbol: Hashable, Sendable {
  /// The name of the key, by which keyboard shortcuts are found.
  var name: KeyEvent.Name
  /// The text that the key types; empty when it types none, as with Ctrl.
  var text: String
}
