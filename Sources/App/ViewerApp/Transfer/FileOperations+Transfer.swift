import BrowserHost
import Desktop

extension FileOperations {
  /// Copies or moves photos into a folder, as one step.
  ///
  /// - Parameters:
  ///   - wish: pauses and cancels the transfer.
  ///   - progress: called with the progress.
  ///   - done: called when the transfer has ended.
  func perform(
    _ transfer: Transfer, _ plans: [Transfer.Plan],
    wish: TransferWish, progress: @escaping @MainActor @Sendable (TransferProgress) -> Void,
    done: @escaping () -> Void
  ) {
    let relay = ProgressRelay(progress)
    perform {
      transfer.perform(plans) { part in
        relay.send(part)
        return wish.waitWhilePaused()
      }
    } finish: { [weak self] outcome in
      done()
      self?.didTransfer(transfer, outcome)
    }
  }

  private func didTransfer(_ transfer: Transfer, _ outcome: Transfer.Outcome) {
    history.record(transfer.title, outcome.changes)
    let count = outcome.photos.count
    log.trace(
      "transferred count=\(count) failed=\(outcome.failed.count) "
        + "cancelled=\(outcome.isCancelled ? 1 : 0)")
    let target = "to “\(transfer.folder.readableName)”"
    if let failure = outcome.failure {
      log.error("\(failure)")
      let verb = transfer.kind == .copy ? "copied" : "moved"
      let text = "\(name(of: outcome.failed)) could not be \(verb): \(failure.reason)"
      if count == 0 { window.say(text) } else { sayUndoable(text) }
    } else if count > 0 {
      let end = outcome.isCancelled ? ", then cancelled" : ""
      let what = name(of: outcome.photos)
      sayUndoable(
        transfer.isDuplicate
          ? "Duplicated \(what)\(end)" : "\(transfer.kind.done) \(what) \(target)\(end)")
    } else {
      window.say(
        outcome.isCancelled ? "Cancelled" : "Nothing to \(transfer.kind.title.lowercased())")
    }
    followers.relocate(ListChange(outcome.changes), false) { [weak self] in
      self?.finishOperation()
    }
  }
}
