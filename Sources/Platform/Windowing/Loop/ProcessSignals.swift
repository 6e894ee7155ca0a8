import CLinux

/// The handling of process signals in a program with a window.
///
/// SIGTERM, SIGINT and SIGHUP are blocked before the first thread starts, so that every thread
/// inherits the mask and only the event loop receives them.
package enum ProcessSignals {
  /// The numbers of the signals that end the program. SIGINT and SIGHUP are excluded when the
  /// process was started with them ignored, as by nohup or by a shell for background commands.
  private static let terminationSignals: [Int32] =
    [SIGTERM] + [SIGINT, SIGHUP].filter { linux_is_ignored($0) == 0 }

  private static var hasDefaultActions = false

  /// The signals that end the program, as a signal set.
  static var terminationSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in terminationSignals { sigaddset(&set, number) }
    return set
  }

  /// Blocks the signals that end the program. Also makes writes to a closed pipe or beyond the file
  /// size limit (`ulimit -f`) fail with an error instead of ending the program.
  ///
  /// Call this function before any thread is started: running threads do not inherit the mask.
  package static func setUp() {
    helper_ignore(SIGPIPE)
    // A handler is set instead of SIG_IGN, which child processes would inherit.
    linux_let_signal_pass(SIGXFSZ)
    blockTerminationSignals()
  }

  /// Restores the default action of the signals that end the program, for commands without a
  /// window: a shell expects such a command to end by the signal.
  package static func useDefaultActions() {
    hasDefaultActions = true
    var set = terminationSet
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Runs long work that happens before the first window. Meanwhile SIGTERM, SIGINT and SIGHUP end
  /// the program at once with exit status 0, because it has nothing to finish. After
  /// ``useDefaultActions()``, the default actions remain.
  ///
  /// Threads that `work` starts have the signals blocked, see `PosixThread`.
  package static func exitingAtOnce<Result>(during work: () throws -> Result) rethrows -> Result {
    guard !hasDefaultActions else { return try work() }
    for number in terminationSignals { linux_exit_on_signal(number) }
    var set = terminationSet
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    defer {
      blockTerminationSignals()
      for number in terminationSignals { linux_default_on_signal(number) }
    }
    return try work()
  }

  /// Blocks the signals that end the program in this thread and in threads that it starts later.
  static func blockTerminationSignals() {
    var set = terminationSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
