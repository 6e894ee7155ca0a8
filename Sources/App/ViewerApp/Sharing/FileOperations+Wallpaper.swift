import BrowserHost
import Desktop
import Localization

extension FileOperations {
  /// Sets a photo as the wallpaper, after the operations that were requested before. It is a step
  /// that can be undone if the desktop reports the former wallpaper. While a dialog of the desktop
  /// is open, other operations run.
  ///
  /// - Parameters:
  ///   - file: the absolute path of the photo.
  ///   - set: begins to set the wallpaper, on a worker thread.
  func setWallpaper(
    _ file: FilePath,
    by set: @escaping @Sendable () throws(DesktopError) -> WallpaperChange.ChangeStep
  ) {
    enqueue { [weak self] in
      WorkerThread.run {
        Result { () throws(DesktopError) in try set() }
      } finish: { [weak self] in
        self?.handleWallpaperStep(with: file, $0)
      }
    }
  }

  /// Handles the result of one step of setting the wallpaper: ends, or goes on with the next step.
  private func handleWallpaperStep(
    with file: FilePath, _ result: Result<WallpaperChange.ChangeStep, DesktopError>
  ) {
    switch result {
    case .failure(let error): didSetWallpaper(file, .failure(error))
    case .success(.ended(let outcome)): didSetWallpaper(file, .success(outcome))
    case .success(.dialogFailed(let others)): setWallpaper(file, by: others)
    case .success(.needsDialog(let ask)):
      queue.waitForUserOutsideQueue()
      return WorkerThread.run {
        ask()
      } finish: { [weak self] step in
        // The result of the dialog is handled as an operation in the queue, because it adds a step
        // to the undo history, which a running Undo may be changing.
        self?.setWallpaper(file) { () throws(DesktopError) in step }
        self?.queue.finishWaitForUser()
      }
    }
    finishOperation()
  }

  private func didSetWallpaper(
    _ file: FilePath, _ result: Result<Wallpaper.WallpaperOutcome, DesktopError>
  ) {
    switch result {
    case .failure(let error):
      log.error("\(error)")
      window.showFailure(tr("The wallpaper could not be set: {reason}", ["reason": error.reason]))
    case .success(let outcome) where outcome.isCancelled: break
    case .success(let outcome):
      let text = tr("“{name}” is the wallpaper now", ["name": file.displayName])
      if let former = outcome.formerSetting {
        record(.wallpaper(file, former: former), as: Command.setWallpaper.title, showing: text)
      } else {
        window.showToast(text)
      }
    }
    log.trace("wallpaper set")
  }
}
