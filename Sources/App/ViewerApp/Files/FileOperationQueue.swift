/// The queue of a window's file operations, which run one after the other.
final class FileOperationQueue {
  private var isWorking = false
  private var waiting: [() -> Void] = []
  /// The closures to call when no operation runs or waits any more.
  private var endings: [() -> Void] = []

  /// Starts an operation after all operations that were enqueued before it. The operation has to
  /// call ``finish()`` when it ends.
  func enqueue(_ operation: @escaping () -> Void) {
    guard isWorking else {
      isWorking = true
      return operation()
    }
    waiting.append(operation)
  }

  /// Ends the current operation, and starts the next one in the queue.
  func finish() {
    guard waiting.isEmpty else { return waiting.removeFirst()() }
    isWorking = false
    let actions = endings
    endings = []
    for action in actions { action() }
  }

  /// Calls a closure once the queue is empty, including operations that are enqueued until then.
  ///
  /// - Returns: false if no operation runs; the closure is not called in this case.
  func whenDone(_ action: @escaping () -> Void) -> Bool {
    guard isWorking else { return false }
    endings.append(action)
    return true
  }
}
