import Synchronization
import Views

/// The wish to cancel a transfer, which the copying thread polls.
nonisolated final class TransferWish: Sendable {
  private let wish = Atomic(false)

  var isCancelled: Bool { wish.load(ordering: .relaxed) }

  func cancel() { wish.store(true, ordering: .relaxed) }
}

/// The sheet with the progress of a long transfer, which can be cancelled.
final class TransferSheet: BottomSheet {
  /// The completed share, from 0 to 1.
  var share = 0.0 {
    didSet {
      bar.share = share
      panelDidChange()
    }
  }
  /// Whether the transfer has ended.
  private(set) var isDone = false

  private let bar = FormProgress()
  private let cancelButton = PillButton("Cancel")

  init(_ title: String, wish: TransferWish) {
    super.init(title, items: [bar, FormButtons([cancelButton])])
    cancelButton.isQuiet = true
    cancelButton.action = { wish.cancel() }
    onLeave = { [weak self] in
      if let self, !isDone { wish.cancel() }
    }
    bar.share = 0
  }

  /// Closes the sheet, because the transfer has ended.
  func finish() {
    isDone = true
    close()
  }
}
