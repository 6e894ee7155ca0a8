/// The queue of a window's file operations, which run one after the other.
final class FileOperationQueue {
  private var isWorking = false
  private var waitingOperations: [() -> Void] = []
  /// The number of operations that have left the queue and wait for the user.
  private var waitingForUserCount = 0
  /// The closures to call when no operation runs or waits any more.
  private var idleHandlers: [() -> Void] = []

  /// Starts an operation after all operations that were enqueued before it. The operation has to
  /// call ``finish()`` when it ends.
  func enqueue(_ operation: @escaping () -> Void) {
    guard isWorking else {
      isWorking = true
      return operation()
    }
    waitingOperations.append(operation)
  }

  /// Ends the current operation, and starts the next one in the queue.
  func finish() {
    guard waitingOperations.isEmpty else { return waitingOperations.removeFirst()() }
    isWorking = false
    callHandlersIfIdle()
  }

  /// Lets the current operation wait for the user outside the queue, and starts the next operation
  /// in the queue. The waiting operation calls ``finishWaitForUser()`` when it ends, and not
  /// ``finish()``.
  func waitForUserOutsideQueue() {
    waitingForUserCount += 1
    finish()
  }

  /// Ends the wait of an operation for the user.
  func finishWaitForUser() {
    waitingForUserCount -= 1
    callHandlersIfIdle()
  }

  private func callHandlersIfIdle() {
    guard !isWorking, waitingForUserCount == 0 else { return }
    let actions = idleHandlers
    idleHandlers = []
    for action in actions { action() }
  }

  /// Calls a closure once the queue is empty and no operation waits for the user. Operations that
  /// are enqueued before that moment are completed first.
  ///
  /// - Returns: false if no operation runs or waits; the closure is not called in this case.
  func deferUntilIdle(_ action: @escaping () -> Void) -> Bool {
    guard isWorking || waitingForUserCount > 0 else { return false }
    idleHandlers.append(action)
    return true
  }
}
