import BrowserHost
import Desktop
import Localization
import PhotoGrid

/// The operations that write new files from photos, with Undo.
extension FileOperations {
  /// A command that writes new files from photos: to export them, to crop them, or to rotate their
  /// pixels.
  enum NewFileCommand {
    case export, crop, turnPixels

    /// The name of the command's step in the Undo menu.
    var title: String {
      switch self {
      case .export: tr("Export")
      case .crop: tr("Crop")
      case .turnPixels: tr("Apply Rotation to Pixels")
      }
    }
    /// The message beside the progress bar while the command runs.
    func runningMessage(_ photos: [FilePath]) -> String {
      switch self {
      case .export: trPhotos(photos, "Exporting “{name}”", "Exporting {count} pictures")
      case .crop: trPhotos(photos, "Cropping “{name}”", "Cropping {count} pictures")
      case .turnPixels:
        trPhotos(
          photos, "Rotating the pixels of “{name}”", "Rotating the pixels of {count} pictures")
      }
    }
    /// The message to the user about the photos for which the command succeeded.
    fileprivate func doneMessage(_ photos: [FilePath]) -> String {
      switch self {
      case .export:
        trPhotos(
          photos, "Exported “{name}” to “{folder}”", "Exported {count} pictures to “{folder}”",
          ["folder": photos.first?.folder.readableName ?? ""])
      case .crop: trPhotos(photos, "Cropped “{name}”", "Cropped {count} pictures")
      case .turnPixels:
        trPhotos(
          photos, "Rotated the pixels of “{name}”", "Rotated the pixels of {count} pictures")
      }
    }
    /// The message to the user about the photos for which the command failed.
    fileprivate func failureMessage(_ photos: [FilePath], _ reason: String) -> String {
      switch self {
      case .export:
        trPhotos(
          photos, "“{name}” could not be exported: {reason}",
          "{count} pictures could not be exported: {reason}", ["reason": reason])
      case .crop:
        trPhotos(
          photos, "“{name}” could not be cropped: {reason}",
          "{count} pictures could not be cropped: {reason}", ["reason": reason])
      case .turnPixels:
        trPhotos(
          photos, "“{name}” could not be rotated: {reason}",
          "{count} pictures could not be rotated: {reason}", ["reason": reason])
      }
    }
  }

  /// Writes new files from photos, as one step that can be undone, after the operations that were
  /// requested before.
  ///
  /// - Parameters:
  ///   - onBegin: called when the first job begins.
  ///   - onProgress: called with the completed share, 0…1.
  ///   - onWritten: called when the last job has ended or the work was cancelled.
  ///   - onListed: called when the lists of pictures show the new files.
  func writeNewFiles(
    _ jobs: [PhotoExporter.Job], _ command: NewFileCommand,
    onBegin: @escaping () -> Void, onProgress: @escaping (Double) -> Void,
    onWritten: @escaping () -> Void, onListed: @escaping () -> Void
  ) {
    guard let exporter, !jobs.isEmpty else {
      onWritten()
      return onListed()
    }
    enqueue { [weak self] in
      onBegin()
      exporter.perform(jobs, progress: onProgress) { [weak self] outcome in
        onWritten()
        if command == .crop, let copy = outcome.newFiles.first {
          self?.originalsByCroppedCopy[copy] = jobs.first?.source.absolute(in: CurrentFolder.path)
        }
        self?.didWriteNewFiles(command, outcome, onListed)
      }
    }
  }

  /// Cancels the writing of the files of `jobs`. Files that are complete already stay.
  func cancelNewFiles(_ jobs: [PhotoExporter.Job]) { exporter?.cancel(jobs) }

  /// The message about an operation that has changed some photos and failed for others: the
  /// sentence `done`, then the sentence `problem`.
  static func message(done: String, problem: String) -> String {
    tr(
      // TRANSLATORS: two sentences: “Rotated 40 pictures” and “2 pictures could not be rotated …”.
      "{done}. {problem}", ["done": done, "problem": problem])
  }

  private func didWriteNewFiles(
    _ command: NewFileCommand, _ outcome: PhotoExporter.Outcome, _ end: @escaping () -> Void
  ) {
    let finish: () -> Void = { [weak self] in
      end()
      self?.finishOperation()
    }
    record(outcome.changes, as: command.title)
    let made = outcome.newFiles
    log.trace(
      "made count=\(made.count) failed=\(outcome.failed.count) "
        + "cancelled=\(outcome.isCancelled ? 1 : 0)")
    if !outcome.failed.isEmpty {
      report(outcome.failures, isUndoable: !made.isEmpty) {
        let problem = command.failureMessage($0, $1)
        guard !made.isEmpty else { return problem }
        return Self.message(done: command.doneMessage(photos(of: made)), problem: problem)
      }
    } else if !made.isEmpty {
      showUndoableMessage(
        Self.endMessage(command.doneMessage(photos(of: made)), isCancelled: outcome.isCancelled))
    } else if outcome.isCancelled {
      window.showToast(tr("Cancelled"))
    } else if outcome.unchangedCount > 0 {
      window.showToast(tr("The pixels are upright already"))
    }
    let replaced = outcome.changes.compactMap { change in
      if case .replaced(let path, _, _) = change { path } else { nil }
    }
    if !replaced.isEmpty {
      return listHandlers.showRewritten(replaced, false, finish)
    }
    guard command == .crop, !made.isEmpty else { return finish() }
    listHandlers.restore(made, nil, finish)
  }
}
