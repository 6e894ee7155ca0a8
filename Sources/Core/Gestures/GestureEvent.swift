package import Geometry
package import Input
package import Motion

/// An event of gesture recognition: a recognised gesture, or the press or release of a contact.
package enum GestureEvent: Hashable, Sendable {
  /// A contact, that is a button or finger, came down at a position in device pixels: any motion
  /// under it is caught now.
  case pressed(Point, Timestamp)
  /// The last contact was lifted, and no pan or pinch was recognised: a caught motion continues.
  ///
  /// Every `pressed` is followed by exactly one `released`, or by the last end of a pan or pinch.
  /// `released` is sent as soon as the contact is lifted, before the tap that may result: a caught
  /// motion must not stand still for the double-click time.
  case released(Timestamp)
  /// One click or tap at the position where the contact came down, in device pixels. The event is
  /// sent after the double-click time if double taps are enabled.
  case tap(Point, Timestamp)
  /// Two clicks or taps in quick succession near each other; the point is the position of the
  /// second, in device pixels.
  case doubleTap(Point, PointerKind, Timestamp)
  /// The request for a context menu at a position in device pixels: a contact was held without
  /// moving, or the secondary button was pressed.
  case contextMenu(Point, Timestamp)
  /// A thumb button (back or forward) was pressed, or the middle button clicked.
  case button(InputEvent.Pointer.Button, Point, Timestamp)
  /// A pan: a drag by one contact, two fingers that scroll on a touchpad, or a touchpad swipe.
  case pan(PanGesture)
  /// A pinch: two contacts, a touchpad pinch, or two fingers that scroll with Ctrl held.
  case pinch(PinchGesture)
  /// A turned wheel; the modifiers of the event tell whether Ctrl was held.
  case wheel(InputEvent.Scroll)
  /// The pointer moved without a pressed button; nil when the pointer left the window.
  case hover(Point?, Timestamp)
}

/// The kind of device that makes a contact.
public enum PointerKind: Hashable, Sendable {
  /// The pointer is moved by a mouse or a pen.
  case mouse
  /// The contact is a finger on the screen.
  case touch
  /// The gesture is made by fingers on a touchpad.
  case touchpad
}

/// The phase of a continuous gesture.
package enum GesturePhase: Hashable, Sendable {
  /// The gesture was recognised; its translation already includes the movement beyond the slop.
  case began
  /// The contacts of the gesture moved.
  case changed
  /// The contacts were lifted; the velocity in the event is the release velocity.
  case ended
  /// The gesture was cancelled by the system: its effect is undone, never completed.
  case cancelled
}

/// One event of a pan, that is of a drag, a touchpad scroll or a touchpad swipe.
package struct PanGesture: Hashable, Sendable {
  package var phase: GesturePhase
  /// The kind of device that makes the pan.
  package var kind: PointerKind
  /// The position at which the contact came down, in device pixels; after a hand-over, the position
  /// of the hand-over.
  package var origin: Point
  /// The position of the contact, in device pixels; for a touchpad, the origin plus the
  /// translation.
  package var location: Point
  /// The movement since the pan was recognised, in device pixels; the slop is subtracted, so
  /// nothing jumps.
  package var translation: Vector
  /// The current velocity of the pan, in device pixels per second.
  package var velocity: Vector
  /// The number of fingers: 1 for a drag, 2 for touchpad scrolling, 3 and more for a swipe.
  package var fingerCount: Int
  /// The modifier keys held when the gesture began.
  package var modifiers: Modifiers
  /// Whether the event joins a drag and a pinch. The end of a drag is joined to a pinch that
  /// continues from exactly this state in the next event, so that nothing must be decided or
  /// settled. The beginning of a drag is joined to the pinch before it, at the end of which the
  /// drag continues.
  package var isHandover: Bool
  package var time: Timestamp

  package init(
    _ phase: GesturePhase, kind: PointerKind, origin: Point, location: Point, translation: Vector,
    velocity: Vector = .zero, fingerCount: Int = 1, modifiers: Modifiers = [],
    isHandover: Bool = false, time: Timestamp
  ) {
    self.phase = phase
    self.kind = kind
    self.origin = origin
    self.location = location
    self.translation = translation
    self.velocity = velocity
    self.fingerCount = fingerCount
    self.modifiers = modifiers
    self.isHandover = isHandover
    self.time = time
  }
}

/// One event of a pinch.
package struct PinchGesture: Hashable, Sendable {
  package var phase: GesturePhase
  /// The kind of device that makes the pinch.
  package var kind: PointerKind
  /// The current middle of the contacts, in device pixels; the position of the pointer for a
  /// touchpad.
  package var centroid: Point
  /// The distance of the contacts divided by their distance at the start of the pinch, with the
  /// slop subtracted; positive.
  package var scale: Double
  /// The velocity of the centroid, in device pixels per second.
  package var velocity: Vector
  /// The relative change of `scale` per second: 1 doubles the scale in about 0.7 s.
  package var scaleVelocity: Double
  /// Whether the event joins two gestures. At the end, a pan or another pinch continues from
  /// exactly this state in the next event, so nothing must be decided or settled. At the beginning,
  /// the pinch continues from the end of the gesture before it.
  package var isHandover: Bool
  package var time: Timestamp

  package init(
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
