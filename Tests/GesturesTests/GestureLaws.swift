import Geometry
import Gestures
import Input

/// The invariants of every sequence of gestures, for any input.
///
/// All gesture events are passed in order; `check` returns the first violated invariant.
struct GestureLaws {
  private enum Active: Equatable {
    case nothing
    case pan(PanGesture)
    case pinch(PinchGesture)
  }
  private var active = Active.nothing
  /// Whether a press has not yet been followed by a release or by the end of a pan or pinch.
  private var isPressOpen = false
  /// Whether the next event must begin the gesture that takes over.
  private var isHandingOver = false
  private var liftedInPlace = 0
  private var tapsSpent = 0

  /// The invariant that the gesture events of one input event violate, or nil.
  mutating func check(_ events: [GestureEvent]) -> String? {
    for event in events {
      if let broken = check(event) { return broken }
    }
    return isHandingOver ? "a hand-over without a gesture that takes over" : nil
  }

  /// The invariant that is violated after the cancellation of all input, or nil.
  func checkEnd(_ arena: GestureArena) -> String? {
    if active != .nothing { return "a gesture never ended" }
    if isPressOpen { return "a press without a release" }
    return arena.deadline == nil ? nil : "a deadline remains"
  }

  private mutating func check(_ event: GestureEvent) -> String? {
    let isTakeOver =
      switch event {
      case .pan(let pan): pan.phase == .began && pan.isHandover
      case .pinch(let pinch): pinch.phase == .began && pinch.isHandover
      default: false
      }
    if isHandingOver != isTakeOver { return "a hand-over without its take-over, or the reverse" }
    isHandingOver = false
    switch event {
    case .pressed(let p, _):
      defer { isPressOpen = true }
      if isPressOpen { return "a press while another is open" }
      if active != .nothing { return "a press during a gesture" }
      return finite(p.x, p.y)
    case .released:
      defer { isPressOpen = false }
      if active != .nothing { return "a release during a gesture" }
      liftedInPlace += 1
      return isPressOpen ? nil : "a release without a press"
    case .tap(let p, _): return tapped(1, p)
    case .doubleTap(let p, _, _): return tapped(2, p)
    case .contextMenu(let p, _), .button(_, let p, _): return finite(p.x, p.y)
    case .wheel(let scroll): return finite(scroll.delta.dx, scroll.delta.dy)
    case .hover(let p, _):
      if isPressOpen { return "hovering while a contact is down" }
      return p.flatMap { finite($0.x, $0.y) }
    case .pan(let pan): return check(pan)
    case .pinch(let pinch): return check(pinch)
    }
  }

  private mutating func tapped(_ count: Int, _ p: Point) -> String? {
    tapsSpent += count
    if tapsSpent > liftedInPlace { return "more taps than contacts lifted in place" }
    return finite(p.x, p.y)
  }

  private mutating func check(_ pan: PanGesture) -> String? {
    let v = [pan.translation.dx, pan.translation.dy, pan.velocity.dx, pan.velocity.dy]
    if let broken = finite(v[0], v[1], v[2], v[3], pan.location.x, pan.location.y) { return broken }
    if pan.phase == .began {
      if active != .nothing { return "two gestures at once" }
      let moved = pan.isHandover ? 0 : (pan.location - pan.origin).length
      let lost = moved - pan.translation.length
      if lost < -1e-6 { return "a pan begins with a jump" }
      if lost > GestureTuning().swipeSlop + 1e-6 { return "a pan loses more than its slop" }
      if pan.kind != .touchpad && !isPressOpen { return "a pan without a press" }
    } else {
      guard case .pan(let before) = active else { return "a pan that never began" }
      if pan.kind != before.kind || pan.origin != before.origin {
        return "a pan changed its kind or origin"
      }
      let step = (pan.translation - before.translation).length
      if step > (pan.location - before.location).length + 1e-6 { return "a pan jumps" }
      if pan.phase == .cancelled && pan.velocity != .zero {
        return "a cancelled pan has a velocity"
      }
    }
    active = .pan(pan)
    finish(pan.phase, pan.kind, isHandover: pan.isHandover)
    return nil
  }

  private mutating func check(_ pinch: PinchGesture) -> String? {
    let numbers = [pinch.scale, pinch.scaleVelocity, pinch.velocity.dx, pinch.velocity.dy]
    if let broken = finite(numbers[0], numbers[1], numbers[2], numbers[3]) { return broken }
    if let broken = finite(pinch.centroid.x, pinch.centroid.y) { return broken }
    if pinch.scale <= 0 { return "a scale that is not positive" }
    if pinch.phase == .began {
      if active != .nothing { return "two gestures at once" }
      if pinch.isHandover && pinch.kind == .touch && pinch.scale != 1 {
        return "a pinch takes over with a jump"
      }
      if pinch.kind != .touchpad && !isPressOpen { return "a pinch without a press" }
    } else {
      guard case .pinch(let before) = active else { return "a pinch that never began" }
      if pinch.kind != before.kind { return "a pinch changed its kind" }
    }
    active = .pinch(pinch)
    finish(pinch.phase, pinch.kind, isHandover: pinch.isHandover)
    return nil
  }

  private mutating func finish(_ phase: GesturePhase, _ kind: PointerKind, isHandover: Bool) {
    guard phase == .ended || phase == .cancelled else { return }
    active = .nothing
    isHandingOver = isHandover
    if kind != .touchpad && !isHandover { isPressOpen = false }
  }

  private func finite(_ numbers: Double...) -> String? {
    numbers.allSatisfy { abs($0) < 1e12 } ? nil : "a number that is not finite: \(numbers)"
  }
}
