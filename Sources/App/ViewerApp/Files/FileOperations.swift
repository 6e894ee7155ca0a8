import BrowserHost
import Desktop
import Geometry
import Input
import Motion
import PhotoGrid
import Views

/// The file operations of a window: moving to the trash, deleting permanently, Undo and Redo.
///
/// Files are changed on another thread, one operation after the other. An operation ends when the
/// lists of pictures have followed it. Only deleting permanently asks first, because only that
/// cannot be undone.
final class FileOperations {
  /// The lists of pictures, which follow every operation.
  struct Followers {
    /// Removes files from the lists; calls the closure when no list contains them any more.
    var remove: ([FilePath], _ then: @escaping () -> Void) -> Void = { $1() }
    /// Puts restored files into the lists and shows the first; calls the closure after that.
    var restore: ([FilePath], _ then: @escaping () -> Void) -> Void = { $1() }
    /// Ends the motions of pictures whose files stay as they are.
    var keepPictures: () -> Void = {}
    /// Shows the new contents of files, and the first of them where wanted; calls the closure after
    /// that.
    var rewrite: ([FilePath], _ shows: Bool, _ then: @escaping () -> Void) -> Void = { $2() }
  }
  /// The lists of pictures.
  var followers = Followers()

  /// The parts that marking photos needs.
  struct Marking {
    /// Writes marks.
    var writer: MarkWriter
    /// The known marks of a photo; nil while they are not known.
    var known: (FilePath) -> PhotoMarks?
    /// Shows the new marks, and the first of the photos where wanted.
    var follow: ([MarkChange], _ shows: Bool) -> Void
  }
  /// Turns photos; nil where they cannot be turned.
  var turner: PhotoTurner?
  /// The parts that marking needs; nil where photos cannot be marked.
  var marking: Marking?
  /// The rules by which several files are one photo, for messages.
  var rules: () -> StackRules = { StackRules() }

  private unowned let window: ViewerWindow
  private let log: Log
  private var history = UndoStack<FileChange>()
  private var waiting: [() -> Void] = []
  private var isWorking = false
  /// Files that are being removed and may still be shown: a second Delete does nothing to them.
  private var removing: Set<FilePath> = []

  private static let trashName = "Move to Trash"

  /// Makes the operations of `window`.
  init(in window: ViewerWindow, log: Log) {
    self.window = window
    self.log = log
  }

  /// The photos of some files as text: “a.jpg”, or “3 pictures”.
  private func name(of files: [FilePath]) -> String { Self.name(of: photos(of: files)) }

  /// The files that are shown for the photos of some files.
  private func photos(of files: [FilePath]) -> [FilePath] { rules().shown(among: files) }

  /// The files as text: “a.jpg”, or “3 pictures”.
  nonisolated static func name(of files: [FilePath]) -> String {
    guard files.count == 1, let file = files.first else { return GalleryText.pictures(files.count) }
    return "“\(file.displayName)”"
  }

  // MARK: Menus

  /// The title of the menu entry, such as "Undo Move to Trash"; nil when there is nothing to undo.
  var undoTitle: String? { history.undoName.map { "Undo \($0)" } }
  /// The title of the menu entry, such as "Redo Move to Trash"; nil when there is nothing to redo.
  var redoTitle: String? { history.redoName.map { "Redo \($0)" } }

  // MARK: Deleting

  /// Moves photos to the trash with their companions, as one step.
  ///
  /// - Parameter closesWindow: whether no picture is left afterwards, so that the window closes
  ///   with the last one. The user is then asked first, because Undo ends with the window.
  func moveToTrash(_ files: [FilePath], closesWindow: Bool = false) {
    guard let files = removable(files) else { return }
    guard closesWindow else { return start(moving: files) }
    let choice = MenuItem("Move to Trash", isDestructive: true) { [weak self] in
      self?.start(moving: files)
    }
    window.present(
      ActionSheet(
        "Move \(name(of: files)) to the trash?",
        message: "It is the last picture here. The window closes with it.", entries: [choice]))
    log.trace("asking count=\(photos(of: files).count) permanent=0")
  }

  /// Deletes photos and their companions permanently after a confirmation.
  func deletePermanently(_ files: [FilePath]) {
    guard let files = removable(files) else { return }
    window.present(
      ActionSheet(
        "Permanently delete \(name(of: files))?", message: "This cannot be undone.",
        entries: [permanentChoice(files)]))
    log.trace("asking count=\(photos(of: files).count) permanent=1")
  }

  private func permanentChoice(_ files: [FilePath]) -> MenuItem {
    MenuItem("Delete Permanently", isDestructive: true) { [weak self] in
      self?.start(deleting: files)
    }
  }

  /// The files that an operation can remove; nil, with a message to the user, when there are none.
  private func removable(_ files: [FilePath]) -> [FilePath]? {
    let files = files.filter { !removing.contains($0) }
    guard !files.isEmpty else { return nil }
    let local = files.filter { $0.webAddress == nil }
    if local.isEmpty { window.say("Only files on this computer can be deleted") }
    return local.isEmpty ? nil : local
  }

  private func start(moving files: [FilePath]) {
    removing.formUnion(files)
    let all = Set(files.map { $0.absolute(in: CurrentFolder.path) })
    perform(on: files) { path, folder throws(DesktopError) in
      let companions = Companions.of(path.absolute(in: folder), together: all)
      let photo = try FileChange.moveToTrash(path, in: folder)
      return [photo] + companions.compactMap { try? FileChange.moveToTrash($0, in: folder) }
    } finish: { [weak self] outcome in
      guard let self else { return }
      history.record(Self.trashName, outcome.made)
      didRemove(outcome, isPermanent: false)
    }
  }

  private func start(deleting files: [FilePath]) {
    removing.formUnion(files)
    let all = Set(files.map { $0.absolute(in: CurrentFolder.path) })
    perform(on: files) { path, folder throws(DesktopError) in
      let companions = Companions.of(path.absolute(in: folder), together: all)
      try Trash.delete(path.absolute(in: folder).bytes)
      for companion in companions { try? Trash.delete(companion.bytes) }
      return [FileChange.trashed(path, nil)]
    } finish: { [weak self] in
      self?.didRemove($0, isPermanent: true)
    }
  }

  private func didRemove(_ outcome: Outcome<FilePath>, isPermanent: Bool) {
    let gone = Companions.photos(among: outcome.made.map(\.path))
    removing.subtract(outcome.failed)
    if !gone.isEmpty {
      let what = name(of: gone)
      if isPermanent { window.say("Deleted \(what)") } else { sayMoved(gone) }
      log.trace("deleted count=\(photos(of: gone).count) permanent=\(isPermanent ? 1 : 0)")
    }
    if let failure = outcome.failure {
      log.error("\(failure)")
      refuse(outcome.failed, because: failure.reason, isPermanent: isPermanent)
    }
    follow(removed: gone)
  }

  /// Shows a message for files that were moved to the trash, with an Undo button.
  private func sayMoved(_ files: [FilePath]) {
    window.say(
      "Moved \(name(of: files)) to the trash",
      action: Toast.Action("Undo", keys: CommandKeys.standard.caps(for: .undo)) { [weak self] in
        self?.undo()
      })
  }

  /// Reports the files that could not be removed, and offers to delete permanently those that
  /// cannot go to the trash.
  private func refuse(_ files: [FilePath], because reason: String, isPermanent: Bool) {
    let what = name(of: files)
    let verb = isPermanent ? "deleted" : "moved to the trash"
    window.present(
      ActionSheet(
        "\(what) could not be \(verb)", message: reason + ".",
        entries: isPermanent ? [] : [permanentChoice(files)],
        cancelTitle: isPermanent ? "Close" : "Keep"))
    log.trace("refused count=\(files.count) permanent=\(isPermanent ? 1 : 0)")
  }

  // MARK: Marking

  /// Sets a mark of photos, as one step.
  func set(_ mark: Mark, of files: [FilePath]) {
    let local = files.filter { $0.webAddress == nil }
    guard !local.isEmpty, let marking else {
      if !files.isEmpty { window.say("Only files on this computer can be marked") }
      return
    }
    enqueue { [weak self] in
      marking.writer.set(mark, of: local, known: marking.known) { [weak self] in
        self?.didSet(mark, of: local, $0)
      }
    }
  }

  private func didSet(_ mark: Mark, of files: [FilePath], _ outcome: MarkWriter.Outcome) {
    history.record(mark.title, outcome.changes.map { .marked($0) })
    marking?.follow(outcome.changes, false)
    let done = files.filter { !outcome.failed.contains($0) }
    log.trace("marked count=\(outcome.changes.count) failed=\(outcome.failed.count)")
    if let failure = outcome.failure {
      log.error("\(failure)")
      let text = "\(name(of: outcome.failed)) could not be marked: \(failure.reason)"
      if outcome.changes.isEmpty { window.say(text) } else { sayUndoable(text) }
    } else if outcome.changes.contains(where: \.isOnlyInIndex) {
      sayUndoable(
        "\(mark.title): \(name(of: done)), in pbview only, because the folder is read-only")
    } else if !outcome.changes.isEmpty {
      sayUndoable("\(mark.title): \(name(of: done))")
    }
    finishOperation()
  }

  private func sayUndoable(_ text: String) {
    window.say(
      text,
      action: Toast.Action("Undo", keys: CommandKeys.standard.caps(for: .undo)) { [weak self] in
        self?.undo()
      })
  }

  // MARK: Turning

  /// The number of photos from which on a message says that work has begun.
  private static let manyPhotos = 10

  /// Rotates or flips photos, as one step. Camera RAW files, clips and web pages are left out.
  ///
  /// - Returns: whether there is a photo to turn.
  func turn(_ files: [FilePath], by turn: Orientation) -> Bool {
    let photos = files.filter {
      $0.webAddress == nil && !$0.isCameraRaw && !ClipName.extensions.contains($0.fileExtension)
    }
    guard !photos.isEmpty, let turner else {
      if !files.isEmpty { window.say("Camera RAW files and clips cannot be rotated") }
      return false
    }
    enqueue { [weak self] in
      if photos.count >= Self.manyPhotos { self?.window.say("Rotating \(photos.count) photos…") }
      turner.turn(photos, by: turn) { [weak self] in self?.didTurn(photos, by: turn, $0) }
    }
    return true
  }

  private func didTurn(
    _ files: [FilePath], by turn: Orientation, _ outcome: PhotoTurner.Outcome
  ) {
    history.record(turn.turnTitle, outcome.changes.map { .turned($0) })
    let done = outcome.changes.map(\.photo)
    log.trace("turned count=\(done.count) failed=\(outcome.failed.count)")
    if let failure = outcome.failure {
      log.error("\(failure)")
      let text = "\(name(of: outcome.failed)) could not be rotated: \(failure.reason)"
      if done.isEmpty { window.say(text) } else { sayUndoable(text) }
    } else if !done.isEmpty {
      sayUndoable("\(turn.turnTitle): \(name(of: done))")
    }
    if done.isEmpty { followers.keepPictures() }
    followers.rewrite(done, false) { [weak self] in self?.finishOperation() }
  }

  // MARK: Copying and moving

  /// Copies or moves photos into a folder, as one step.
  ///
  /// - Parameters:
  ///   - conflict: the treatment of photos of which a file exists there.
  ///   - wish: cancels the transfer.
  ///   - progress: called with the completed share, 0…1.
  ///   - done: called when the transfer has ended.
  func perform(
    _ transfer: Transfer, _ plans: [Transfer.Plan], _ conflict: Transfer.Conflict,
    wish: TransferWish, progress: @escaping @MainActor @Sendable (Double) -> Void,
    done: @escaping () -> Void
  ) {
    enqueue { [weak self] in
      WorkerThread.run {
        transfer.perform(plans, conflict) { share in
          Task { @MainActor in progress(share) }
          return !wish.isCancelled
        }
      } finish: { [weak self] outcome in
        done()
        self?.didTransfer(transfer, outcome)
      }
    }
  }

  private func didTransfer(_ transfer: Transfer, _ outcome: Transfer.Outcome) {
    history.record(transfer.kind.title, outcome.changes)
    let count = outcome.photos.count
    log.trace(
      "transferred count=\(count) failed=\(outcome.failed.count) "
        + "cancelled=\(outcome.isCancelled ? 1 : 0)")
    let target = "to “\(transfer.folder.readableName)”"
    if let failure = outcome.failure {
      log.error("\(failure)")
      let verb = transfer.kind == .copy ? "copied" : "moved"
      let text = "\(name(of: outcome.failed)) could not be \(verb): \(failure.reason)"
      if count == 0 { window.say(text) } else { sayUndoable(text) }
    } else if count > 0 {
      let end = outcome.isCancelled ? ", then cancelled" : ""
      sayUndoable("\(transfer.kind.done) \(name(of: outcome.photos)) \(target)\(end)")
    } else {
      window.say(
        outcome.isCancelled ? "Cancelled" : "Nothing to \(transfer.kind.title.lowercased())")
    }
    let gone = outcome.changes.compactMap { change in
      if case .moved(let from, _) = change { from } else { nil }
    }
    follow(removed: Companions.photos(among: gone))
  }

  // MARK: Undo and Redo

  /// Undoes the last step.
  func undo() {
    enqueue { [weak self] in
      guard let self, let step = history.takeUndo() else {
        self?.window.say("Nothing to undo")
        self?.finishOperation()
        return
      }
      reverse(step) { [weak self] outcome in
        self?.history.finishUndo(of: step.name, reversed: outcome.made, failed: outcome.failed)
        self?.didReverse(outcome, as: "Undone: \(step.name)")
      }
    }
  }

  /// Redoes the step that was undone last.
  func redo() {
    enqueue { [weak self] in
      guard let self, let step = history.takeRedo() else {
        self?.window.say("Nothing to redo")
        self?.finishOperation()
        return
      }
      reverse(step) { [weak self] outcome in
        self?.history.finishRedo(of: step.name, reversed: outcome.made, failed: outcome.failed)
        self?.didReverse(outcome, as: step.name)
      }
    }
  }

  private func reverse(
    _ step: UndoStack<FileChange>.Step, finish: @escaping (Outcome<FileChange>) -> Void
  ) {
    // What was done last is undone first.
    run(on: step.changes.reversed()) { change, folder throws(DesktopError) in
      [try change.reverse(in: folder)]
    } finish: {
      finish($0)
    }
  }

  /// Updates the lists and shows a message after Undo or Redo.
  ///
  /// - Parameter title: the message about marked photos.
  private func didReverse(_ outcome: Outcome<FileChange>, as title: String) {
    var marked: [MarkChange] = []
    var turned: [FilePath] = []
    var moved: (from: [FilePath], to: [FilePath]) = ([], [])
    var restored: [FilePath] = []
    var removed: [FilePath] = []
    for change in outcome.made {
      switch change {
      case .trashed(let path, _): removed.append(path)
      case .restored(let path): restored.append(path)
      case .marked(let change): marked.append(change)
      case .turned(let change): turned.append(change.photo)
      case .moved(let from, let to):
        moved.from.append(from)
        moved.to.append(to)
      }
    }
    if !marked.isEmpty {
      marking?.follow(marked, true)
      window.say("\(title): \(name(of: marked.map(\.photo)))")
      log.trace("marked count=\(marked.count) failed=\(outcome.failed.count)")
    }
    removed = Companions.photos(among: removed)
    restored = Companions.photos(among: restored)
    if !removed.isEmpty {
      sayMoved(removed)
      log.trace("deleted count=\(photos(of: removed).count) permanent=0")
    }
    if !restored.isEmpty { window.say("Restored \(name(of: restored))") }
    if !turned.isEmpty {
      window.say("\(title): \(name(of: turned))")
      log.trace("turned count=\(turned.count) failed=\(outcome.failed.count)")
    }
    let arrived = Companions.photos(among: moved.to)
    if !arrived.isEmpty { window.say("\(title): \(name(of: arrived))") }
    if !restored.isEmpty
      || (removed.isEmpty && marked.isEmpty && turned.isEmpty && arrived.isEmpty)
    {
      log.trace("restored count=\(photos(of: restored).count)")
    }
    if let failure = outcome.failure {
      log.error("\(failure)")
      window.say("\(name(of: outcome.failed.map(\.path))): \(failure.reason)")
    }
    guard turned.isEmpty else {
      return followers.rewrite(turned, true) { [weak self] in self?.finishOperation() }
    }
    guard arrived.isEmpty else {
      log.trace("moved back count=\(arrived.count)")
      return followers.remove(Companions.photos(among: moved.from)) { [weak self] in
        self?.followers.restore(arrived) { self?.finishOperation() }
      }
    }
    guard restored.isEmpty else {
      return followers.restore(restored) { [weak self] in self?.finishOperation() }
    }
    follow(removed: removed)
  }

  private func follow(removed files: [FilePath]) {
    guard !files.isEmpty else { return finishOperation() }
    followers.remove(files) { [weak self] in
      self?.removing.subtract(files)
      self?.finishOperation()
    }
  }

  // MARK: Working

  /// The result of an operation on several subjects.
  private struct Outcome<Subject: Sendable>: Sendable {
    /// The changes that were made.
    var made: [FileChange] = []
    /// The subjects that stayed as they were.
    var failed: [Subject] = []
    /// The error of the first of those.
    var failure: DesktopError?
  }

  private func perform(
    on files: [FilePath],
    _ work: @escaping @Sendable (FilePath, FilePath) throws(DesktopError) -> [FileChange],
    finish: @escaping (Outcome<FilePath>) -> Void
  ) {
    enqueue { [weak self] in self?.run(on: files, work, finish: finish) }
  }

  private func run<Subject: Sendable>(
    on subjects: [Subject],
    _ work: @escaping @Sendable (Subject, FilePath) throws(DesktopError) -> [FileChange],
    finish: @escaping (Outcome<Subject>) -> Void
  ) {
    let folder = CurrentFolder.path
    WorkerThread.run {
      var outcome = Outcome<Subject>()
      for subject in subjects {
        do throws(DesktopError) {
          outcome.made += try work(subject, folder)
        } catch {
          outcome.failed.append(subject)
          outcome.failure = outcome.failure ?? error
        }
      }
      return outcome
    } finish: {
      finish($0)
    }
  }

  /// Starts an operation when those before it have ended.
  private func enqueue(_ operation: @escaping () -> Void) {
    guard isWorking else {
      isWorking = true
      return operation()
    }
    waiting.append(operation)
  }

  private func finishOperation() {
    guard !waiting.isEmpty else {
      isWorking = false
      return
    }
    waiting.removeFirst()()
  }
}
