import BrowserHost
import Desktop

extension FileOperations {
  /// Renames photos, as one step.
  func rename(_ plans: [Renaming.Plan]) {
    perform {
      Renaming.perform(plans)
    } finish: { [weak self] outcome in
      self?.didRename(outcome)
    }
  }

  /// Reports renamed photos.
  private func didRename(_ outcome: Outcome<FilePath>) {
    history.record("Rename", outcome.made)
    let lists = ListChange(outcome.made)
    let names = lists.moved.map(\.to)
    log.trace("renamed count=\(photos(of: names).count) failed=\(outcome.failed.count)")
    if let failure = outcome.failure {
      log.error("\(failure)")
      let text = "\(name(of: outcome.failed)) could not be renamed: \(failure.reason)"
      if names.isEmpty { window.say(text) } else { sayUndoable(text) }
    } else if photos(of: names).count == 1, let name = photos(of: names).first {
      sayUndoable("Renamed to “\(name.displayName)”")
    } else if !names.isEmpty {
      sayUndoable("Renamed \(self.name(of: names))")
    }
    followers.relocate(lists, false) { [weak self] in self?.finishOperation() }
  }
}
