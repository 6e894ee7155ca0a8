import BrowserHost
import Desktop
import Geometry
import Input
import Localization
import Motion
import PhotoGrid
import Views

/// The operations of a window on files: moving to the trash, deleting permanently, marking, Undo
/// and Redo.
///
/// Files are changed on a worker thread, one operation after the other. An operation ends after the
/// lists of pictures contain its result. The user is asked first in two cases only: before a
/// permanent deletion, which cannot be undone, and before the last picture goes to the trash, with
/// which the window closes.
final class FileOperations {
  /// The object that exports photos to new files; nil if photos cannot be exported.
  let exporter: PhotoExporter?
  /// The object that rotates and flips photos; nil if photos cannot be rotated.
  let turner: PhotoTurner?
  /// Returns the rules by which several files are one photo. Messages count photos by these rules.
  let rules: () -> StackRules
  /// Returns whether each RAW+JPEG pair in the list is one photo. If so, one file of a pair alone
  /// means that the list is out of date.
  let joinsPairs: () -> Bool

  unowned let window: ViewerWindow
  let log: Log
  let queue = FileOperationQueue()
  /// The functions by which the lists of pictures are updated.
  private(set) var listHandlers = ListHandlers()
  /// The writer of marks; nil if photos cannot be marked.
  private var marking: Marking?
  /// The steps of this window for Undo and Redo; only the methods for Undo and Redo change it.
  var history = UndoStack<FileChange>()
  /// The number of steps for which Undo or Redo has failed or was cancelled, at least in part.
  private(set) var failedReversalCount = 0
  /// The files that are being removed but may still be shown. Deleting one of them again has no
  /// effect.
  private var filesBeingRemoved: Set<FilePath> = []

  /// The photos that were cropped, by the paths of the copies.
  var originalsByCroppedCopy: [FilePath: FilePath] = [:]

  private static var trashName: String { tr("Move to Trash") }

  /// Makes the object for the file operations of `window`.
  init(
    in window: ViewerWindow, turner: PhotoTurner? = nil, exporter: PhotoExporter? = nil,
    rules: @escaping () -> StackRules = { StackRules() },
    joinsPairs: @escaping () -> Bool = { false }, log: Log
  ) {
    self.window = window
    self.turner = turner
    self.exporter = exporter
    self.rules = rules
    self.joinsPairs = joinsPairs
    self.log = log
  }

  /// Connects the operations with the lists of pictures, which follow the changed files.
  func connect(_ listHandlers: ListHandlers) { self.listHandlers = listHandlers }

  /// Connects the operations with the writer of marks.
  func connect(_ marking: Marking) { self.marking = marking }

  /// A text for the photos to which some files belong: “a.jpg” for one, “3 pictures” for several.
  func nameOrCount(of files: [FilePath]) -> String { Self.nameOrCount(of: photos(of: files)) }

  /// The file that is shown for each photo to which some files belong.
  func photos(of files: [FilePath]) -> [FilePath] { rules().shownFiles(among: files) }

  // MARK: Menus

  /// The title of the menu item for Undo, such as “Undo Move to Trash”; nil if there is nothing to
  /// undo.
  var undoTitle: String? { history.undoName.map { tr("Undo {action}", ["action": $0]) } }
  /// The title of the menu item for Redo, such as “Redo Move to Trash”; nil if there is nothing to
  /// redo.
  var redoTitle: String? { history.redoName.map { tr("Redo {action}", ["action": $0]) } }

  // MARK: Deleting

  /// Moves photos to the trash with their companions, as one step of the undo history.
  ///
  /// - Parameter closesWindow: whether no picture is left afterwards, so that the window closes
  ///   with the last one. The user is then asked first, because Undo ends with the window.
  func moveToTrash(_ files: [FilePath], closesWindow: Bool = false) {
    guard let files = removableLocalFiles(files) else { return }
    guard closesWindow else { return startMovingToTrash(files) }
    let choice = MenuItem(tr("Move to Trash"), isDestructive: true) { [weak self] in
      self?.startMovingToTrash(files)
    }
    window.present(
      ActionSheet(
        trPhotos(
          photos(of: files), "Move “{name}” to the trash?", "Move {count} pictures to the trash?"),
        message: tr("It is the last picture here. The window closes with it."), entries: [choice]))
    log.trace("asking count=\(photos(of: files).count) permanent=0")
  }

  /// Deletes photos and their companions permanently, if the user confirms it.
  func deletePermanently(_ files: [FilePath]) {
    guard let files = removableLocalFiles(files) else { return }
    window.present(
      ActionSheet(
        trPhotos(
          photos(of: files), "Permanently delete “{name}”?",
          "Permanently delete {count} pictures?"), message: tr("This cannot be undone."),
        entries: [permanentChoice(files)]))
    log.trace("asking count=\(photos(of: files).count) permanent=1")
  }

  private func permanentChoice(_ files: [FilePath]) -> MenuItem {
    MenuItem(tr("Delete Permanently"), isDestructive: true) { [weak self] in
      self?.startDeleting(files)
    }
  }

  /// The files on this computer that are not already being removed; nil if there are none, with a
  /// message to the user if all are web addresses.
  private func removableLocalFiles(_ files: [FilePath]) -> [FilePath]? {
    let files = files.filter { !filesBeingRemoved.contains($0) }
    guard !files.isEmpty else { return nil }
    let local = files.filter { $0.webAddress == nil }
    if local.isEmpty { window.showToast(tr("Only files on this computer can be deleted")) }
    return local.isEmpty ? nil : local
  }

  private func startMovingToTrash(_ files: [FilePath]) {
    filesBeingRemoved.formUnion(files)
    let photos = rules().photos(among: files)
    let joinsPairs = joinsPairs()
    enqueue { [weak self] in
      let folder = CurrentFolder.path
      let title = Self.runningMessage(Self.trashName, photos.count)
      self?.runCancellably(title, isLong: photos.count > 1) {
        TrashWork.perform(photos, in: folder, joinsPairs: joinsPairs, progress: $0)
      } finish: { [weak self] in
        self?.record($0.made, as: Self.trashName)
        self?.didRemove(files, $0, isPermanent: false)
      }
    }
  }

  private func startDeleting(_ files: [FilePath]) {
    filesBeingRemoved.formUnion(files)
    let photos = rules().photos(among: files)
    let title = Self.runningMessage(tr("Delete Permanently"), photos.count)
    enqueue { [weak self] in
      let folder = CurrentFolder.path
      self?.runCancellably(title, isLong: photos.count > 1) {
        DeletionWork.perform(photos, in: folder, progress: $0)
      } finish: { [weak self] in
        self?.didRemove(files, $0, isPermanent: true)
      }
    }
  }

  private func didRemove(_ files: [FilePath], _ outcome: Outcome, isPermanent: Bool) {
    let gone = outcome.removed(among: files)
    filesBeingRemoved.subtract(outcome.failed + outcome.cancelled)
    if !gone.isEmpty {
      if isPermanent {
        let text = trPhotos(photos(of: gone), "Deleted “{name}”", "Deleted {count} pictures")
        window.showToast(Self.endMessage(text, isCancelled: outcome.isCancelled))
      } else {
        showMovedToTrash(gone, isCancelled: outcome.isCancelled)
      }
      log.trace("deleted count=\(photos(of: gone).count) permanent=\(isPermanent ? 1 : 0)")
    }
    if !outcome.failed.isEmpty {
      reportNotRemoved(outcome.failures, isUndoable: !gone.isEmpty, isPermanent: isPermanent)
    } else if gone.isEmpty, outcome.isCancelled {
      showCancelled()
    }
    updateLists(removed: gone)
  }

  /// Shows a message about files that were moved to the trash, with an Undo button.
  ///
  /// - Parameter isCancelled: whether the user has cancelled the moving of others.
  private func showMovedToTrash(_ files: [FilePath], isCancelled: Bool) {
    let text = trPhotos(
      photos(of: files), "Moved “{name}” to the trash", "Moved {count} pictures to the trash")
    showUndoableMessage(Self.endMessage(text, isCancelled: isCancelled))
  }

  /// Reports files that could not be removed. If they could not be moved to the trash, the sheet
  /// offers to delete them permanently, unless the window is about to close.
  private func reportNotRemoved(_ failures: FileFailures, isUndoable: Bool, isPermanent: Bool) {
    let files = failures.files
    func title(_ photos: [FilePath]) -> String {
      isPermanent
        ? trPhotos(photos, "“{name}” could not be deleted", "{count} pictures could not be deleted")
        : trPhotos(
          photos, "“{name}” could not be moved to the trash",
          "{count} pictures could not be moved to the trash")
    }
    let permanent = permanentChoice(files)
    if window.isClosing || photos(of: files).count > 1 {
      let choice = FailureSheet.Choice(title: permanent.title, action: permanent.action)
      report(
        failures, isUndoable: isUndoable && !isPermanent, choices: isPermanent ? [] : [choice]
      ) { "\(title($0)): \($1)" }
    } else {
      if let failure = failures.firstError { log.error("\(failure)") }
      window.present(
        ActionSheet(
          title(photos(of: files)), message: failures.commonReason + ".",
          entries: isPermanent ? [] : [permanent],
          cancelTitle: isPermanent ? tr("Close") : tr("Keep", context: "file")))
    }
    log.trace("refused count=\(files.count) permanent=\(isPermanent ? 1 : 0)")
  }

  // MARK: Marking

  /// Sets a rating, flag or label of photos, as one step of the undo history.
  func set(_ mark: Mark, of files: [FilePath]) {
    let local = files.filter { $0.webAddress == nil }
    guard !local.isEmpty, let marking else {
      if !files.isEmpty { window.showToast(tr("Only files on this computer can be marked")) }
      return
    }
    let photos = rules().photos(among: local)
    let title = Self.runningMessage(mark.title, photos.count)
    enqueue { [weak self] in
      let control = TransferControl()
      let display = self?.makeProgress(title, isLong: photos.count > 1, control)
      marking.writer.set(mark, of: photos, known: marking.ownMarks) {
        display?.share = $0
        return !control.isCancelled
      } finish: { [weak self] in
        display?.finish()
        self?.didSetMark(mark, of: local, $0)
      }
    }
  }

  private func didSetMark(_ mark: Mark, of files: [FilePath], _ outcome: MarkWriter.Outcome) {
    record(outcome.changes.map { .marked($0) }, as: mark.title)
    marking?.showChanges(outcome.changes, false)
    let unmarked = Set(outcome.failed + outcome.skippedFiles)
    let done = files.filter { !unmarked.contains($0) }
    log.trace("marked count=\(outcome.changes.count) failed=\(outcome.failed.count)")
    if !outcome.failed.isEmpty {
      report(outcome.failures, isUndoable: !outcome.changes.isEmpty) {
        trPhotos(
          $0, "“{name}” could not be marked: {reason}",
          "{count} pictures could not be marked: {reason}", ["reason": $1])
      }
    } else if outcome.changes.contains(where: \.isOnlyInDatabase) {
      let text = tr(
        "{action}: {photos}, in pbview only, because the folder is read-only",
        ["action": mark.title, "photos": nameOrCount(of: done)])
      showUndoableMessage(Self.endMessage(text, isCancelled: outcome.isCancelled))
    } else if !outcome.changes.isEmpty {
      let text = tr("{action}: {photos}", ["action": mark.title, "photos": nameOrCount(of: done)])
      showUndoableMessage(Self.endMessage(text, isCancelled: outcome.isCancelled))
    } else if outcome.isCancelled {
      showCancelled()
    }
    finishOperation()
  }

  // MARK: Undo and Redo

  /// Adds a step to the undo history. Nothing is added without changes.
  ///
  /// - Parameter name: the name of the step in the Undo menu.
  func record(_ changes: [FileChange], as name: String) { history.record(name, changes) }

  /// Adds a change that another object has made to the undo history, and shows a message with an
  /// Undo button.
  ///
  /// - Parameters:
  ///   - name: the name of the step in the Undo menu.
  ///   - isFailure: whether the message says that some photos were left out. Default: false.
  func record(
    _ change: FileChange, as name: String, showing text: String, isFailure: Bool = false
  ) {
    record([change], as: name)
    if isFailure { showFailure(text, isUndoable: true) } else { showUndoableMessage(text) }
  }

  /// Undoes the latest step, after the operations that are running or waiting.
  func undo() {
    let start = window.returnFlightStart
    enqueue { [weak self] in
      guard let self, let step = history.takeUndo() else {
        self?.window.showToast(tr("Nothing to undo"))
        self?.finishOperation()
        return
      }
      undo(step, from: start)
    }
  }

  /// Undoes a step that was already removed from the undo history. Restored photos fly to their
  /// places from `start`.
  func undo(_ step: UndoStack<FileChange>.Step, from start: ReturnFlightStart) {
    reverse(step, as: tr("Undo {action}", ["action": step.name])) { [weak self] outcome in
      self?.history.finishUndo(of: step.name, reversed: outcome.made, failed: outcome.remaining)
      self?.didReverse(outcome, as: tr("Undone: {action}", ["action": step.name]), from: start)
    }
  }

  /// Redoes the step that was undone last, after the operations that are running or waiting.
  func redo() {
    enqueue { [weak self] in
      guard let self, let step = history.takeRedo() else {
        self?.window.showToast(tr("Nothing to redo"))
        self?.finishOperation()
        return
      }
      redo(step)
    }
  }

  /// Redoes a step that was already removed from the undo history.
  func redo(_ step: UndoStack<FileChange>.Step) {
    reverse(step, as: tr("Redo {action}", ["action": step.name])) { [weak self] outcome in
      self?.history.finishRedo(of: step.name, reversed: outcome.made, failed: outcome.remaining)
      self?.didReverse(outcome, as: step.name, from: nil)
    }
  }

  /// Reverses the changes of a step. Several changes, and moves to another file system, that take
  /// long show their progress, and the user can cancel the rest of them.
  ///
  /// - Parameter title: the message while the changes are reversed, without the photos.
  private func reverse(
    _ step: UndoStack<FileChange>.Step, as title: String,
    finish: @escaping (StepReversal.Outcome) -> Void
  ) {
    let folder = CurrentFolder.path
    let changes = step.changes
    for change in changes {
      if let turn = change.reverseTurn { listHandlers.willChangeOrientation(change.path, turn) }
    }
    let count = photos(of: Self.files(in: changes)).count
    let mayCopy = changes.contains(where: \.reversalMayCopyBytes)
    runCancellably(Self.runningMessage(title, count), isLong: changes.count > 1 || mayCopy) {
      StepReversal.run(changes, in: folder, progress: $0)
    } finish: {
      finish($0)
    }
  }

  /// Updates the lists of pictures and shows a message after Undo or Redo.
  ///
  /// - Parameters:
  ///   - outcome: the changes that were made, and those that failed.
  ///   - title: the message that precedes the names of the photos.
  ///   - start: the place from which restored photos fly; nil after Redo, which makes changes in
  ///     their original order.
  private func didReverse(
    _ outcome: StepReversal.Outcome, as title: String, from start: ReturnFlightStart?
  ) {
    let isRedo = start == nil
    var marked: [MarkChange] = []
    var turned: [FilePath] = []
    for change in outcome.made {
      switch change {
      case .marked(let change): marked.append(change)
      case .turned(let change): turned.append(change.photo)
      case .replaced(let path, _, _): turned.append(path)
      case .wallpaper: window.showToast(title)
      default: break
      }
    }
    let lists = ListChange(outcome.made)
    // Undo has reversed the last change first, so its files are put back into the original order,
    // in which the first one is shown.
    func ordered(_ files: [FilePath]) -> [FilePath] { isRedo ? files : files.reversed() }
    let (removed, restored) = (ordered(lists.removed), ordered(lists.appeared))
    let arrived = ordered(lists.moved.map(\.to))
    func show(_ text: String) {
      window.showToast(Self.endMessage(text, isCancelled: outcome.isCancelled))
    }
    if !marked.isEmpty {
      marking?.showChanges(marked, true)
      show(
        tr("{action}: {photos}", ["action": title, "photos": nameOrCount(of: marked.map(\.photo))]))
      log.trace("marked count=\(marked.count) failed=\(outcome.failed.count)")
    }
    if !removed.isEmpty {
      if !isRedo {
        show(
          trPhotos(
            photos(of: removed), "{action}: moved “{name}” to the trash",
            "{action}: moved {count} pictures to the trash", ["action": title]))
      } else if restored.isEmpty {
        showMovedToTrash(removed, isCancelled: outcome.isCancelled)
      }
      log.trace("deleted count=\(photos(of: removed).count) permanent=0")
    }
    if !restored.isEmpty, isRedo {
      // Redo has brought back files that the step had made and that Undo had moved to the trash.
      show(tr("{action}: {photos}", ["action": title, "photos": nameOrCount(of: restored)]))
    } else if !restored.isEmpty, removed.isEmpty {
      show(trPhotos(photos(of: restored), "Restored “{name}”", "Restored {count} pictures"))
    }
    if !turned.isEmpty {
      show(tr("{action}: {photos}", ["action": title, "photos": nameOrCount(of: turned)]))
      log.trace("turned count=\(turned.count) failed=\(outcome.failed.count)")
    }
    if !arrived.isEmpty {
      show(tr("{action}: {photos}", ["action": title, "photos": nameOrCount(of: arrived)]))
      log.trace("moved back count=\(photos(of: arrived).count)")
    }
    if !restored.isEmpty
      || (removed.isEmpty && marked.isEmpty && turned.isEmpty && arrived.isEmpty)
    {
      log.trace("restored count=\(photos(of: restored).count)")
    }
    if !outcome.remaining.isEmpty {
      failedReversalCount += 1
      listHandlers.endOrientationPreviews()
    }
    if !outcome.failed.isEmpty {
      report(outcome.failures, isUndoable: false) { "\(Self.nameOrCount(of: $0)): \($1)" }
    } else if outcome.isCancelled, Self.files(in: outcome.made).isEmpty {
      showCancelled()
    }
    guard turned.isEmpty else {
      return listHandlers.showRewritten(turned, true) { [weak self] in self?.finishOperation() }
    }
    guard arrived.isEmpty, restored.isEmpty || removed.isEmpty else {
      return listHandlers.relocate(lists, true, start) { [weak self] in self?.finishOperation() }
    }
    guard restored.isEmpty else {
      return listHandlers.restore(restored, start) { [weak self] in self?.finishOperation() }
    }
    updateLists(
      removed: removed, showing: isRedo ? nil : removed.first.flatMap { originalsByCroppedCopy[$0] }
    )
  }

  /// Removes files from the lists of pictures.
  ///
  /// - Parameter photo: the photo that is shown afterwards; nil, the default, leaves that to the
  ///   lists.
  private func updateLists(removed files: [FilePath], showing photo: FilePath? = nil) {
    guard !files.isEmpty else { return finishOperation() }
    listHandlers.remove(files) { [weak self] in
      guard let self else { return }
      filesBeingRemoved.subtract(files)
      guard let photo else { return finishOperation() }
      listHandlers.restore([photo], nil) { [weak self] in self?.finishOperation() }
    }
  }

  // MARK: Working

  /// Starts an operation after all operations that were enqueued before. The operation has to call
  /// ``finishOperation()`` when it ends.
  func enqueue(_ operation: @escaping () -> Void) { queue.enqueue(operation) }

  /// Calls a closure once the queue is empty. Operations that are enqueued before that moment are
  /// completed first.
  ///
  /// - Returns: false if no operation runs; the closure is not called in this case.
  func deferUntilIdle(_ action: @escaping () -> Void) -> Bool { queue.deferUntilIdle(action) }

  /// Ends the current operation, and starts the next one in the queue.
  func finishOperation() { queue.finish() }
}
