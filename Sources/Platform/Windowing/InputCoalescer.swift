import Geometry
import Input

/// Holds the movements of one frame and keeps only what matters of them.
///
/// The last position of a pointer stays, and that of a finger that moves alone; scroll and gesture
/// movements add up. A press, a key, a beginning or an end is a border: nothing is merged across it.
/// Fingers that move together go on in turns: if all the way of one came before that of the other,
/// what is between them would move.
nonisolated struct InputCoalescer {
  private var held: [InputEvent] = []

  /// True when nothing is held.
  var isEmpty: Bool { held.isEmpty }

  /// True for an event that may wait for its frame.
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

  /// Takes one more event, merged into an earlier movement of the same kind where there is one.
  mutating func append(_ event: InputEvent) {
    guard Self.isMovement(event) else {
      held.append(event)
      return
    }
    for i in held.indices.reversed() {
      guard Self.isMovement(held[i]) else { break }
      if let merged = Self.merge(held[i], event) {
        held[i] = merged
        return
      }
      if case (.touch, .touch) = (held[i], event) { break }
    }
    held.append(event)
  }

  /// Everything held, in order; nothing is held afterwards.
  mutating func drain() -> [InputEvent] {
    defer { held.removeAll(keepingCapacity: true) }
    return held
  }

  /// The one movement two make, or nil when they have nothing to do with each other.
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
