import Geometry
import Input
import Motion

/// What the server said about input, with plain values in place of its C structures.
nonisolated enum ServerInput: Hashable, Sendable {
  /// Where an event came from and what was held.
  struct Origin: Hashable, Sendable {
    /// The physical device; 0 from a server without XInput 2.
    var device = 0
    /// Where the pointer or finger is, in window pixels.
    var location: Point
    /// The core modifier bits.
    var state: UInt32 = 0
    /// True when the server made it up from another event.
    var isEmulated = false
    /// When.
    var time: Timestamp
  }
  /// The pointer moved, or a scroll valuator did; `valuators` by their numbers.
  case motion(Origin, valuators: [Int: Double])
  /// A button.
  case button(Origin, number: Int, isPress: Bool)
  /// The pointer came or went; `isGrab` when a grab began or ended, not the pointer moved.
  case crossing(Origin, isEnter: Bool, isGrab: Bool)
  /// A finger on a touch screen.
  case touch(Origin, id: UInt32, phase: TouchEvent.Phase)
  /// Two fingers on a touchpad.
  case pinch(Origin, phase: TouchpadPhase, scale: Double, delta: Vector)
  /// Three fingers or more on a touchpad.
  case swipe(Origin, phase: TouchpadPhase, fingers: Int, delta: Vector)
  /// A key, already looked up in the keyboard's layout.
  case key(code: UInt32, isPress: Bool, KeySymbol, state: UInt32, time: Timestamp)
  /// The keyboard focus or the window itself went away.
  case interrupted(Timestamp)
}

/// What a key means in the layout in use.
nonisolated struct KeySymbol: Hashable, Sendable {
  /// The name for key bindings.
  var name: KeyName
  /// What it types.
  var text: String
}
