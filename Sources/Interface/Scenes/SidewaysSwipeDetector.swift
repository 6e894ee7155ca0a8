import Geometry
import Gestures
import Input
import Motion

/// A recogniser of sideways swipes, which observes contacts before the views inside a container or
/// stack of scenes receive them.
struct SidewaysSwipeDetector {
  /// An event for the container or stack of scenes.
  enum SwipeEvent {
    /// A contact began at this point in the container's coordinates. A running transition is
    /// caught.
    case pressed(Point)
    /// All contacts have ended, and there was no swipe.
    case released
    /// A swipe has begun: the horizontal distance so far in pixels, positive to the right, and the
    /// point at which the contact began.
    case began(distance: Double, origin: Point, kind: PointerKind)
    case moved(distance: Double)
    /// The swipe has ended with this horizontal velocity in pixels per second, positive to the
    /// right.
    case ended(velocity: Double)
    case cancelled
    /// The Back button of a mouse was pressed.
    case backButtonPressed
  }
  private enum PanDirection {
    case none
    case undecided
    case notSideways
    /// A swipe; `ignoredDistance` is the horizontal distance in pixels that the contact moved
    /// before the swipe was recognised, and that does not move the scenes.
    case sideways(ignoredDistance: Double)
  }
  private var arena: GestureArena
  private var pan = PanDirection.none
  private var lastEvent: InputEvent?
  /// The distance in pixels that a touchpad must scroll before its direction is decided.
  private var directionThreshold = Self.directionThreshold

  /// The distance in points that a touchpad must scroll before its direction is decided: a scroll
  /// often begins in an oblique direction.
  private static let directionThreshold = 10.0

  init() {
    arena = GestureArena()
    setUIScale(1)
  }

  /// Adapts the distances by which swipes are recognised to the UI scale.
  mutating func setUIScale(_ uiScale: Double) {
    arena.tuning = GestureTuning(uiScale: uiScale, doubleTapEnabled: false)
    // A contact that has caught a transition may stand still without becoming a long press.
    arena.tuning.longPressTime = .infinity
    directionThreshold = Self.directionThreshold * uiScale
  }

  /// The time at which ``advance(to:)`` must be called although no event arrives; nil for none.
  var deadline: Timestamp? { arena.deadline.flatMap { $0.seconds.isFinite ? $0 : nil } }

  mutating func receive(_ event: InputEvent) -> [SwipeEvent] {
    // An event that no view inside handles arrives a second time, in `receive` after `intercept`.
    guard event != lastEvent else { return [] }
    lastEvent = event
    if case .key = event { return [] }
    return interpret(arena.receive(event))
  }

  mutating func advance(to time: Timestamp) -> [SwipeEvent] { interpret(arena.advance(to: time)) }

  private mutating func interpret(_ events: [GestureEvent]) -> [SwipeEvent] {
    events.compactMap { event in
      switch event {
      case .pressed(let point, _): .pressed(point)
      case .released: .released
      case .button(.back, _, _): .backButtonPressed
      case .pan(let gesture): interpret(gesture)
      default: nil
      }
    }
  }

  private mutating func interpret(_ gesture: PanGesture) -> SwipeEvent? {
    switch gesture.phase {
    case .began:
      // The finger that remains of a pinch does not swipe.
      pan = gesture.isHandover ? .notSideways : .undecided
      return decide(gesture)
    case .changed:
      if case .sideways(let base) = pan { return .moved(distance: gesture.translation.dx - base) }
      return decide(gesture)
    case .ended, .cancelled:
      defer { pan = .none }
      guard case .sideways = pan else { return .released }
      guard gesture.phase == .ended else { return .cancelled }
      return .ended(velocity: gesture.velocity.dx)
    }
  }

  private mutating func decide(_ gesture: PanGesture) -> SwipeEvent? {
    guard case .undecided = pan else { return nil }
    let translation = gesture.location - gesture.origin
    if gesture.kind == .touchpad, translation.length < directionThreshold { return nil }
    guard abs(translation.dx) > abs(translation.dy) else {
      pan = .notSideways
      return nil
    }
    // A touchpad's first distance only decides the direction and does not move the scenes.
    pan = .sideways(ignoredDistance: gesture.kind == .touchpad ? gesture.translation.dx : 0)
    return .began(distance: translation.dx, origin: gesture.origin, kind: gesture.kind)
  }
}
