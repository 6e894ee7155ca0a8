import Glibc

/// A way to run work off the main actor, on a thread of its own that ends with the work.
///
/// It replaces `@concurrent`: once started, Dispatch's thread pool wakes up every second for as
/// long as the program lives, but an idle viewer has to sleep.
nonisolated package enum WorkerThread {
  /// Runs `work` on a new thread, then `finish` with its result on the main actor. It is no `async`
  /// function, because those are resumed through the thread pool. If no thread can be started,
  /// `work` runs on the calling thread.
  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, finish: @escaping @MainActor (Result) -> Void
  ) {
    let job = Unmanaged.passRetained(
      Job {
        let result = work()
        Task { @MainActor in finish(result) }
      })
    var thread = pthread_t()
    if pthread_create(&thread, nil, start, job.toOpaque()) == 0 {
      pthread_detach(thread)
    } else {
      job.takeRetainedValue().work()
    }
  }

  private final class Job: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().work()
      return nil
    }
}
