import CLinux
import Imaging

/// An event loop for an image pipeline, which watches file descriptors and has no timers.
@MainActor
final class PollLoop: DescriptorWatching {
  private var lastID = 0
  private var watched: [Int: (descriptor: Int32, action: @MainActor () -> Void)] = [:]

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    lastID += 1
    let id = lastID
    watched[id] = (descriptor, onReadable)
    return Cancellation { [weak self] in self?.watched[id] = nil }
  }

  /// Never performs the action. Timeouts of helpers are not needed: a hang shows in the benchmark.
  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    Cancellation {}
  }

  /// Handles readable descriptors until `isDone` is true, or none has been readable for 60 s.
  func run(until isDone: () -> Bool) {
    while !isDone() {
      let entries = Array(watched)
      var polled = entries.map {
        pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&polled, nfds_t(polled.count), 60_000) > 0 else { return }
      for (index, entry) in entries.enumerated()
      where polled[index].revents != 0 && watched[entry.key] != nil {
        entry.value.action()
      }
    }
  }
}
