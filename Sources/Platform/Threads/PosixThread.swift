import Glibc

/// A thread that runs one closure, made with pthreads.
///
/// Dispatch's thread pool is no replacement: once started, it wakes up every second for as long as
/// the program lives, but an idle viewer has to sleep.
package struct PosixThread: Sendable {
  private let thread: pthread_t

  /// Starts a thread that runs `work`, with SIGTERM, SIGINT and SIGHUP blocked. The caller must
  /// call ``join()`` once.
  ///
  /// - Returns: nil when no thread can be created; `work` is not run then.
  package init?(_ work: @escaping @Sendable () -> Void) {
    let retained = Unmanaged.passRetained(Work(work))
    var started = pthread_t()
    // A new thread inherits the signal mask, so the signals are blocked in the calling thread
    // until the new one has been created.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, &signals, &mask)
    let code = pthread_create(&started, nil, Self.run, retained.toOpaque())
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    guard code == 0 else {
      retained.release()
      return nil
    }
    thread = started
  }

  /// Waits until the closure has returned, and releases the thread. Must be called exactly once.
  package func join() { pthread_join(thread, nil) }

  /// Starts a thread that runs `work` and whose end cannot be awaited.
  ///
  /// - Returns: false when no thread can be created; `work` is not run then.
  package static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let started = PosixThread(work) else { return false }
    pthread_detach(started.thread)
    return true
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }
}
