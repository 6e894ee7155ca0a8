import Threads

/// A runner of work off the main actor, on a thread that is made for the work and ends with it.
///
/// The type replaces `@concurrent`: once started, Dispatch's thread pool wakes up every second for
/// as long as the program lives, but an idle viewer has to sleep.
nonisolated package enum WorkerThread {
  /// The scheduler of results while input is recorded or replayed. Default: nil, for delivery in
  /// the order in which the results come.
  @MainActor package static var scheduler: (any WorkScheduler)?

  /// Runs `work` on a new thread, then `finish` with its result on the main actor. It is no `async`
  /// function, because those are resumed through the thread pool. If no thread can be started,
  /// `work` runs on the calling thread.
  @MainActor package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, finish: @escaping @MainActor (Result) -> Void
  ) {
    guard let scheduler else { return start(work, finish: finish) }
    scheduler.run(work, finish: finish)
  }

  /// Runs `work` on a new thread without ``scheduler``, then `finish` with its result on the main
  /// actor.
  package static func start<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, finish: @escaping @MainActor (Result) -> Void
  ) {
    @Sendable func job() {
      let result = work()
      Task { @MainActor in finish(result) }
    }
    if !PosixThread.detach(job) { job() }
  }
}

/// A scheduler that decides in which order the results of work are delivered to the main actor.
package protocol WorkScheduler: AnyObject {
  /// Runs `work` and then `finish` with its result on the main actor.
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, finish: @escaping @MainActor (Result) -> Void)
}
