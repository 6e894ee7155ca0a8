import CLinux
import Imaging

/// An event loop with a clock that only the test advances.
@MainActor
final class FakeLoop: DescriptorWatching {
  private var now = 0.0
  private var lastID = 0
  private var timers: [Int: (at: Double, action: @MainActor () -> Void)] = [:]
  private var watched: [Int: (descriptor: Int32, action: @MainActor () -> Void)] = [:]

  var timerCount: Int { timers.count }
  var watchCount: Int { watched.count }

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    lastID += 1
    let id = lastID
    watched[id] = (descriptor, onReadable)
    return Cancellation { [weak self] in self?.watched[id] = nil }
  }

  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    lastID += 1
    let id = lastID
    timers[id] = (now + seconds, action)
    return Cancellation { [weak self] in self?.timers[id] = nil }
  }

  /// Advances the clock and fires due timers in order, also timers added meanwhile.
  func advance(by seconds: Double) {
    let end = now + seconds
    while let next = timers.min(by: { $0.value.at < $1.value.at }), next.value.at <= end + 1e-9 {
      timers[next.key] = nil
      now = max(now, next.value.at)
      next.value.action()
    }
    now = end
  }

  /// Polls the watched descriptors until `isDone`. Returns false when no descriptor becomes
  /// readable for `timeout` seconds.
  func serve(timeout: Int32 = 30, until isDone: () -> Bool) -> Bool {
    while !isDone() {
      let entries = watched.sorted { $0.key < $1.key }
      var polled = entries.map {
        pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0)
      }
      let count = poll(&polled, nfds_t(polled.count), timeout * 1000)
      if count < 0, pbview_errno() == EINTR { continue }
      guard count > 0 else { return false }
      for (index, entry) in entries.enumerated()
      where polled[index].revents != 0 && watched[entry.key] != nil {
        entry.value.action()
      }
    }
    return true
  }
}
