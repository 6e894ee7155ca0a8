import BrowserHost
import Input
import Localization
import PhotoGrid
import Views

/// The messages of the file operations to the user.
extension FileOperations {
  /// A text for some files: “a.jpg” for one, “3 pictures” for several.
  nonisolated static func nameOrCount(of files: [FilePath]) -> String {
    guard files.count == 1, let file = files.first else {
      return NumberText.pictureCount(files.count)
    }
    return tr("“{name}”", ["name": file.displayName])
  }

  /// The message beside the progress bar while a command works on photos.
  static func runningMessage(_ action: String, _ count: Int) -> String {
    tr("{action}: {photos}", ["action": action, "photos": NumberText.pictureCount(count)])
  }

  /// The message about finished work: `sentence`, followed by “then cancelled” if `isCancelled` is
  /// true.
  static func endMessage(_ sentence: String, isCancelled: Bool) -> String {
    isCancelled ? tr("{message}, then cancelled", ["message": sentence]) : sentence
  }

  /// Shows the message “Cancelled”, for an operation that the user has cancelled before it changed
  /// a photo.
  func showCancelled() { window.showToast(tr("Cancelled")) }

  /// Shows a message with an Undo button.
  func showUndoableMessage(_ text: String) { window.showToast(text, action: undoButton) }

  /// The Undo button of a message.
  private var undoButton: Toast.ToastAction {
    Toast.ToastAction(tr("Undo"), keys: ViewerKeys.current.standard.caps(for: .undo)) {
      [weak self] in
      self?.undo()
    }
  }

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
    let text = sentence(photos, failures.commonReason)
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
