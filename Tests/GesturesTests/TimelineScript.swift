import Geometry
import Gestures
import Input
import Motion

/// The parser and the printer of the lines of a timeline.
enum TimelineScript {
  static func row(_ time: String, _ input: String, _ output: String) -> String {
    "\(time) \(input) | \(output)"
  }

  // MARK: Input events

  static func parse(_ words: [String], at time: Timestamp) -> InputEvent? {
    guard let verb = words.first else { return nil }
    let first = words.count > 1 ? words[1] : "0,0"
    let last = words.last ?? ""
    let modifiers: Modifiers = last == "ctrl" ? .control : []
    switch verb {
    case "press", "release":
      let button = button(last)
      return .pointer(
        InputEvent.Pointer(
          verb == "press" ? .pressed(button) : .released(button), at: point(first),
          modifiers: modifiers, time: time))
    case "move": return .pointer(InputEvent.Pointer(.moved, at: point(first), time: time))
    case "leave": return .pointer(InputEvent.Pointer(.exited, at: point(first), time: time))
    case "touch", "drag", "lift", "lose":
      let phases: [String: InputEvent.Touch.Phase] = [
        "touch": .began, "drag": .moved, "lift": .ended, "lose": .cancelled,
      ]
      guard let phase = phases[verb], let id = UInt32(first) else { return nil }
      return .touch(
        InputEvent.Touch(id: id, phase, at: point(words.count > 2 ? words[2] : "0,0"), time: time))
    case "scroll", "wheel":
      return .scroll(
        InputEvent.Scroll(
          verb == "wheel" ? .wheel : .touchpad, delta: point(first) - Point.zero,
          at: Point(x: 50, y: 60), modifiers: modifiers, time: time))
    case "scrollend":
      return .scroll(
        InputEvent.Scroll(
          .touchpad, delta: .zero, isEnd: true, at: Point(x: 50, y: 60), time: time))
    case "pinch", "swipe": return touchpad(verb, words, at: time)
    case "cancel": return .cancelled(time)
    default: return nil
    }
  }

  private static func touchpad(_ verb: String, _ words: [String], at time: Timestamp)
    -> InputEvent?
  {
    let phases: [String: InputEvent.TouchpadPhase] = [
      "began": .began, "changed": .changed, "ended": .ended, "cancelled": .cancelled,
    ]
    guard words.count > 1, let phase = phases[words[1]] else { return nil }
    let location = Point(x: 50, y: 60)
    if verb == "swipe" {
      let delta = words.count > 2 ? point(words[2]) - Point.zero : .zero
      return .swipe(InputEvent.Swipe(phase, fingers: 3, at: location, delta: delta, time: time))
    }
    let scale = words.count > 2 ? Double(words[2]) ?? .nan : 1
    return .pinch(InputEvent.Pinch(phase, at: location, scale: scale, time: time))
  }

  private static func button(_ word: String) -> InputEvent.Pointer.Button {
    switch word {
    case "middle": .middle
    case "secondary": .secondary
    case "back": .back
    case "forward": .forward
    default: .primary
    }
  }

  private static func point(_ word: String) -> Point {
    let numbers = word.split(separator: ",").map { Double($0) ?? .nan }
    return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : Point(x: .nan, y: .nan)
  }

  // MARK: Gestures

  static func describe(_ event: GestureEvent) -> String {
    switch event {
    case .pressed(let p, _): "pressed \(text(p))"
    case .released: "released"
    case .tap(let p, _): "tap \(text(p))"
    case .doubleTap(let p, let kind, _): "doubletap \(kind) \(text(p))"
    case .contextMenu(let p, _): "menu \(text(p))"
    case .button(let button, let p, _): "button \(button) \(text(p))"
    case .pan(let pan): describe(pan)
    case .pinch(let pinch): describe(pinch)
    case .wheel(let scroll): "wheel \(text(scroll.delta.dx)),\(text(scroll.delta.dy))"
    case .hover(let p, _): "hover \(p.map(text) ?? "none")"
    }
  }

  /// The text of a pan, with the velocity only at its end.
  private static func describe(_ pan: PanGesture) -> String {
    let moved = "\(text(pan.translation.dx)),\(text(pan.translation.dy))"
    let speed = "\(whole(pan.velocity.dx)),\(whole(pan.velocity.dy))"
    let tail = pan.isHandover ? " handover" : pan.phase == .ended ? " at \(speed)" : ""
    return "pan \(pan.phase) \(moved)\(tail)"
  }

  private static func describe(_ pinch: PinchGesture) -> String {
    let tail = pinch.isHandover ? " handover" : ""
    return "pinch \(pinch.phase) x\(text(pinch.scale)) on \(text(pinch.centroid))\(tail)"
  }

  private static func text(_ p: Point) -> String { "\(text(p.x)),\(text(p.y))" }

  /// The number with at most two decimals, without trailing zeros.
  private static func text(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    let hundredths = Int((number * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let (units, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(sign)\(units)" }
    return rest % 10 == 0
      ? "\(sign)\(units).\(rest / 10)" : "\(sign)\(units).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func whole(_ number: Double) -> String {
    number.isFinite && abs(number) < 1e15 ? "\(Int(number.rounded()))" : "\(number)"
  }
}
