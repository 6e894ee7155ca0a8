import CLinux
import Testing

@testable import Video

/// An event loop with real descriptors and the monotonic clock, driven by `run`.
@MainActor final class PlayerTestLoop: DescriptorWatching {
  private struct Timer {
    var at: Double
    var action: @MainActor () -> Void
  }
  private var watched: [Int: (descriptor: Int32, action: @MainActor () -> Void)] = [:]
  private var timers: [Int: Timer] = [:]
  private var nextID = 0

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    nextID += 1
    let id = nextID
    watched[id] = (descriptor, onReadable)
    return Cancellation { [weak self] in self?.watched[id] = nil }
  }

  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    nextID += 1
    let id = nextID
    timers[id] = Timer(at: Self.now + seconds, action: action)
    return Cancellation { [weak self] in self?.timers[id] = nil }
  }

  /// Whether a timer is running.
  var hasTimers: Bool { !timers.isEmpty }

  /// Whether a descriptor is watched.
  var isWatching: Bool { !watched.isEmpty }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Serves descriptors and timers until `isDone`, for at most `seconds`.
  ///
  /// - Returns: Whether `isDone` became true.
  @discardableResult
  func run(_ seconds: Double = 30, until isDone: () -> Bool) -> Bool {
    let end = Self.now + seconds
    while !isDone() {
      let now = Self.now
      guard now < end else { return false }
      let next = timers.values.map(\.at).min().map { min($0, end) } ?? end
      let list = watched.sorted { $0.key < $1.key }
      var polled = list.map { pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0) }
      _ = poll(&polled, nfds_t(polled.count), Int32(max(0, (next - now) * 1000).rounded(.up)))
      for (index, (id, entry)) in list.enumerated()
      where polled[index].revents != 0 && watched[id] != nil { entry.action() }
      for (id, timer) in timers where timer.at <= Self.now {
        timers[id] = nil
        timer.action()
      }
    }
    return true
  }
}
