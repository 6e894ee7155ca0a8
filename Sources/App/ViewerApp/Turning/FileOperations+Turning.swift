import BrowserHost
import Desktop
import Geometry
import Localization

/// The operations that rotate and flip photos, with Undo.
extension FileOperations {
  /// Rotates or flips photos, as one step that can be undone. Camera RAW files, clips and web
  /// addresses are left out.
  ///
  /// - Returns: false when no photo is left.
  func changeOrientation(of files: [FilePath], by turn: Orientation) -> Bool {
    let photos = files.filter {
      $0.webAddress == nil && !$0.isCameraRaw && !ClipName.extensions.contains($0.fileExtension)
    }
    guard !photos.isEmpty, let turner else {
      if !files.isEmpty { window.showToast(tr("Camera RAW files and clips cannot be rotated")) }
      return false
    }
    enqueue { [weak self] in
      let progress = self?.window.makeProgress(
        trPhotos(photos, "Rotating “{name}”", "Rotating {count} pictures")
      ) { [weak turner] in
        turner?.cancel()
      }
      turner.changeOrientation(of: photos, by: turn) {
        progress?.share = $0
      } finish: { [weak self] outcome in
        progress?.finish()
        self?.didChangeOrientation(of: photos, by: turn, outcome)
      }
    }
    return true
  }

  private func didChangeOrientation(
    of files: [FilePath], by turn: Orientation, _ outcome: PhotoTurner.Outcome
  ) {
    record(outcome.changes, as: turn.turnTitle)
    let done = outcome.changes.map(\.path)
    log.trace("turned count=\(done.count) failed=\(outcome.failedFiles.count)")
    let text = tr(
      "{action}: {photos}", ["action": turn.turnTitle, "photos": nameOrCount(of: done)])
    if !outcome.failedFiles.isEmpty {
      report(outcome.failures, isUndoable: !done.isEmpty) {
        let problem = trPhotos(
          $0, "“{name}” could not be rotated: {reason}",
          "{count} pictures could not be rotated: {reason}", ["reason": $1])
        return done.isEmpty ? problem : Self.message(done: text, problem: problem)
      }
    } else if !done.isEmpty {
      showUndoableMessage(Self.endMessage(text, isCancelled: outcome.isCancelled))
    } else if outcome.isCancelled {
      window.showToast(tr("Cancelled"))
    }
    if done.isEmpty { listHandlers.endOrientationPreviews() }
    listHandlers.showRewritten(done, false) { [weak self] in self?.finishOperation() }
  }
}
