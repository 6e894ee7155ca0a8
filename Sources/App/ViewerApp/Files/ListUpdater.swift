import BrowserHost
import Desktop
import Imaging
import PhotoBrowser
import PhotoGrid

/// The object that updates the lists of pictures, in the grids and in the browser, after operations
/// on files.
final class ListUpdater {
  private let shown: ShownScenes
  private let pages: PageLibrary
  private let filter: PageFilter
  private let services: ProgramServices

  init(
    _ shown: ShownScenes, _ pages: PageLibrary, _ filter: PageFilter, _ services: ProgramServices
  ) {
    self.shown = shown
    self.pages = pages
    self.filter = filter
    self.services = services
  }

  /// Makes the lists follow the operations of a window on files.
  func connect(to operations: FileOperations) {
    var listHandlers = FileOperations.ListHandlers()
    listHandlers.remove = { [weak self] in self?.remove($0, then: $1) }
    listHandlers.restore = { [weak self] in
      self?.restore($0, from: $1, then: $2)
    }
    listHandlers.relocate = { [weak self] in
      self?.relocate($0, shows: $1, from: $2, then: $3)
    }
    listHandlers.willChangeOrientation = { [weak shown] photo, turn in
      let folder = CurrentFolder.path
      guard let shown, let visit = shown.visit, shown.view.scene === visit,
        visit.file?.absolute(in: folder) == photo.absolute(in: folder), visit.leaves.shownIndex == 0
      else { return }
      visit.changePreview.showTurned(by: turn)
    }
    listHandlers.endOrientationPreviews = { [weak shown] in
      shown?.visit?.changePreview.orientationAnimation.cancel()
    }
    listHandlers.showRewritten = { [weak self] in self?.reload(rewritten: $0, shows: $1, then: $2) }
    operations.connect(listHandlers)
  }

  /// The paths under which the lists of the window contain files.
  private var listedPaths: ListedPaths {
    let lists = shown.home?.scenes.map(\.live) ?? [pages.ownLibrary].compactMap(\.self)
    return ListedPaths(lists.flatMap(\.paths) + (shown.visit?.source.files ?? []))
  }

  private func remove(_ files: [FilePath], then done: @escaping () -> Void) {
    let files = files.map(listedPaths.listedPath)
    // The watch of the folder reports the same change again, which then has no further effect.
    let changes = files.map { FolderChange.removed($0.bytes) }
    if let home = shown.home {
      return home.apply(changes) { _ in
      } then: {
        done()
      }
    }
    guard let visit = shown.visit else { return done() }
    if let folder = pages.ownLibrary, !pages.wouldCloseWindow(without: files) {
      filter.removeFilterIfNoMatch(without: files)
      folder.apply(changes) { [weak pages] in
        if pages?.followsOwnLibrary == false { visit.list.remove(files) }
        done()
      }
    } else {
      visit.list.remove(files)
      done()
    }
  }

  /// Adds restored files to the lists, unless a watched folder has already reported them, and shows
  /// the first one.
  ///
  /// - Parameter start: the place from which the photos fly to their places; nil for no flights.
  private func restore(
    _ files: [FilePath], from start: ReturnFlightStart?, then done: @escaping () -> Void
  ) {
    let files = files.map(listedPaths.listedPath)
    let changes = files.map { FolderChange.appeared($0.bytes) }
    if let home = shown.home {
      return home.apply(changes) { [weak self] in
        self?.showFirst(of: files, in: $0, from: start)
      } then: {
        done()
      }
    }
    if let folder = pages.ownLibrary, pages.followsOwnLibrary {
      return folder.apply(changes) { [weak shown] in
        if let frontCompare = shown?.frontCompare {
          frontCompare.showFirst(of: files)
        } else if let index = files.lazy.compactMap(folder.paths.firstIndex).first {
          shown?.visit?.scroll(toPage: index, from: start)
        }
        done()
      }
    }
    pages.ownLibrary?.apply(changes)
    if let visit = shown.visit, let index = restoreOrAppend(files, in: visit) {
      visit.scroll(toPage: index, from: start)
    }
    done()
  }

  /// Inserts pages for restored or new files into the list with which the program was started, by
  /// the rules of ``PhotoList/restoreOrAppend(_:by:)``.
  ///
  /// - Returns: the index of the page of the first file that has a page or gets one; nil if no file
  ///   has a page.
  private func restoreOrAppend(_ files: [FilePath], in visit: PhotoVisit) -> Int? {
    pages.addGivenFiles(files)
    return visit.list.restoreOrAppend(files, by: pages.listRules)
  }

  /// Updates the lists after files were moved, renamed or copied. A shown photo that stays in its
  /// folder stays on its page under its new name.
  ///
  /// - Parameters:
  ///   - shows: whether the first photo of the step is shown.
  ///   - start: the place from which photos that were not in the lists fly to their places after
  ///     Undo; nil for no flights. Undo has changed the last photo of the step first, so with a
  ///     start the order of the photos is reversed.
  private func relocate(
    _ change: FileOperations.ListChange, shows: Bool, from start: ReturnFlightStart?,
    then done: @escaping () -> Void
  ) {
    let names = listedPaths
    let moved = change.moved.map {
      (from: names.listedPath(of: $0.from), to: names.listedPath(of: $0.to))
    }
    let (appeared, removed) = (
      change.appeared.map(names.listedPath), change.removed.map(names.listedPath)
    )
    let changes =
      moved.map { FolderChange.renamed(from: $0.from.bytes, to: $0.to.bytes) }
      + appeared.map { .appeared($0.bytes) } + removed.map { .removed($0.bytes) }
    guard !changes.isEmpty else { return done() }
    services.marks.moveMarksAndPairs(moved)
    let arrived = moved.map(\.to) + appeared
    // After Undo, which has moved the last photo of the step first, the order is reversed, so that
    // the first photo of the step is shown.
    let ordered = start == nil ? arrived : arrived.reversed()
    let finish: () -> Void = { [weak shown] in
      if shows { shown?.show(ordered, from: start) }
      done()
    }
    if let home = shown.home { return home.apply(changes, each: { _ in }, then: finish) }
    guard let visit = shown.visit else { return done() }
    let gone = moved.filter { $0.from.folder != $0.to.folder }.map(\.from) + removed
    if let folder = pages.ownLibrary, pages.followsOwnLibrary,
      !pages.wouldCloseWindow(without: gone)
    {
      filter.removeFilterIfNoMatch(without: gone)
      return folder.apply(changes, then: finish)
    }
    if !pages.followsOwnLibrary { pages.ownLibrary?.apply(changes) }
    visit.list.rename(moved, keepsOnlyPage: true)
    _ = restoreOrAppend(arrived, in: visit)
    if pages.wouldCloseWindow(without: removed) { return finish() }
    visit.list.remove(removed)
    finish()
  }

  /// Shows the new contents of files in the grids, the browser and the comparison.
  ///
  /// - Parameter shows: whether the first of the photos is brought into view.
  private func reload(rewritten files: [FilePath], shows: Bool, then done: @escaping () -> Void) {
    let files = files.map(listedPaths.listedPath)
    // The watch of the folder reports the same change again, which then has no further effect.
    let changes = files.map { FolderChange.rewritten($0.bytes) }
    let finish: () -> Void = { [weak shown] in
      if shows { shown?.show(files) }
      done()
    }
    if let home = shown.home { return home.apply(changes, each: { _ in }, then: finish) }
    if let folder = pages.ownLibrary, !folder.isLoading {
      if pages.followsOwnLibrary { return folder.apply(changes, then: finish) }
      folder.apply(changes)
    }
    for file in files {
      services.pipeline.invalidate(file.key)
      shown.compare?.reload([file])
      if let source = shown.visit?.source, let page = source.files.firstIndex(of: file) {
        source.reload(page)
      }
      shown.visit?.strips.refresh(file)
    }
    finish()
  }

  /// Brings the first of `files` that is in the grid into view: in the comparison or the browser
  /// above the grid if one is open, otherwise by the grid's focus. The call has no effect if
  /// another grid is in front.
  ///
  /// - Parameter start: the place from which the photos fly to their places; nil for no flights.
  private func showFirst(
    of files: [FilePath], in scene: GalleryScene, from start: ReturnFlightStart?
  ) {
    guard shown.home?.current === scene,
      let index = files.lazy.compactMap(scene.live.paths.firstIndex).first
    else { return }
    if let frontCompare = shown.frontCompare {
      frontCompare.showFirst(of: files)
    } else if let visit = shown.visit, visit.gallery === scene.gallery, !visit.isLeaving {
      visit.scroll(toPage: index, from: start)
    } else {
      scene.gallery.moveFocus(toPage: index)
      scene.flyIn(files, from: start)
    }
  }
}

extension LibraryScene {
  /// Applies changes of files to the grids of all tabs.
  ///
  /// - Parameters:
  ///   - follow: called with each grid after it has applied the changes.
  ///   - done: called after all grids have applied them.
  func apply(
    _ changes: [FolderChange], each follow: @escaping (GalleryScene) -> Void,
    then done: @escaping () -> Void
  ) {
    var left = scenes.count
    for scene in scenes {
      scene.live.apply(changes) { [weak scene] in
        if let scene { follow(scene) }
        left -= 1
        if left == 0 { done() }
      }
    }
  }
}

/// The paths under which the lists of pictures contain files. They are relative if the program was
/// started with relative paths.
nonisolated struct ListedPaths {
  /// The relative paths of the listed folders, by their absolute paths.
  private var relativeFolders: [FilePath: FilePath] = [:]

  /// Collects the folders of listed paths that are relative.
  ///
  /// - Parameter current: the folder to which relative paths refer.
  init(_ paths: [FilePath], in current: @autoclosure () -> FilePath = CurrentFolder.path) {
    var last: FilePath?
    for path in paths where path.bytes.first != UInt8(ascii: "/") && path.webAddress == nil {
      let folder = path.folder
      guard folder != last else { continue }
      last = folder
      relativeFolders[folder.absolute(in: current())] = folder
    }
  }

  /// The path under which the lists contain the file with the absolute path `path`.
  func listedPath(of path: FilePath) -> FilePath {
    relativeFolders.isEmpty
      ? path : relativeFolders[path.folder].map { $0.appending(path.name) } ?? path
  }
}
