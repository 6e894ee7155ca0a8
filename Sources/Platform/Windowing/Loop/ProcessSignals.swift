import CLinux

/// The signal handling of a program with a window.
///
/// SIGTERM, SIGINT and SIGHUP are blocked before the first thread starts, so that every thread
/// inherits the mask and only the event loop receives them.
package enum ProcessSignals {
  /// The signals that end the program. SIGINT and SIGHUP are excluded when the process was started
  /// with them ignored, as by nohup or by a shell for background commands.
  private static let termination: [Int32] =
    [SIGTERM] + [SIGINT, SIGHUP].filter { linux_is_ignored($0) == 0 }

  private static var hasDefaultActions = false

  /// The termination signals as a signal set.
  static var terminationSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in termination { sigaddset(&set, number) }
    return set
  }

  /// Blocks the termination signals. Also makes writes to a closed pipe or beyond the file size
  /// limit (`ulimit -f`) fail with an error instead of ending the program.
  ///
  /// Call this before any thread is started: running threads do not inherit the mask.
  package static func prepare() {
    helper_ignore(SIGPIPE)
    // A handler instead of SIG_IGN, which child processes would inherit.
    linux_let_signal_pass(SIGXFSZ)
    block()
  }

  /// Restores the default action of the termination signals, for commands without a window: a shell
  /// expects them to end by the signal.
  package static func useDefaultActions() {
    hasDefaultActions = true
    var set = terminationSet
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Runs long work that happens before there is a window. A termination signal ends the program at
  /// once with code 0 meanwhile, because there is nothing to finish.
  ///
  /// No thread may be started by `work`: it would inherit the unblocked signals.
  package static func exitingAtOnce<Result>(during work: () throws -> Result) rethrows -> Result {
    guard !hasDefaultActions else { return try work() }
    for number in termination { linux_exit_on_signal(number) }
    var set = terminationSet
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    defer {
      block()
      for number in termination { linux_default_on_signal(number) }
    }
    return try work()
  }

  /// Blocks the termination signals in this thread and in threads started by it.
  static func block() {
    var set = terminationSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
