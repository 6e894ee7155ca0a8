import CLinux
import Imaging

/// The smallest loop that serves a pipeline: descriptors and nothing else.
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

  /// Nothing is timed: a helper that hangs would show as a benchmark that does.
  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    Cancellation {}
  }

  /// Serves until `isDone`.
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
