import BrowserHost
import Desktop
import Localization

extension FileOperations {
  /// Copies or moves photos into a folder, as one step that can be undone, after the operations
  /// that were requested before.
  ///
  /// - Parameters:
  ///   - control: the means of the caller to pause and cancel the transfer.
  ///   - begin: called when the transfer begins.
  ///   - progress: called on the main actor while files are copied.
  ///   - done: called when the transfer has ended.
  func perform(
    _ transfer: Transfer, _ plans: [Transfer.Plan],
    control: TransferControl, begin: @escaping () -> Void,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void,
    done: @escaping () -> Void
  ) {
    enqueueCopying(control: control, begin: begin, progress: progress) {
      transfer.perform(plans, progress: $0)
    } finish: { [weak self] outcome in
      done()
      self?.didTransfer(transfer, outcome)
    }
  }

  /// Copies the files of a photo under another name, as one step that can be undone, after the
  /// operations that were requested before.
  ///
  /// - Parameters:
  ///   - control: the means of the caller to pause and cancel the copying.
  ///   - begin: called when the copying begins.
  ///   - progress: called on the main actor while files are copied.
  ///   - done: called when the copying has ended.
  func saveCopy(
    _ copy: SaveCopyWork, control: TransferControl, begin: @escaping () -> Void,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void,
    done: @escaping () -> Void
  ) {
    enqueueCopying(control: control, begin: begin, progress: progress) {
      copy.perform(progress: $0)
    } finish: { [weak self] outcome in
      done()
      self?.didSaveCopy(copy, outcome)
    }
  }

  /// Runs `copy` on a worker thread, after the operations that were requested before.
  ///
  /// - Parameters:
  ///   - progress: called on the main actor while `copy` runs.
  ///   - copy: copies files. It calls its argument with the progress, and stops when that returns
  ///     false.
  ///   - finish: called on the main actor with the outcome.
  private func enqueueCopying(
    control: TransferControl, begin: @escaping () -> Void,
    progress: @escaping @MainActor @Sendable (TransferProgress) -> Void,
    copy: @escaping @Sendable ((TransferProgress) -> Bool) -> Transfer.Outcome,
    finish: @escaping @MainActor (Transfer.Outcome) -> Void
  ) {
    let relay = ProgressRelay(progress)
    enqueue {
      begin()
      WorkerThread.run {
        copy { part in
          relay.send(part)
          return control.waitWhilePaused()
        }
      } finish: { outcome in
        finish(outcome)
      }
    }
  }

  private func didSaveCopy(_ copy: SaveCopyWork, _ outcome: Transfer.Outcome) {
    record(outcome.changes, as: tr("Save Copy As"))
    if let failure = outcome.failure {
      log.error("\(failure)")
      showFailure(
        tr(
          "“{name}” could not be copied: {reason}",
          ["name": copy.source.displayName, "reason": failure.reason]),
        isUndoable: !outcome.changes.isEmpty)
    } else if outcome.isCancelled {
      window.showToast(tr("Cancelled"))
    } else {
      showUndoableMessage(tr("Saved “{name}”", ["name": copy.target.displayName]))
    }
    log.trace(
      "saved copies=\(outcome.transferredPhotos.count) failed=\(outcome.failed.count) "
        + "cancelled=\(outcome.isCancelled ? 1 : 0)")
    listHandlers.relocate(ListChange(outcome.changes), false, nil) { [weak self] in
      self?.finishOperation()
    }
  }

  private func didTransfer(_ transfer: Transfer, _ outcome: Transfer.Outcome) {
    record(outcome.changes, as: transfer.undoName)
    let count = outcome.transferredPhotos.count
    log.trace(
      "transferred count=\(count) failed=\(outcome.failed.count) "
        + "cancelled=\(outcome.isCancelled ? 1 : 0)")
    if !outcome.failed.isEmpty {
      report(outcome.failures, isUndoable: count > 0) { failed, reason in
        transfer.kind == .copy
          ? trPhotos(
            failed, "“{name}” could not be copied: {reason}",
            "{count} pictures could not be copied: {reason}", ["reason": reason])
          : trPhotos(
            failed, "“{name}” could not be moved: {reason}",
            "{count} pictures could not be moved: {reason}", ["reason": reason])
      }
    } else if count > 0 {
      let done = transfer.doneMessage(photos(of: outcome.transferredPhotos))
      showUndoableMessage(Self.endMessage(done, isCancelled: outcome.isCancelled))
    } else if outcome.isCancelled {
      window.showToast(tr("Cancelled"))
    } else {
      window.showToast(transfer.kind == .copy ? tr("Nothing to copy") : tr("Nothing to move"))
    }
    listHandlers.relocate(ListChange(outcome.changes), false, nil) { [weak self] in
      self?.finishOperation()
    }
  }
}
