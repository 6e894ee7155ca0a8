import Geometry
import Input
import Motion

/// The conversion between input events and the fields of a line of a recording.
extension RecordFields {
  // MARK: Writing

  mutating func set(_ event: InputEvent) {
    switch event {
    case .pointer(let pointer):
      set("pointer", Self.word(of: pointer.kind))
      set(pointer.location)
      set(pointer.modifiers)
    case .touch(let touch):
      set("touch", Self.phases[touch.phase] ?? "moved")
      set("id", touch.id)
      set(touch.location)
    case .scroll(let scroll):
      set("scroll", scroll.source == .wheel ? "wheel" : "touchpad")
      set("dx", scroll.delta.dx)
      set("dy", scroll.delta.dy)
      set("ends", scroll.isEnd)
      set(scroll.location)
      set(scroll.modifiers)
    case .pinch(let pinch):
      set("pinch", Self.touchpadPhases[pinch.phase] ?? "changed")
      set("scale", pinch.scale)
      set("dx", pinch.delta.dx)
      set("dy", pinch.delta.dy)
      set(pinch.location)
      set(pinch.modifiers)
    case .swipe(let swipe):
      set("swipe", Self.touchpadPhases[swipe.phase] ?? "changed")
      set("fingers", swipe.fingers)
      set("dx", swipe.delta.dx)
      set("dy", swipe.delta.dy)
      set(swipe.location)
    case .key(let key):
      set("key", Self.word(of: key.name))
      set("text", key.text)
      set("press", key.isPress)
      set("repeat", key.isRepeat)
      set(key.modifiers)
    case .cancelled:
      set("cancelled", true)
    }
    set("time", event.time.seconds)
  }

  private mutating func set(_ location: Point) {
    set("x", location.x)
    set("y", location.y)
  }

  private mutating func set(_ modifiers: Modifiers) {
    if !modifiers.isEmpty { set("modifiers", modifiers.rawValue) }
  }

  // MARK: Reading

  func event() throws(RecordingFailure.Reason) -> InputEvent {
    let time = Timestamp(seconds: try time("time"))
    if has("pointer") {
      return .pointer(
        .init(try pointerKind(), at: try location(), modifiers: try modifiers(), time: time))
    }
    if has("touch") {
      let phase = try phase("touch", in: Self.phases)
      let id = try integer("id", in: 0...UInt32.max)
      return .touch(.init(id: id, phase, at: try location(), time: time))
    }
    if has("scroll") {
      let sources: [InputEvent.Scroll.Source: String] = [.wheel: "wheel", .touchpad: "touchpad"]
      return .scroll(
        .init(
          try phase("scroll", in: sources), delta: try delta(), isEnd: try flag("ends"),
          at: try location(), modifiers: try modifiers(), time: time))
    }
    if has("pinch") {
      return .pinch(
        .init(
          try phase("pinch", in: Self.touchpadPhases), at: try location(),
          scale: try coordinate("scale"), delta: try delta(), modifiers: try modifiers(),
          time: time))
    }
    if has("swipe") {
      return .swipe(
        .init(
          try phase("swipe", in: Self.touchpadPhases), fingers: try integer("fingers", in: 1...10),
          at: try location(), delta: try delta(), time: time))
    }
    if has("key") {
      return .key(
        KeyEvent(
          try keyName(), text: try text("text"), isPress: try flag("press"),
          isRepeat: try flag("repeat"), modifiers: try modifiers(), time: time))
    }
    guard has("cancelled") else { throw .malformed }
    return .cancelled(time)
  }

  /// The value of a field that is a coordinate; it may lie far outside the window.
  ///
  /// - Throws: the reason why the field cannot be read.
  private func coordinate(_ name: String) throws(RecordingFailure.Reason) -> Double {
    let value = try number(name)
    guard abs(value) <= 1e6 else { throw .invalidField(name) }
    return value
  }

  private func location() throws(RecordingFailure.Reason) -> Point {
    Point(x: try coordinate("x"), y: try coordinate("y"))
  }

  private func delta() throws(RecordingFailure.Reason) -> Vector {
    Vector(dx: try coordinate("dx"), dy: try coordinate("dy"))
  }

  private func modifiers() throws(RecordingFailure.Reason) -> Modifiers {
    guard has("modifiers") else { return [] }
    return Modifiers(rawValue: try integer("modifiers", in: 0...15))
  }

  private func phase<Phase: Hashable>(
    _ name: String, in words: [Phase: String]
  ) throws(RecordingFailure.Reason) -> Phase {
    let word = try text(name)
    guard let found = words.first(where: { $0.value == word }) else { throw .invalidField(name) }
    return found.key
  }

  private static let phases: [InputEvent.Touch.Phase: String] = [
    .began: "began", .moved: "moved", .ended: "ended", .cancelled: "cancelled",
  ]
  private static let touchpadPhases: [InputEvent.TouchpadPhase: String] = [
    .began: "began", .changed: "changed", .ended: "ended", .cancelled: "cancelled",
  ]
  private static let buttons: [InputEvent.Pointer.Button: String] = [
    .primary: "primary", .middle: "middle", .secondary: "secondary", .back: "back",
    .forward: "forward",
  ]
  private static let keys: [KeyEvent.Name: String] = [
    .left: "left", .right: "right", .up: "up", .down: "down", .pageUp: "page-up",
    .pageDown: "page-down", .home: "home", .end: "end", .enter: "enter", .escape: "escape",
    .backspace: "backspace", .tab: "tab", .insert: "insert", .delete: "delete", .menu: "menu",
  ]

  // MARK: Words

  private static func word(of kind: InputEvent.Pointer.Kind) -> String {
    switch kind {
    case .moved: "moved"
    case .entered: "entered"
    case .exited: "left"
    case .pressed(let button): "press:" + (buttons[button] ?? "")
    case .released(let button): "release:" + (buttons[button] ?? "")
    }
  }

  private func pointerKind() throws(RecordingFailure.Reason) -> InputEvent.Pointer.Kind {
    let word = try text("pointer")
    switch word {
    case "moved": return .moved
    case "entered": return .entered
    case "left": return .exited
    default:
      let parts = word.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2,
        let button = Self.buttons.first(where: { $0.value == parts[1] })?.key
      else { throw .invalidField("pointer") }
      switch parts[0] {
      case "press": return .pressed(button)
      case "release": return .released(button)
      default: throw .invalidField("pointer")
      }
    }
  }

  private static func word(of name: KeyEvent.Name) -> String {
    switch name {
    case .character(let character): "character:\(character)"
    case .function(let number): "function:\(number)"
    case .other(let code): "other:\(code)"
    default: keys[name] ?? ""
    }
  }

  private func keyName() throws(RecordingFailure.Reason) -> KeyEvent.Name {
    let word = try text("key")
    if let named = Self.keys.first(where: { $0.value == word }) { return named.key }
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .invalidField("key") }
    switch parts[0] {
    case "character" where parts[1].count == 1: return .character(Character(String(parts[1])))
    case "function":
      guard let number = Int(parts[1]), (1...35).contains(number) else {
        throw .invalidField("key")
      }
      return .function(number)
    case "other":
      guard let code = UInt32(parts[1]) else { throw .invalidField("key") }
      return .other(code)
    default: throw .invalidField("key")
    }
  }
}
