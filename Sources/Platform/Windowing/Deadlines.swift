public import Motion

/// Something to do at an instant. Letting go of the last reference takes it back.
@MainActor
public final class Deadline {
  /// When.
  public let time: Timestamp
  fileprivate let handler: () -> Void
  private weak var owner: Deadlines?
  fileprivate let id: UInt64

  fileprivate init(id: UInt64, at time: Timestamp, owner: Deadlines, handler: @escaping () -> Void)
  {
    self.id = id
    self.time = time
    self.owner = owner
    self.handler = handler
  }

  isolated deinit { owner?.remove(id) }

  /// Takes it back; does nothing when it has passed.
  public func cancel() { owner?.remove(id) }
}

/// The instants somebody waits for.
@MainActor
final class Deadlines {
  private struct Entry {
    let time: Timestamp
    weak var deadline: Deadline?
  }
  private var entries: [UInt64: Entry] = [:]
  private var lastID: UInt64 = 0

  /// The earliest instant, or nil when nobody waits.
  var next: Timestamp? { entries.values.lazy.map(\.time).min() }

  /// Calls `handler` once, when the loop finds `time` has come.
  func schedule(at time: Timestamp, handler: @escaping () -> Void) -> Deadline {
    lastID += 1
    let deadline = Deadline(id: lastID, at: time, owner: self, handler: handler)
    entries[lastID] = Entry(time: time, deadline: deadline)
    return deadline
  }

  /// Runs what is due, earliest first; what is scheduled meanwhile waits for the next call.
  func run(until now: Timestamp) {
    let due = entries.filter { $0.value.time <= now }.sorted { $0.value.time < $1.value.time }
    for (id, entry) in due where entries.removeValue(forKey: id) != nil {
      entry.deadline?.handler()
    }
  }

  fileprivate func remove(_ id: UInt64) { entries[id] = nil }
}
