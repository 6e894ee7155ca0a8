import Geometry
import Gestures
import Input
import Motion

/// Sees contacts on their way to the views inside, and tells sideways swipes from everything else.
struct SwipeWatch {
  /// What a container wants to know.
  enum Sign {
    /// A contact came down: what moves is caught.
    case pressed(Point)
    /// All contacts are gone, and there was no swipe.
    case released
    /// Points moved so far, and where the contact came down.
    case began(Double, origin: Point, kind: PointerKind)
    case moved(Double)
    /// Points per second.
    case ended(Double)
    case cancelled
    /// The thumb button.
    case back
  }
  private enum Pan {
    case none
    case undecided
    case refused
    /// What was moved before it was decided.
    case sideways(base: Double)
  }
  private var arena: GestureArena
  private var pan = Pan.none
  private var lastEvent: InputEvent?
  /// How far a touchpad scrolls until it is clear which way, in points.
  private var clarity = Self.clarity

  /// 10 × UI scale: a scroll that begins a little askew is no swipe yet.
  private static let clarity = 10.0

  init() {
    arena = GestureArena()
    fit(to: 1)
  }

  /// Adapts slops to the size of chrome.
  mutating func fit(to uiScale: Double) {
    arena.tuning = GestureTuning(uiScale: uiScale, doubleTapEnabled: false)
    // A hand that caught something may rest on it as long as it likes.
    arena.tuning.longPressTime = .infinity
    clarity = Self.clarity * uiScale
  }

  /// When `advance` must be called; nil when nothing waits.
  var deadline: Timestamp? { arena.deadline.flatMap { $0.seconds.isFinite ? $0 : nil } }

  mutating func receive(_ event: InputEvent) -> [Sign] {
    // What nobody inside wanted comes a second time.
    guard event != lastEvent else { return [] }
    lastEvent = event
    if case .key = event { return [] }
    return read(arena.receive(event))
  }

  mutating func advance(to time: Timestamp) -> [Sign] { read(arena.advance(to: time)) }

  private mutating func read(_ events: [GestureEvent]) -> [Sign] {
    events.compactMap { event in
      switch event {
      case .pressed(let point, _): .pressed(point)
      case .released: .released
      case .button(.back, _, _): .back
      case .pan(let gesture): read(gesture)
      default: nil
      }
    }
  }

  private mutating func read(_ gesture: PanGesture) -> Sign? {
    switch gesture.phase {
    case .began:
      // The finger that a pinch leaves behind swipes nothing.
      pan = gesture.isHandover ? .refused : .undecided
      return decide(gesture)
    case .changed:
      if case .sideways(let base) = pan { return .moved(gesture.translation.dx - base) }
      return decide(gesture)
    case .ended, .cancelled:
      defer { pan = .none }
      guard case .sideways = pan else { return .released }
      guard gesture.phase == .ended else { return .cancelled }
      return .ended(gesture.velocity.dx)
    }
  }

  private mutating func decide(_ gesture: PanGesture) -> Sign? {
    guard case .undecided = pan else { return nil }
    let way = gesture.location - gesture.origin
    if gesture.kind == .touchpad, way.length < clarity { return nil }
    guard abs(way.dx) > abs(way.dy) else {
      pan = .refused
      return nil
    }
    // The first step says the direction; it is not taken out of the way again.
    pan = .sideways(base: gesture.kind == .touchpad ? gesture.translation.dx : 0)
    return .began(way.dx, origin: gesture.origin, kind: gesture.kind)
  }
}
