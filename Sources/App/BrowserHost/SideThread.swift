import Glibc

/// Work beside the main actor, on a thread that ends with it.
///
/// Not `@concurrent`: Dispatch's pool, once it has begun, looks after its threads every second for
/// as long as the program lives, and a viewer that shows a picture has to sleep.
nonisolated package enum SideThread {
  /// Does `work`, then `finish` with its result on the main actor. Not an `async` function: what
  /// resumes one goes through the pool.
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
