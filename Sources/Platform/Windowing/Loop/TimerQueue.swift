public import Motion

/// A callback that an event loop will call at an instant. Releasing the last reference to this
/// object cancels the callback.
@MainActor
public final class LoopTimer {
  /// The instant at which the callback becomes due.
  public let time: Timestamp
  fileprivate let handler: () -> Void
  private weak var owner: TimerQueue?
  fileprivate let id: UInt64

  fileprivate init(id: UInt64, at time: Timestamp, owner: TimerQueue, handler: @escaping () -> Void)
  {
    self.id = id
    self.time = time
    self.owner = owner
    self.handler = handler
  }

  isolated deinit { owner?.remove(id) }

  /// Cancels the callback; without effect when it has already been called.
  public func cancel() { owner?.remove(id) }
}

/// The callbacks that wait in an event loop, each for an instant.
@MainActor
final class TimerQueue {
  private struct Entry {
    let time: Timestamp
    weak var timer: LoopTimer?
  }
  private var entries: [UInt64: Entry] = [:]
  private var lastID: UInt64 = 0

  /// The earliest instant at which a callback is due; nil when none waits.
  var nextTime: Timestamp? { entries.values.lazy.map(\.time).min() }

  /// Schedules one call of `handler` for the first turn of the event loop at or after `time`.
  /// Releasing the returned object cancels the call.
  func schedule(at time: Timestamp, handler: @escaping () -> Void) -> LoopTimer {
    lastID += 1
    let timer = LoopTimer(id: lastID, at: time, owner: self, handler: handler)
    entries[lastID] = Entry(time: time, timer: timer)
    return timer
  }

  /// Calls the callbacks that are due, the earliest first, and of equal times the one scheduled
  /// first. Callbacks that they schedule wait for the next call.
  func run(until now: Timestamp) {
    let due = entries.filter { $0.value.time <= now }.sorted {
      ($0.value.time, $0.key) < ($1.value.time, $1.key)
    }
    for (id, entry) in due where entries.removeValue(forKey: id) != nil {
      entry.timer?.handler()
    }
  }

  fileprivate func remove(_ id: UInt64) { entries[id] = nil }
}
