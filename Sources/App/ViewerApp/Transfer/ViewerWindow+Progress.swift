import Motion
import Windowing

/// The progress of work on files, which is shown only when it takes long.
final class WorkProgress {
  /// The completed share, from 0 to 1.
  var share = 0.0 {
    didSet { sheet.show(share: share) }
  }
  private let sheet: TransferSheet
  fileprivate var delay: Deadline?

  fileprivate init(_ sheet: TransferSheet) { self.sheet = sheet }

  /// Hides the progress after the end of the work.
  func finish() {
    delay = nil
    sheet.finish()
  }
}

extension ViewerWindow {
  /// The time in seconds after which long work shows its progress.
  private static let progressDelay = 0.5

  /// Begins to show the progress of work on files when it takes long.
  ///
  /// - Parameter cancel: called when the user cancels the work.
  func follow(
    _ title: String, cancel: @escaping @MainActor @Sendable () -> Void
  ) -> WorkProgress {
    let control = TransferControl { Task { @MainActor in cancel() } }
    let sheet = TransferSheet(title, control: control, canPause: false)
    let progress = WorkProgress(sheet)
    progress.delay = loop.schedule(at: now + Self.progressDelay) { [weak self, weak sheet] in
      if let sheet, !sheet.isDone { self?.present(sheet) }
    }
    return progress
  }
}
