import Geometry
import Input
import Motion

/// A server event about input, as plain values instead of C structures.
nonisolated enum ServerInput: Hashable, Sendable {
  /// The properties common to pointer and touch events.
  struct Origin: Hashable, Sendable {
    /// The physical device (XInput source ID); 0 from a server without XInput 2.
    var device = 0
    /// The position of the pointer or finger, in window pixels.
    var location: Point
    /// The modifier and button bits of the core protocol.
    var state: UInt32 = 0
    /// Whether the server emulated this event from another one.
    var isEmulated = false
    /// The time of the event.
    var time: Timestamp
  }
  /// A motion of the pointer or of scroll valuators; `valuators` holds the values by number.
  case motion(Origin, valuators: [Int: Double])
  /// A press or release of a pointer button.
  case button(Origin, number: Int, isPress: Bool)
  /// The pointer entering or leaving; `isGrab` when a grab caused it instead of motion.
  case crossing(Origin, isEnter: Bool, isGrab: Bool)
  /// An event of one finger on a touchscreen.
  case touch(Origin, id: UInt32, phase: InputEvent.Touch.Phase)
  /// One event of a two-finger gesture on a touchpad.
  case pinch(Origin, phase: InputEvent.TouchpadPhase, scale: Double, delta: Vector)
  /// One event of a gesture of three or more fingers on a touchpad.
  case swipe(Origin, phase: InputEvent.TouchpadPhase, fingers: Int, delta: Vector)
  /// A press or release of a key, with its symbol from the keyboard layout.
  case key(code: UInt32, isPress: Bool, KeySymbol, state: UInt32, time: Timestamp)
  /// The loss of the keyboard focus or the unmapping of the window.
  case interrupted(Timestamp)
}

/// The meaning of a key in the current keyboard layout.
nonisolated struct KeySymbol: Hashable, Sendable {
  /// The name for key bindings.
  var name: KeyEvent.Name
  /// The text that the key types; empty for commands.
  var text: String
}
