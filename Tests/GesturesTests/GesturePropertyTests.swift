import Geometry
import Gestures
import Input
import Motion
import TestSupport
import Testing

@Suite struct GesturePropertyTests {
  /// 4000 traces of at least 60 events each take one or two seconds. Faults in the code have
  /// violated each invariant within the first hundred traces.
  @Test func `every gesture begins once, ends once and never jumps for any input`() {
    for seed in UInt64(1)...4000 {
      var trace = RandomTrace(seed: seed)
      if let failure = Self.failure(of: trace.make(), seed: seed) {
        Issue.record("\(failure)")
        return
      }
    }
  }

  @Test func `equal traces give equal gestures`() {
    for seed in UInt64(1)...50 {
      var one = RandomTrace(seed: seed)
      var two = RandomTrace(seed: seed)
      #expect(Self.run(one.make()) == Self.run(two.make()), "seed \(seed)")
    }
  }

  @Test func `random traces produce every kind of gesture`() {
    var seen: [String: Int] = [:]
    for seed in UInt64(1)...400 {
      var trace = RandomTrace(seed: seed)
      for line in Self.run(trace.make()) {
        let words = line.split(separator: " ")
        let isContinuous = words[0] == "pan" || words[0] == "pinch"
        let kind = isContinuous ? "\(words[0]) \(words[1])" : "\(words[0])"
        seen[line.hasSuffix("handover") ? kind + " handover" : kind, default: 0] += 1
      }
    }
    let kinds = [
      "pressed", "released", "tap", "doubletap", "menu", "button", "wheel", "hover", "pan began",
      "pan changed", "pan ended", "pan cancelled", "pan ended handover", "pan began handover",
      "pinch began", "pinch changed", "pinch ended", "pinch cancelled", "pinch ended handover",
      "pinch began handover",
    ]
    for kind in kinds { #expect(seen[kind, default: 0] > 20, "\(kind) in \(seen)") }
  }

  @Test func `advancing to a deadline leaves none or a later one`() {
    for seed in UInt64(5001)...5500 {
      var trace = RandomTrace(seed: seed)
      var arena = GestureArena()
      for event in trace.make() {
        if let event { _ = arena.receive(event) }
        guard let deadline = arena.deadline else { continue }
        var ahead = arena
        _ = ahead.advance(to: deadline)
        #expect(ahead.deadline.map { $0 > deadline } ?? true, "seed \(seed)")
      }
    }
  }

  private static func run(_ trace: [InputEvent?]) -> [String] {
    var arena = GestureArena()
    return trace.flatMap { step(&arena, $0) }.map(TimelineScript.describe)
  }

  private static func step(_ arena: inout GestureArena, _ event: InputEvent?) -> [GestureEvent] {
    if let event { return arena.receive(event) }
    return arena.deadline.map { arena.advance(to: $0) } ?? []
  }

  /// The violated invariant with the trace up to the violation, or nil.
  private static func failure(of trace: [InputEvent?], seed: UInt64) -> String? {
    var arena = GestureArena(tuning: GestureTuning(doubleTapEnabled: seed % 3 != 0))
    var laws = GestureLaws()
    var steps = ["seed \(seed)"]
    func report(_ broken: String) -> String { (["\(broken)"] + steps).joined(separator: "\n") }
    for event in trace {
      let gestures = step(&arena, event)
      steps.append(
        "\(text(event)) | \(gestures.map(TimelineScript.describe).joined(separator: "; "))")
      if let broken = laws.check(gestures) { return report(broken) }
      if let event, let broken = Self.straying(gestures, from: event) { return report(broken) }
    }
    let last = arena.receive(.cancelled(Timestamp(seconds: 1000)))
    steps.append("cancel | \(last.map(TimelineScript.describe).joined(separator: "; "))")
    return (laws.check(last) ?? laws.checkEnd(arena)).map(report)
  }

  /// The failure when a pan's location differs from its contact's location, or nil.
  private static func straying(_ gestures: [GestureEvent], from event: InputEvent) -> String? {
    let location: Point
    switch event {
    case .pointer(let e): location = e.location
    case .touch(let e): location = e.location
    default: return nil
    }
    for case .pan(let pan) in gestures where pan.kind != .touchpad && !pan.isHandover {
      let isMoved = pan.phase == .began || pan.phase == .changed
      if isMoved && pan.location != location { return "a drag is not where its contact is" }
    }
    return nil
  }

  private static func text(_ event: InputEvent?) -> String {
    guard let event else { return "until the deadline" }
    switch event {
    case .pointer(let e): return "\(e.time.seconds) \(e.kind) \(e.location)"
    case .touch(let e): return "\(e.time.seconds) touch \(e.id) \(e.phase) \(e.location)"
    case .scroll(let e):
      return "\(e.time.seconds) \(e.source) \(e.delta) end \(e.isEnd) \(e.modifiers)"
    case .pinch(let e): return "\(e.time.seconds) pinch \(e.phase) \(e.scale)"
    case .swipe(let e): return "\(e.time.seconds) swipe \(e.phase) \(e.delta)"
    case .key(let e): return "\(e.time.seconds) key"
    case .cancelled(let time): return "\(time.seconds) cancelled"
    }
  }
}
