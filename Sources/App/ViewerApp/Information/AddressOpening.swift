import BrowserHost
import Desktop
import Localization

extension ViewerWindow {
  /// Opens an http or https address in the desktop's web browser; shows a message when that fails.
  func openInBrowser(_ address: String) {
    WorkerThread.run {
      Result { () throws(DesktopError) in try DefaultPrograms.openFirst(of: [address]) }
    } finish: { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        showToast(tr("“{name}”: {reason}", ["name": address, "reason": error.reason]))
      }
      log.trace("address opened")
    }
  }
}
