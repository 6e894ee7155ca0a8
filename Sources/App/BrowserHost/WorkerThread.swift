import Threads

/// Work off the main actor, on a thread that is made for it and ends with it.
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
    @Sendable func job() {
      let result = work()
      Task { @MainActor in finish(result) }
    }
    if !PosixThread.detach(job) { job() }
  }
}
