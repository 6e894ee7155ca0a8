import Motion
import Windowing

/// The progress of work on files, which is shown only when the work takes long.
final class WorkProgress {
  /// The completed share of the work, from 0 to 1.
  var share = 0.0 {
    didSet { sheet.show(share: share) }
  }
  private let sheet: TransferSheet
  fileprivate var displayTimer: LoopTimer?

  fileprivate init(_ sheet: TransferSheet) { self.sheet = sheet }

  /// Hides the progress after the work has ended.
  func finish() {
    displayTimer = nil
    sheet.finish()
  }
}

/// The progress of copying or moving files, which the user can pause and cancel. It is shown only
/// when the work takes long.
final class TransferDisplay {
  /// The state of the work, which the user changes.
  let control = TransferControl()
  private let sheet: TransferSheet
  private weak var view: ViewerWindow?
  private var displayTimer: LoopTimer?

  /// Makes the progress of work that has not begun.
  ///
  /// - Parameter title: the message while the work runs.
  init(_ title: String, in view: ViewerWindow) {
    sheet = TransferSheet(title, control: control)
    self.view = view
  }

  /// Shows the sheet after a delay, unless the work has ended. Call it when the work begins:
  /// before, the sheet would cover the sheet of the preceding work.
  func showAfterDelay() {
    guard let view else { return }
    displayTimer = view.loop.schedule(at: view.now + ViewerWindow.progressDelay) {
      [weak view, weak sheet] in
      if let sheet, !sheet.isDone { view?.present(sheet) }
    }
  }

  func show(_ progress: TransferProgress) {
    if let view { sheet.show(progress, at: view.now) }
  }

  /// Hides the progress after the work has ended.
  func finish() {
    displayTimer = nil
    sheet.finish()
  }
}

extension ViewerWindow {
  /// The time in seconds after which the progress of work is shown.
  fileprivate static let progressDelay = 0.5

  /// Makes the progress of work on files, which is shown when the work takes long.
  ///
  /// - Parameters:
  ///   - title: the message while the work runs.
  ///   - cancel: called when the user cancels the work.
  func makeProgress(
    _ title: String, cancel: @escaping @MainActor @Sendable () -> Void
  ) -> WorkProgress {
    let control = TransferControl { Task { @MainActor in cancel() } }
    let sheet = TransferSheet(title, control: control, canPause: false)
    let progress = WorkProgress(sheet)
    progress.displayTimer = loop.schedule(at: now + Self.progressDelay) { [weak self, weak sheet] in
      if let sheet, !sheet.isDone { self?.present(sheet) }
    }
    return progress
  }
}
