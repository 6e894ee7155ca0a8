/// The operations of a window on files, which run one after the other.
final class FileOperationQueue {
  private var isWorking = false
  private var waiting: [() -> Void] = []
  /// The closures that are called when no operation runs or waits any more.
  private var endings: [() -> Void] = []

  /// Starts an operation when those before it have ended. It has to end with ``finish()``.
  func enqueue(_ operation: @escaping () -> Void) {
    guard isWorking else {
      isWorking = true
      return operation()
    }
    waiting.append(operation)
  }

  /// Ends the current operation, and starts the next one that waits.
  func finish() {
    guard waiting.isEmpty else { return waiting.removeFirst()() }
    isWorking = false
    let actions = endings
    endings = []
    for action in actions { action() }
  }

  /// Calls a closure when the running operation and those that wait have ended, also those that
  /// are enqueued until then.
  ///
  /// - Returns: false, without a call, when no operation runs.
  func whenDone(_ action: @escaping () -> Void) -> Bool {
    guard isWorking else { return false }
    endings.append(action)
    return true
  }
}
