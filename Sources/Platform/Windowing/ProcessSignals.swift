import CLinux

/// The signals of a program with a window.
///
/// SIGTERM, SIGINT and SIGHUP are blocked before the first thread starts, so that every thread
/// inherits the mask and the event loop alone receives them.
package enum ProcessSignals {
  /// The signals that end the program. SIGINT and SIGHUP are not among them when the process was
  /// started with them ignored, as a shell does with background commands, and nohup.
  private static let termination: [Int32] =
    [SIGTERM] + [SIGINT, SIGHUP].filter { linux_is_ignored($0) == 0 }

  private static var hasDefaultActions = false

  /// The same signals as a set.
  static var terminationSet: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in termination { sigaddset(&set, number) }
    return set
  }

  /// Blocks the termination signals, and lets writing to a closed pipe or beyond the limit of a
  /// file's size (`ulimit -f`) fail with an error instead of ending the program.
  ///
  /// Call it first: threads that run already do not inherit the mask.
  package static func prepare() {
    helper_ignore(SIGPIPE)
    // A handler instead of SIG_IGN, which started programs would inherit.
    linux_let_signal_pass(SIGXFSZ)
    block()
  }

  /// Gives the termination signals their default action: for commands without a window, which a
  /// shell expects to end by the signal.
  package static func useDefaultActions() {
    hasDefaultActions = true
    var set = terminationSet
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Does work that may take long while there is no window yet; a termination signal ends the
  /// program at once with code 0, because there is nothing to finish.
  ///
  /// No thread may be started meanwhile: it would inherit the signals.
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

  /// Blocks the termination signals in this thread and those it starts.
  static func block() {
    var set = terminationSet
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
