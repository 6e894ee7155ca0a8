import BrowserHost
import Desktop
import Geometry
import Localization
import Motion
import PhotoBrowser
import PhotoGrid

/// File operations in the grid and in the browser, which show the same list.
extension Viewer {
  func makeFileOperations(in view: ViewerWindow) -> FileOperations {
    let operations = FileOperations(in: view, log: log)
    operations.rules = { [weak self] in self?.options.stackRules ?? StackRules() }
    operations.followers.remove = { [weak self] in self?.remove($0, then: $1) }
    operations.followers.restore = { [weak self] in self?.restore($0, then: $1) }
    operations.followers.relocate = { [weak self] in self?.relocate($0, shows: $1, then: $2) }
    operations.marking = FileOperations.Marking(
      writer: MarkWriter(pipeline, facts),
      known: { [weak self] in self?.marks.marks(of: $0) },
      follow: { [weak self] in self?.follow($0, shows: $1) })
    operations.turner = PhotoTurner(pipeline)
    operations.exporter = PhotoExporter(pipeline)
    operations.followers.keepPictures = { [weak self] in self?.visit?.turning.cancel() }
    operations.followers.rewrite = { [weak self] in
      self?.follow(rewritten: $0, shows: $1, then: $2)
    }
    view.history = { [weak operations] in (operations?.undoTitle, operations?.redoTitle) }
    return operations
  }

  /// Performs a command of `FileOperations`.
  ///
  /// - Returns: false for any other command.
  func performOnFiles(_ command: Command) -> Bool {
    if refuseInArchive(command) { return true }
    switch command {
    case .delete:
      let files = chosenFiles
      operations?.moveToTrash(files, closesWindow: closesWindow(without: files))
    case .deletePermanently: operations?.deletePermanently(chosenFiles)
    case .rate0, .rate1, .rate2, .rate3, .rate4, .rate5, .pick, .reject, .unflag, .labelRed,
      .labelYellow, .labelGreen, .labelBlue, .labelPurple:
      if let mark = Mark(command) { set(mark) }
    case .copyTo: chooseTarget(.copy)
    case .moveTo: chooseTarget(.move)
    case .rename: rename()
    case .duplicate: duplicate()
    case .newFolder: moveToNewFolder()
    case .rotateRight, .rotateLeft, .flipHorizontally, .flipVertically:
      if let turn = Orientation(command) { self.turn(turn) }
    case .cut: cut()
    case .paste: paste()
    case .export: showExport()
    case .crop: showCrop()
    case .turnPixels: turnPixels()
    case .undo: operations?.undo()
    case .redo: operations?.redo()
    case .undoHistory: showUndoHistory()
    default: return false
    }
    return true
  }

  private func showUndoHistory() {
    guard let view, let operations else { return }
    let steps = operations.undoableSteps
    guard !steps.isEmpty else { return view.say(tr("Nothing to undo")) }
    view.present(UndoHistorySheet.make(steps) { [weak operations] in operations?.undo(steps: $0) })
    log.trace("history steps=\(steps.count)")
  }

  /// Completes the file operations of programs that were killed, and tells so.
  func recoverOperations() {
    WorkerThread.run {
      OperationRecovery.run()
    } finish: { [weak self] outcome in
      guard let self, !outcome.isEmpty else { return }
      for photo in outcome.divided {
        log.error(tr("{file}: its files are divided", ["file": photo.display]))
      }
      if let first = outcome.divided.first {
        view?.say(
          tr(
            "An operation was interrupted. The files of “{name}” are divided: some are in another folder",
            ["name": first.displayName]))
      } else {
        let photos = FileOperations.name(of: outcome.completed)
        view?.say(
          tr("An operation was interrupted, and is now complete: {photos}", ["photos": photos]))
      }
      log.trace("recovered count=\(outcome.completed.count) divided=\(outcome.divided.count)")
    }
  }

  /// The files of the photo on the page; in a grid those of the selected photos, or of the photo
  /// with the focus.
  var chosenFiles: [FilePath] {
    if let frontCompare { return frontCompare.photo?.files ?? [] }
    if let visit, view?.scene === visit, !visit.isLeaving { return visit.filesOfPhoto }
    return home?.current.chosenFiles ?? []
  }

  /// Whether no picture would be left to show without these files.
  private func closesWindow(without files: [FilePath]) -> Bool {
    guard home == nil, let visit else { return false }
    return visit.source.files.allSatisfy(files.contains)
  }

  private func remove(_ files: [FilePath], then done: @escaping () -> Void) {
    // A watched folder reports the same change again, which then has no effect.
    let changes = files.map { FolderChange.removed($0.bytes) }
    if let home {
      return home.take(changes) { _ in
      } then: {
        done()
      }
    }
    guard let visit else { return done() }
    if let folder, !closesWindow(without: files) {
      folder.take(changes, then: done)
    } else {
      visit.list.remove(files)
      done()
    }
  }

  /// Lists restored files again and shows the first one. The folder's watch may have reported them
  /// before.
  private func restore(_ files: [FilePath], then done: @escaping () -> Void) {
    let changes = files.map { FolderChange.appeared($0.bytes) }
    if let home {
      return home.take(changes) { [weak self] in
        self?.show(files, in: $0)
      } then: {
        done()
      }
    }
    if let folder {
      return folder.take(changes) { [weak self] in
        if let frontCompare = self?.frontCompare {
          frontCompare.show(files)
        } else if let index = files.lazy.compactMap(folder.paths.firstIndex).first {
          self?.visit?.goBack(to: index)
        }
        done()
      }
    }
    if let index = visit?.list.bringBack(files) { visit?.goBack(to: index) }
    done()
  }

  /// Follows files that were moved, renamed or copied. A photo that is shown stays on its page under
  /// its new name.
  private func relocate(
    _ change: FileOperations.ListChange, shows: Bool, then done: @escaping () -> Void
  ) {
    let lists = home?.scenes.map(\.live) ?? [folder].compactMap(\.self)
    let names = ListedNames(lists.flatMap(\.paths) + (visit?.source.files ?? []))
    let moved = change.moved.map { (from: names.listed($0.from), to: names.listed($0.to)) }
    let (appeared, removed) = (change.appeared.map(names.listed), change.removed.map(names.listed))
    let changes =
      moved.map { FolderChange.renamed(from: $0.from.bytes, to: $0.to.bytes) }
      + appeared.map { .appeared($0.bytes) } + removed.map { .removed($0.bytes) }
    guard !changes.isEmpty else { return done() }
    let arrived = moved.map(\.to) + appeared
    let finish: () -> Void = { [weak self] in
      if shows { self?.show(arrived) }
      done()
    }
    if let home { return home.take(changes, each: { _ in }, then: finish) }
    guard let visit else { return done() }
    let gone = moved.filter { $0.from.folder != $0.to.folder }.map(\.from) + removed
    if let folder, !closesWindow(without: gone) { return folder.take(changes, then: finish) }
    visit.list.rename(moved, keepsLast: true)
    _ = visit.list.bringBack(arrived)
    if closesWindow(without: removed) { return finish() }
    visit.list.remove(removed)
    finish()
  }

  /// Shows the first of some files: in the browser above the grid, or else by the grid's focus.
  private func show(_ files: [FilePath], in scene: GalleryScene) {
    guard home?.current === scene,
      let index = files.lazy.compactMap(scene.live.paths.firstIndex).first
    else { return }
    if let frontCompare {
      frontCompare.show(files)
    } else if let visit, visit.gallery === scene.gallery, !visit.isLeaving {
      visit.goBack(to: index)
    } else {
      scene.gallery.moveFocus(toPage: index)
    }
  }
}

extension LibraryScene {
  /// Applies changes of files to every grid.
  ///
  /// - Parameters:
  ///   - follow: called for each grid when it has applied the changes.
  ///   - done: called when all grids have.
  func take(
    _ changes: [FolderChange], each follow: @escaping (GalleryScene) -> Void,
    then done: @escaping () -> Void
  ) {
    var left = scenes.count
    for scene in scenes {
      scene.live.take(changes) { [weak scene] in
        if let scene { follow(scene) }
        left -= 1
        if left == 0 { done() }
      }
    }
  }
}

/// The paths by which the lists of pictures know files: relative ones, where the program was started
/// with these.
nonisolated struct ListedNames {
  /// The listed folders by their absolute paths, where both differ.
  private var folders: [FilePath: FilePath] = [:]

  /// Reads the paths of lists.
  init(_ paths: [FilePath], in current: @autoclosure () -> FilePath = CurrentFolder.path) {
    var last: FilePath?
    for path in paths where path.bytes.first != UInt8(ascii: "/") && path.webAddress == nil {
      let folder = path.folder
      guard folder != last else { continue }
      last = folder
      folders[folder.absolute(in: current())] = folder
    }
  }

  /// The listed path of an absolute one.
  func listed(_ path: FilePath) -> FilePath {
    folders.isEmpty ? path : folders[path.folder].map { $0.appending(path.name) } ?? path
  }
}
