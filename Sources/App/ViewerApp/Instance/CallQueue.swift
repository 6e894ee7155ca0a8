import CLinux
import Desktop
import Motion
import Synchronization
import Windowing

/// The queue of calls that other programs make over D-Bus, from the threads of the bus connection
/// to the main actor.
nonisolated final class CallQueue: Sendable {
  private typealias Handler = @MainActor @Sendable (ApplicationCall) -> Void
  private struct State {
    var waiting: [(call: ApplicationCall, done: @Sendable () -> Void)] = []
    var handler: Handler?
    /// An eventfd that becomes readable when a call is waiting; nil while no thread waits for a
    /// call.
    var signalDescriptor: Int32?
  }
  private let state = Mutex(State())

  /// Passes a call to the handler, or keeps the call until there is a handler. `done` is called
  /// after the call has been handled.
  func enqueue(_ call: ApplicationCall, done: @escaping @Sendable () -> Void) {
    let handler = state.withLock { state -> Handler? in
      if state.handler == nil {
        state.waiting.append((call, done))
        if let signal = state.signalDescriptor { eventfd_write(signal, 1) }
      }
      return state.handler
    }
    guard let handler else { return }
    Task { @MainActor in
      handler(call)
      done()
    }
  }

  /// Sets the handler of calls, and calls it at once with each call that is waiting.
  @MainActor func deliver(to handler: @escaping @MainActor @Sendable (ApplicationCall) -> Void) {
    let waiting = state.withLock { state in
      state.handler = handler
      defer { state.waiting = [] }
      return state.waiting
    }
    for (call, done) in waiting {
      handler(call)
      done()
    }
  }

  /// Waits for a call of another program and takes it out of the queue.
  ///
  /// - Parameter seconds: the maximum time to wait, in seconds.
  /// - Returns: the first call; nil if none has come in this time.
  func takeFirst(within seconds: Double) -> ApplicationCall? {
    let signal = eventfd(0, Int32(EFD_CLOEXEC))
    guard signal >= 0 else { return nil }
    defer { close(signal) }
    let hasCall = state.withLock { state in
      state.signalDescriptor = signal
      return !state.waiting.isEmpty
    }
    if !hasCall { Self.wait(for: signal, seconds: seconds) }
    let first = state.withLock { state in
      state.signalDescriptor = nil
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    first?.done()
    return first?.call
  }

  /// Waits until a file descriptor is readable, but at most for `seconds`. The wait continues after
  /// an interruption by a signal.
  private static func wait(for descriptor: Int32, seconds: Double) {
    let end = Timestamp.systemNow.seconds + seconds
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var left = seconds
    while left > 0, poll(&watched, 1, Int32((left * 1000).rounded(.up))) < 0,
      pbview_errno() == EINTR
    {
      left = end - Timestamp.systemNow.seconds
    }
  }
}
