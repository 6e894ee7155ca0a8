import BrowserHost
import Desktop
import Localization

extension FileOperations {
  /// Sets a photo as the wallpaper, after the operations that were requested before. It is a step
  /// that can be undone where the desktop reports the former wallpaper.
  ///
  /// - Parameters:
  ///   - file: the absolute path of the photo.
  ///   - set: sets the wallpaper, on a worker thread.
  func setWallpaper(
    _ file: FilePath,
    by set: @escaping @Sendable () throws(DesktopError) -> Wallpaper.Outcome
  ) {
    enqueue { [weak self] in
      WorkerThread.run {
        Result { () throws(DesktopError) in try set() }
      } finish: { [weak self] result in
        self?.didSetWallpaper(file, result)
      }
    }
  }

  private func didSetWallpaper(
    _ file: FilePath, _ result: Result<Wallpaper.Outcome, DesktopError>
  ) {
    switch result {
    case .failure(let error):
      log.error("\(error)")
      window.showFailure(tr("The wallpaper could not be set: {reason}", ["reason": error.reason]))
    case .success(let outcome) where outcome.isCancelled: break
    case .success(let outcome):
      let text = tr("“{name}” is the wallpaper now", ["name": file.displayName])
      if let former = outcome.former {
        record(.wallpaper(file, former: former), as: Command.setWallpaper.title, showing: text)
      } else {
        window.showToast(text)
      }
    }
    log.trace("wallpaper set")
    finishOperation()
  }
}
