import Glibc
package import Imaging
import Motion
package import Windowing

/// The event loop of the image pipeline and the loaders. Watches and timers can be added before the
/// program's loop exists, so that the first request runs while the program still connects to its
/// display.
package final class LoopBridge: DescriptorWatching {
  private struct WatchEntry {
    var descriptor: Int32
    var handler: @MainActor () -> Void
    var watch: DescriptorWatch?
  }
  private struct Timer {
    var fireTime: Timestamp
    var action: @MainActor () -> Void
    var loopTimer: LoopTimer?
  }
  private var watches: [Int: WatchEntry] = [:]
  private var timers: [Int: Timer] = [:]
  private var nextID = 0
  private var loop: EventLoop?

  /// Makes a bridge that is not attached to an event loop.
  package init() {}

  /// Connects all current and future watches and timers to `loop`.
  package func attach(to loop: EventLoop) {
    self.loop = loop
    for id in watches.keys { connect(id, to: loop) }
    for id in timers.keys { schedule(id, on: loop) }
  }

  /// Calls `onReadable` whenever `descriptor` is readable, until the returned object is cancelled.
  package func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation
  {
    nextID += 1
    let id = nextID
    watches[id] = WatchEntry(descriptor: descriptor, handler: onReadable, watch: nil)
    if let loop { connect(id, to: loop) }
    return Cancellation { [weak self] in
      self?.watches.removeValue(forKey: id)?.watch?.cancel()
    }
  }

  /// Calls `action` once after `seconds`, unless the returned object is cancelled before.
  package func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void)
    -> Cancellation
  {
    nextID += 1
    let id = nextID
    timers[id] = Timer(fireTime: .now + seconds, action: action, loopTimer: nil)
    if let loop { schedule(id, on: loop) }
    return Cancellation { [weak self] in
      self?.timers.removeValue(forKey: id)?.loopTimer?.cancel()
    }
  }

  private func connect(_ id: Int, to loop: EventLoop) {
    guard let entry = watches[id] else { return }
    watches[id]?.watch = loop.watch(descriptor: entry.descriptor, handler: entry.handler)
  }

  private func schedule(_ id: Int, on loop: EventLoop) {
    guard let timer = timers[id] else { return }
    timers[id]?.loopTimer = loop.schedule(at: timer.fireTime) { [weak self] in
      self?.timers[id] = nil
      timer.action()
    }
  }

  /// Polls the descriptors and timers without an event loop, until `isDone` returns true or nothing
  /// is left to wait for. Timers that are due together fire in the order of their times.
  package func run(until isDone: () -> Bool) {
    while !isDone() {
      let watched = watches.sorted { $0.key < $1.key }
      var descriptors = watched.map {
        pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0)
      }
      let next = timers.values.map(\.fireTime).min()
      let wait = next.map { max(0, ($0 - .now) * 1000).rounded(.up) }
      let timeout = wait.map { Int32(min($0, 1e6)) } ?? -1
      if timeout < 0, descriptors.isEmpty { return }
      _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
      for (index, (id, entry)) in watched.enumerated()
      where descriptors[index].revents != 0 && watches[id] != nil {
        entry.handler()
      }
      let now = Timestamp.now
      let due = timers.filter { $0.value.fireTime <= now }.sorted {
        ($0.value.fireTime, $0.key) < ($1.value.fireTime, $1.key)
      }
      // A timer that an earlier one has cancelled is not in `timers` any more.
      for (id, timer) in due where timers.removeValue(forKey: id) != nil { timer.action() }
    }
  }
}
