import BrowserHost
import Localization

extension FileOperations {
  /// Shows a message about photos that could not be changed.
  ///
  /// - Parameter isUndoable: whether other photos were changed, so that there is an Undo button.
  func showFailure(_ text: String, isUndoable: Bool) {
    window.showFailure(text, action: isUndoable ? undoButton : nil)
  }

  /// Reports files that could not be changed: one photo in a message, several in a sheet with the
  /// reason for each. A window that is about to close shows a message only.
  ///
  /// - Parameters:
  ///   - isUndoable: whether other photos were changed, so that there is an Undo button.
  ///   - choices: further buttons of the sheet. Default: none.
  ///   - sentence: the message about the photos and the reason.
  func report(
    _ failures: FileFailures, isUndoable: Bool, choices: [FailureSheet.Choice] = [],
    _ sentence: (_ photos: [FilePath], _ reason: String) -> String
  ) {
    for failure in failures.all { log.error("\(failure.error)") }
    let photos = photos(of: failures.files)
    let text = sentence(photos, failures.reason)
    guard photos.count > 1, !window.isClosing else {
      return showFailure(text, isUndoable: isUndoable)
    }
    let undo = FailureSheet.Choice(title: tr("Undo")) { [weak self] in self?.undo() }
    let sheet = FailureSheet(text, failures, choices: choices + (isUndoable ? [undo] : []))
    sheet.onCopy = { [weak self] in self?.window.copy(text: $0) }
    window.present(sheet)
    log.trace("failures count=\(failures.all.count)")
  }
}
