import BrowserHost
import Desktop
import Localization

extension FileOperations {
  /// Renames photos, as one step that can be undone.
  func rename(_ plans: [Renaming.Plan]) {
    let joinsPairs = joinsPairs()
    let title = Self.runningMessage(tr("Rename"), plans.count)
    enqueue { [weak self] in
      self?.runCancellably(title, isLong: plans.count > 1) {
        Renaming.perform(plans, joinsPairs: joinsPairs, progress: $0)
      } finish: { [weak self] outcome in
        self?.didRename(outcome)
      }
    }
  }

  /// Records renamed photos for Undo, and tells the user about them.
  private func didRename(_ outcome: Outcome) {
    record(outcome.made, as: tr("Rename"))
    let lists = ListChange(outcome.made)
    let names = lists.moved.map(\.to)
    log.trace("renamed count=\(photos(of: names).count) failed=\(outcome.failed.count)")
    if !outcome.failed.isEmpty {
      report(outcome.failures, isUndoable: !names.isEmpty) {
        trPhotos(
          $0, "“{name}” could not be renamed: {reason}",
          "{count} pictures could not be renamed: {reason}", ["reason": $1])
      }
    } else if photos(of: names).count == 1, let name = photos(of: names).first {
      let text = tr("Renamed to “{name}”", ["name": name.displayName])
      showUndoableMessage(Self.endMessage(text, isCancelled: outcome.isCancelled))
    } else if !names.isEmpty {
      let text = trPhotos(photos(of: names), "Renamed “{name}”", "Renamed {count} pictures")
      showUndoableMessage(Self.endMessage(text, isCancelled: outcome.isCancelled))
    } else if outcome.isCancelled {
      showCancelled()
    }
    listHandlers.relocate(lists, false, nil) { [weak self] in self?.finishOperation() }
  }
}
