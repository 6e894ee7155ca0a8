import BrowserHost
import Geometry
import Localization
import PhotoBrowser
import PhotoGrid

/// The commands that change files, with those for Undo and Redo. Every change except a permanent
/// deletion is one step of the undo history.
final class FileCommands {
  private let shown: ShownScenes
  private let pages: PageLibrary
  private let services: ProgramServices
  private let operations: FileOperations
  private let marking: PhotoMarking
  private let exports: PhotoExports
  private let cropping: PhotoCropping
  private let transfers: PhotoTransfers
  private let renaming: PhotoRenaming
  private let exchange: ClipboardExchange
  private let rejected: RejectedPhotos

  init(
    _ operations: FileOperations, _ shown: ShownScenes, _ pages: PageLibrary,
    _ services: ProgramServices, marking: PhotoMarking, exports: PhotoExports,
    transfers: PhotoTransfers, exchange: ClipboardExchange
  ) {
    self.operations = operations
    self.shown = shown
    self.pages = pages
    self.services = services
    self.marking = marking
    self.exports = exports
    self.transfers = transfers
    self.exchange = exchange
    cropping = PhotoCropping(shown, services, exports)
    renaming = PhotoRenaming(shown, services, operations)
    rejected = RejectedPhotos(
      list: { RejectedPhotos.List(inFrontOf: shown, pages) }, marks: services.marks)
    shown.view.undoAndRedoTitles = { [weak operations] in
      (operations?.undoTitle, operations?.redoTitle)
    }
  }

  /// Performs a command if it changes files.
  ///
  /// - Returns: false for any other command.
  func perform(_ command: Command) -> Bool {
    if shown.refuseIfNoPhotos(for: command) || shown.refuseIfInArchive(command) { return true }
    switch command {
    case .delete:
      let files = shown.filesForCommands
      operations.moveToTrash(files, closesWindow: pages.wouldCloseWindow(without: files))
    case .deletePermanently: operations.deletePermanently(shown.filesForCommands)
    case .deleteRejected: deleteRejected()
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .pick, .reject, .unflag, .labelRed,
      .labelYellow, .labelGreen, .labelBlue, .labelPurple:
      if let mark = Mark(command) { marking.set(mark) }
    case .copyTo: transfers.chooseTarget(.copy)
    case .moveTo: transfers.chooseTarget(.move)
    case .copyAgain: transfers.repeatTransfer(.copy)
    case .moveAgain: transfers.repeatTransfer(.move)
    case .rename: renaming.begin()
    case .duplicate: transfers.duplicate()
    case .newFolder: transfers.moveToNewFolder()
    case .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically:
      if let turn = Orientation(command) { changeOrientation(by: turn) }
    case .cut: exchange.cut()
    case .paste: exchange.paste()
    case .export: exports.begin()
    case .crop: cropping.begin()
    case .turnPixels: exports.turnPixels()
    case .undo: operations.undo()
    case .redo: operations.redo()
    case .undoHistory: showUndoHistory()
    default: return false
    }
    return true
  }

  /// Moves the rejected photos of the pages, the grid or the list of the comparison to the trash,
  /// as one step of the undo history. Marks that the user has given before this command count, even
  /// if they are still being written.
  private func deleteRejected() {
    let (queue, view, rejected) = (operations.queue, shown.view, rejected)
    queue.enqueue { [weak self] in
      // The search for rejected photos runs outside the queue, so that neither other operations nor
      // the closing of the window wait until photos have been read.
      queue.finish()
      rejected.find {
        view.showToast(tr("Reading {count} more", ["count": NumberText.number($0)]))
      } then: { [weak self] files in
        if let files { self?.moveToTrash(found: files) }
      }
    }
  }

  /// Moves those of `files` to the trash that still have the flag Reject when the operations
  /// before, which may change marks, have ended.
  private func moveToTrash(found files: [FilePath]) {
    guard !files.isEmpty else { return moveToTrash(rejected: []) }
    let (queue, rejected) = (operations.queue, rejected)
    queue.enqueue { [weak self] in
      rejected.findRejected(of: files) { [weak self] files in
        queue.finish()
        self?.moveToTrash(rejected: files)
      }
    }
  }

  /// Moves files to the trash; shows a message if there are none.
  private func moveToTrash(rejected files: [FilePath]) {
    guard !files.isEmpty else {
      shown.view.showToast(tr("There are no rejected photos"))
      return services.log.trace("refused empty command=\(Command.deleteRejected.rawValue)")
    }
    operations.moveToTrash(files, closesWindow: pages.wouldCloseWindow(without: files))
  }

  /// Rotates or flips the photo on the current page, or the selected photos of the grid. Of a photo
  /// with several files, only the shown file is changed.
  private func changeOrientation(by turn: Orientation) {
    let photos = shown.photosForCommands
    let visit = shown.visit.flatMap { shown.view.scene === $0 ? $0 : nil }
    if let visit, visit.leaves.count > 1, visit.leaves.shownIndex > 0 {
      return shown.view.showToast(tr("Only the first picture of a file can be rotated"))
    }
    if operations.changeOrientation(of: photos, by: turn) {
      visit?.changePreview.showTurned(by: turn)
    }
  }

  /// Shows the list of the steps that can be undone; when all are undone, the list of those that
  /// can be redone. If further steps have been made when the user chooses, nothing is undone or
  /// redone, and the new list is shown.
  private func showUndoHistory() {
    let undoable = operations.undoableSteps
    let isRedo = undoable.isEmpty
    let steps = isRedo ? operations.redoableSteps : undoable
    guard !steps.isEmpty else { return shown.view.showToast(tr("Nothing to undo")) }
    let numbers = steps.map(\.number)
    shown.view.present(
      UndoHistorySheet(steps.map { (name: $0.name, photos: $0.photos) }, isRedo: isRedo) {
        [weak self] count in
        let chosen = numbers.prefix(count)
        if isRedo {
          self?.operations.redo(steps: chosen) { [weak self] in self?.showUndoHistory() }
        } else {
          self?.operations.undo(steps: chosen) { [weak self] in self?.showUndoHistory() }
        }
      })
    services.log.trace("history steps=\(steps.count) redo=\(isRedo ? 1 : 0)")
  }

  /// Completes the file operations of programs that were killed, on a worker thread, and shows a
  /// message about them.
  func recoverOperations() {
    WorkerThread.run {
      OperationRecovery.run()
    } finish: { [weak self] outcome in
      if !outcome.isEmpty { self?.showOutcome(outcome) }
    }
  }

  private func showOutcome(_ outcome: OperationRecovery.Outcome) {
    for photo in outcome.dividedPhotos {
      services.log.error(tr("{file}: its files are divided", ["file": photo.display]))
    }
    if let first = outcome.dividedPhotos.first {
      shown.view.showToast(
        tr(
          "An operation was interrupted. The files of “{name}” are divided: some are in another folder",
          ["name": first.displayName]))
    } else {
      let photos = FileOperations.nameOrCount(of: outcome.completedPhotos)
      shown.view.showToast(
        tr("An operation was interrupted, and is now complete: {photos}", ["photos": photos]))
    }
    services.log.trace(
      "recovered count=\(outcome.completedPhotos.count) divided=\(outcome.dividedPhotos.count)")
  }
}
