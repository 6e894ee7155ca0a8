public import Geometry
public import Input
public import Motion

/// What a hand meant. One arena turns contacts into these; each gesture has one owner.
public enum GestureEvent: Hashable, Sendable {
  /// A contact came down (button, finger): whatever moves under it is caught now.
  case pressed(Point, Timestamp)
  /// All contacts are gone and no pan or pinch was recognised: let go of what was caught.
  ///
  /// Every `pressed` is answered by exactly one of these, or by the last end of a pan or pinch. It
  /// comes at once when the contact is lifted, before the tap it may turn out to be: a caught
  /// motion must not hang in the air for the double-click time.
  case released(Timestamp)
  /// One click or tap, after the double-click time when double taps are on. Where it came down.
  case tap(Point, Timestamp)
  /// Two clicks or taps in time at the same place; where the second came down.
  case doubleTap(Point, PointerKind, Timestamp)
  /// Pressed and held without moving, or the secondary button went down.
  case contextMenu(Point, Timestamp)
  /// The back or forward thumb button went down, or a middle click.
  case button(PointerEvent.Button, Point, Timestamp)
  /// One contact dragging, or two fingers scrolling on a touchpad.
  case pan(PanGesture)
  /// Two contacts, or a touchpad pinch, or Ctrl with two-finger scroll.
  case pinch(PinchGesture)
  /// A wheel turned; Ctrl is in the modifiers.
  case wheel(ScrollEvent)
  /// The pointer moved with nothing pressed; nil when it left.
  case hover(Point?, Timestamp)
}

/// What made a contact.
public enum PointerKind: Hashable, Sendable {
  /// A mouse or a pen.
  case mouse
  /// A finger on the screen.
  case touch
  /// Fingers on a touchpad.
  case touchpad
}

/// Where a continuous gesture is in its life.
public enum GesturePhase: Hashable, Sendable {
  /// Recognised; translation already holds what was moved beyond the slop.
  case began
  /// Moved.
  case changed
  /// Let go: velocity counts.
  case ended
  /// Taken away: restore, never complete.
  case cancelled
}

/// A drag in progress.
public struct PanGesture: Hashable, Sendable {
  /// Where it is in its life.
  public var phase: GesturePhase
  /// What makes it.
  public var kind: PointerKind
  /// Where the contact came down, in points; after a hand-over, where it took over.
  public var origin: Point
  /// Where it is; for a touchpad, origin moved by the translation.
  public var location: Point
  /// Since recognition: the slop is taken out, so nothing jumps. Points.
  public var translation: Vector
  /// Points per second.
  public var velocity: Vector
  /// How many fingers make it: 1 for a drag, 2 for touchpad scrolling, 3 and more for a swipe.
  public var fingers: Int
  /// Keys held when it began.
  public var modifiers: Modifiers
  /// At the end: a pinch goes on from exactly here, in the next event; decide and settle nothing.
  /// At the beginning: it goes on from where the pinch before it ended.
  public var isHandover: Bool
  /// When.
  public var time: Timestamp

  /// Makes a pan of one finger, without modifiers and no hand-over unless told otherwise.
  public init(
    _ phase: GesturePhase, kind: PointerKind, origin: Point, location: Point, translation: Vector,
    velocity: Vector = .zero, fingers: Int = 1, modifiers: Modifiers = [],
    isHandover: Bool = false, time: Timestamp
  ) {
    self.phase = phase
    self.kind = kind
    self.origin = origin
    self.location = location
    self.translation = translation
    self.velocity = velocity
    self.fingers = fingers
    self.modifiers = modifiers
    self.isHandover = isHandover
    self.time = time
  }
}

/// A pinch in progress.
public struct PinchGesture: Hashable, Sendable {
  /// Where it is in its life.
  public var phase: GesturePhase
  /// What makes it.
  public var kind: PointerKind
  /// The middle of the contacts now, in points; moves with them. The pointer for a touchpad.
  public var centroid: Point
  /// Distance of the contacts over that at the beginning, the slop taken out; always positive.
  public var scale: Double
  /// The middle's movement, points per second.
  public var velocity: Vector
  /// Change of `scale` per second, over `scale`: 1 doubles in about 0.7 s.
  public var scaleVelocity: Double
  /// At the end: a pan or another pinch goes on from exactly here, in the next event; decide and
  /// settle nothing. At the beginning: it goes on from where the gesture before it ended.
  public var isHandover: Bool
  /// When.
  public var time: Timestamp

  /// Makes a pinch; no velocities and no hand-over unless told otherwise.
  public init(
    _ phase: GesturePhase, kind: PointerKind, centroid: Point, scale: Double,
    velocity: Vector = .zero, scaleVelocity: Double = 0, isHandover: Bool = false,
    time: Timestamp
  ) {
    self.phase = phase
    self.kind = kind
    self.centroid = centroid
    self.scale = scale
    self.velocity = velocity
    self.scaleVelocity = scaleVelocity
    self.isHandover = isHandover
    self.time = time
  }
}
