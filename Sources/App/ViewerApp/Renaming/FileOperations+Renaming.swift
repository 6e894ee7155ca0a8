import BrowserHost
import Desktop
import Localization

extension FileOperations {
  /// Renames photos, as one step that can be undone.
  func rename(_ plans: [Renaming.Plan]) {
    let joinsPairs = joinsPairs()
    perform {
      Renaming.perform(plans, joinsPairs: joinsPairs)
    } finish: { [weak self] outcome in
      self?.didRename(outcome)
    }
  }

  /// Records renamed photos for Undo, and tells the user about them.
  private func didRename(_ outcome: Outcome<FilePath>) {
    history.record(tr("Rename"), outcome.made)
    let lists = ListChange(outcome.made)
    let names = lists.moved.map(\.to)
    log.trace("renamed count=\(photos(of: names).count) failed=\(outcome.failed.count)")
    if let failure = outcome.failure {
      log.error("\(failure)")
      let text = trPhotos(
        photos(of: outcome.failed), "“{name}” could not be renamed: {reason}",
        "{count} pictures could not be renamed: {reason}", ["reason": failure.reason])
      showFailure(text, isUndoable: !names.isEmpty)
    } else if photos(of: names).count == 1, let name = photos(of: names).first {
      showUndoable(tr("Renamed to “{name}”", ["name": name.displayName]))
    } else if !names.isEmpty {
      showUndoable(
        trPhotos(photos(of: names), "Renamed “{name}”", "Renamed {count} pictures"))
    }
    followers.relocate(lists, false) { [weak self] in self?.finishOperation() }
  }
}
