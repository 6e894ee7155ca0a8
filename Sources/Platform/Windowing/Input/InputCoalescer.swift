import Geometry
import Input

/// The queue of input events for the next frame, in which movements are merged.
///
/// The last position of a pointer replaces earlier ones, and so does that of a finger that moves
/// alone; scroll and gesture deltas add up. A press, key, beginning or end is a barrier: nothing is
/// merged across it. The movements of several fingers keep their alternating order: applying one
/// finger's whole movement before the other's would move the midpoint between them.
nonisolated struct InputCoalescer {
  private var pendingEvents: [InputEvent] = []

  var isEmpty: Bool { pendingEvents.isEmpty }

  /// Whether an event is a movement, which may wait for the next frame.
  static func isMovement(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let e): e.kind == .moved
    case .touch(let e): e.phase == .moved
    case .scroll(let e): !e.isEnd
    case .pinch(let e): e.phase == .changed
    case .swipe(let e): e.phase == .changed
    case .key, .cancelled: false
    }
  }

  /// Adds an event to the queue, merged with an earlier movement of the same kind where possible.
  mutating func append(_ event: InputEvent) {
    guard Self.isMovement(event) else {
      pendingEvents.append(event)
      return
    }
    for i in pendingEvents.indices.reversed() {
      guard Self.isMovement(pendingEvents[i]) else { break }
      if let merged = Self.merge(pendingEvents[i], event) {
        pendingEvents[i] = merged
        return
      }
      if case (.touch, .touch) = (pendingEvents[i], event) { break }
    }
    pendingEvents.append(event)
  }

  /// Returns the events of the queue in their order, and empties it.
  mutating func drain() -> [InputEvent] {
    defer { pendingEvents.removeAll(keepingCapacity: true) }
    return pendingEvents
  }

  /// The merged event of two movements; nil when they cannot be merged.
  private static func merge(_ old: InputEvent, _ new: InputEvent) -> InputEvent? {
    switch (old, new) {
    case (.pointer, .pointer):
      return new
    case (.touch(let a), .touch(let b)):
      return a.id == b.id ? new : nil
    case (.scroll(let a), .scroll(var b)):
      guard a.source == b.source, a.modifiers == b.modifiers else { return nil }
      b.delta = a.delta + b.delta
      return .scroll(b)
    case (.pinch(let a), .pinch(var b)):
      b.delta = a.delta + b.delta
      return .pinch(b)
    case (.swipe(let a), .swipe(var b)):
      guard a.fingers == b.fingers else { return nil }
      b.delta = a.delta + b.delta
      return .swipe(b)
    default:
      return nil
    }
  }
}
