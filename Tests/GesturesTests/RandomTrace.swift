import Geometry
import Input
import Motion
import TestSupport

/// A generator of random input events, plausible or not, as from users, drivers and servers.
struct RandomTrace {
  private var chance: SeededGenerator
  private var time = 0.0
  private var locations: [UInt32: Point] = [:]
  private var pointer = Point(x: 400, y: 300)

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  /// A trace of at least 60 events. A nil event means a wait until the arena's deadline.
  mutating func make() -> [InputEvent?] {
    var trace: [InputEvent?] = []
    while trace.count < 60 {
      // Noise alone rarely contains a double click, so plausible phrases alternate with it.
      if Int.random(in: 0..<6, using: &chance) == 0 {
        trace += phrase()
      } else {
        trace.append(next())
      }
    }
    return trace
  }

  /// A plausible sequence of events: clicks, a drag or a pinch.
  private mutating func phrase() -> [InputEvent?] {
    let isTouch = Bool.random(using: &chance)
    let finger = UInt32.random(in: 0..<4, using: &chance)
    let clicks = Int.random(in: 0...3, using: &chance)
    if clicks > 0 { return (0..<clicks).flatMap { _ in click(isTouch ? finger : nil) } }
    return isTouch ? spread(finger, (finger + 1) % 4) : mouseDrag()
  }

  private mutating func click(_ finger: UInt32?) -> [InputEvent] {
    [0.0, 1].map { end in
      time += 0.06
      if let finger { return contact(finger, end == 0 ? .began : .ended, end) }
      return mouse(end == 0 ? .pressed(.primary) : .released(.primary), end)
    }
  }

  private mutating func spread(_ a: UInt32, _ b: UInt32) -> [InputEvent] {
    let touches = [contact(a, .began, 0), contact(b, .began, 90)]
    let moves = (1...5).map { step in
      time += 0.008
      return contact(a, .moved, Double(-9 * step))
    }
    return touches + moves
      + [contact(a, .ended, -45), contact(b, .ended, 90)]
  }

  private mutating func mouseDrag() -> [InputEvent] {
    let press = mouse(.pressed(.primary), 0)
    let moves = (1...5).map { step in
      time += 0.008
      return mouse(.moved, Double(7 * step))
    }
    return [press] + moves + [mouse(.released(.primary), 35)]
  }

  /// A touch event `x` points to the right of the pointer.
  private func contact(_ finger: UInt32, _ phase: InputEvent.Touch.Phase, _ x: Double) -> InputEvent
  {
    .touch(
      InputEvent.Touch(
        id: finger, phase, at: pointer + Vector(dx: x, dy: 0), time: Timestamp(seconds: time)))
  }

  private func mouse(_ kind: InputEvent.Pointer.Kind, _ x: Double) -> InputEvent {
    .pointer(
      InputEvent.Pointer(kind, at: pointer + Vector(dx: x, dy: 0), time: Timestamp(seconds: time)))
  }

  private mutating func next() -> InputEvent? {
    // Events are mostly one frame apart, sometimes beyond every deadline, sometimes simultaneous.
    time +=
      [0, 0.001, 0.008, 0.008, 0.016, 0.03, 0.12, 0.4, 1.2].randomElement(using: &chance) ?? 0
    let now = Timestamp(seconds: time)
    switch Int.random(in: 0..<100, using: &chance) {
    case 0..<48: return touch(at: now)
    case 48..<72: return pointer(at: now)
    case 72..<84: return scroll(at: now)
    case 84..<89: return pinch(at: now)
    case 89..<93: return swipe(at: now)
    case 93: return .cancelled(now)
    case 94: return .key(KeyEvent(.right, time: now))
    default: return nil
    }
  }

  private mutating func touch(at now: Timestamp) -> InputEvent {
    let id = UInt32.random(in: 0..<4, using: &chance)
    let phase: InputEvent.Touch.Phase =
      switch Int.random(in: 0..<20, using: &chance) {
      case 0..<5: .began
      case 5..<15: .moved
      case 15..<19: .ended
      default: .cancelled
      }
    let location = step(from: locations[id] ?? pointer)
    if location.isFinite { locations[id] = location }
    return .touch(InputEvent.Touch(id: id, phase, at: location, time: now))
  }

  private mutating func pointer(at now: Timestamp) -> InputEvent {
    let buttons: [InputEvent.Pointer.Button] = [
      .primary, .primary, .primary, .middle, .secondary, .back, .forward,
    ]
    let button = buttons.randomElement(using: &chance) ?? .primary
    let kind: InputEvent.Pointer.Kind =
      switch Int.random(in: 0..<20, using: &chance) {
      case 0..<5: .pressed(button)
      case 5..<13: .moved
      case 13..<18: .released(button)
      case 18: .exited
      default: .entered
      }
    let location = step(from: pointer)
    if location.isFinite { pointer = location }
    return .pointer(InputEvent.Pointer(kind, at: location, modifiers: modifiers(), time: now))
  }

  private mutating func scroll(at now: Timestamp) -> InputEvent {
    let isWheel = Int.random(in: 0..<4, using: &chance) == 0
    let isEnd = !isWheel && Int.random(in: 0..<4, using: &chance) == 0
    let delta = isEnd ? Vector.zero : step(from: .zero) - Point.zero
    return .scroll(
      InputEvent.Scroll(
        isWheel ? .wheel : .touchpad, delta: delta * 0.05, isEnd: isEnd, at: pointer,
        modifiers: modifiers(), time: now))
  }

  private mutating func pinch(at now: Timestamp) -> InputEvent {
    let scales = [0.0, -1, .nan, .infinity, 0.25, 0.9, 1, 1.1, 3, 1e9]
    return .pinch(
      InputEvent.Pinch(
        phase(), at: step(from: pointer), scale: scales.randomElement(using: &chance) ?? 1,
        time: now))
  }

  private mutating func swipe(at now: Timestamp) -> InputEvent {
    .swipe(
      InputEvent.Swipe(
        phase(), fingers: 3, at: pointer, delta: step(from: .zero) - Point.zero, time: now))
  }

  private mutating func phase() -> InputEvent.TouchpadPhase {
    [.began, .changed, .changed, .ended, .cancelled].randomElement(using: &chance) ?? .ended
  }

  private mutating func modifiers() -> Modifiers {
    Int.random(in: 0..<4, using: &chance) == 0 ? .control : []
  }

  private mutating func step(from location: Point) -> Point {
    switch Int.random(in: 0..<60, using: &chance) {
    case 0: return Point(x: .nan, y: 10)
    case 1: return Point(x: 10, y: -.infinity)
    case 2: return Point(x: 1e308, y: -1e308)
    case 3..<15: return location
    default: break
    }
    let reach: Double = [2, 8, 30, 200].randomElement(using: &chance) ?? 2
    return Point(
      x: location.x + Double.random(in: -reach...reach, using: &chance),
      y: location.y + Double.random(in: -reach...reach, using: &chance))
  }
}
