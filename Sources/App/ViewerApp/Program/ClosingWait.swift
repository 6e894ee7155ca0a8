/// The wait of a closing window for the running operations on files, and for the user to close the
/// message about those that have failed meanwhile.
final class ClosingWait {
  /// Whether the program has to end without questions to the user, because the session ends or a
  /// signal has asked for it. Default: false.
  var skipsMessages = false

  private let operations: FileOperations
  /// Whether the window waits for operations, or has waited for the last one.
  private var isWaiting = false

  init(for operations: FileOperations) { self.operations = operations }

  /// Tells the user that the window closes after the running operations on files, and waits for
  /// them: the rest of a copy, or the mark that was just set, would be lost. A second call during
  /// the wait returns false, so that the program ends without the wait. After a message about
  /// failures, the next call waits again if the user has begun another operation meanwhile.
  ///
  /// - Parameter end: called when the program can end; it may call this method again.
  /// - Returns: false, without the call of `end`, when the program can end at once.
  func waitIfNeeded(then end: @escaping () -> Void) -> Bool {
    guard !isWaiting else {
      skipsMessages = true
      return false
    }
    // The flag is set before `announceClosing`, which may close the message about failures: the end
    // of that message ends the program only if the window does not wait.
    isWaiting = true
    guard operations.deferUntilIdle({ [weak self] in self?.finishWaiting(then: end) }) else {
      return false
    }
    operations.window.announceClosing()
    operations.log.trace("closing waits")
    return true
  }

  /// Ends the program after the operations. When one of them has failed, the window stays until the
  /// user has closed the message about it.
  private func finishWaiting(then end: @escaping () -> Void) {
    let messageDidClose: () -> Void = { [weak self] in
      if let self, !isWaiting { end() }
    }
    guard !skipsMessages, operations.window.showUnseenFailures(then: messageDidClose) else {
      return end()
    }
    // The user may begin another operation, such as Undo, while the message about failures is
    // shown.
    isWaiting = false
    operations.log.trace("closing shows failures")
  }
}
