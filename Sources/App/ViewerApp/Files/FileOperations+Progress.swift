import BrowserHost
import Localization
import PhotoGrid

extension FileOperations {
  /// Performs work that changes one photo after the other on a worker thread. Work on several
  /// photos that takes long shows its progress, and the user can cancel it between two photos.
  ///
  /// - Parameters:
  ///   - title: the message beside the progress bar.
  ///   - isLong: whether the work may take long; otherwise no progress is shown.
  ///   - work: the work. It calls `progress` before each photo, with the completed share from 0 to
  ///     1. If `progress` returns false, the work ends without that photo and those after it.
  ///   - finish: called on the main actor with the result; it has to call ``finishOperation()`` in
  ///     the end.
  func runCancellably<Result: Sendable>(
    _ title: String, isLong: Bool,
    _ work: @escaping @Sendable (_ progress: (Double) -> Bool) -> Result,
    finish: @escaping @MainActor (Result) -> Void
  ) {
    let control = TransferControl()
    guard let display = makeProgress(title, isLong: isLong, control) else {
      return WorkerThread.run {
        work { _ in true }
      } finish: {
        finish($0)
      }
    }
    let relay = ProgressRelay { display.share = $0.share }
    WorkerThread.run {
      work { share in
        relay.send(TransferProgress(share: share))
        return !control.isCancelled
      }
    } finish: {
      display.finish()
      finish($0)
    }
  }

  /// Makes the progress of work that changes one photo after the other; nil for work that does not
  /// take long.
  ///
  /// - Parameter control: the state of the work, which is cancelled when the user cancels it.
  func makeProgress(_ title: String, isLong: Bool, _ control: TransferControl) -> WorkProgress? {
    guard isLong else { return nil }
    return window.makeProgress(title) { control.cancel() }
  }
}
