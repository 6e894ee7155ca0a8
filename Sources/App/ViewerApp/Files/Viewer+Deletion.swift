import Desktop
import Motion
import PhotoBrowser

/// Deleting pictures from the grid and from their pages, which stay in step.
extension Viewer {
  func makeDeletion(in view: ViewerWindow) -> Deletion {
    let deletion = Deletion(in: view, log: log)
    deletion.onGone = { [weak self] in self?.filesAreGone($0) }
    deletion.onBack = { [weak self] in self?.filesAreBack($0) }
    return deletion
  }

  /// Asks whether what is shown or selected is to be deleted.
  func delete(forGood: Bool) {
    deletion?.ask(filesMeant, forGood: forGood)
  }

  /// The photo that is shown; in a grid what is selected, or has the focus.
  private var filesMeant: [FilePath] {
    if let visit, view?.scene === visit, !visit.isLeaving { return visit.file.map { [$0] } ?? [] }
    return home?.current.chosenFiles ?? []
  }

  private func filesAreGone(_ files: [FilePath]) {
    returning = nil
    // Where folders are watched the same is told once more, and changes nothing.
    home?.take(files.map { .removed($0.bytes) })
    guard home == nil, let visit else { return }
    let isAll = visit.source.paths.allSatisfy(files.contains)
    if let folder, !isAll {
      folder.take(files.map { .removed($0.bytes) })
    } else {
      visit.remove(files)
    }
  }

  private func filesAreBack(_ files: [FilePath]) {
    returning = files.first
    home?.take(files.map { .appeared($0.bytes) })
    guard home == nil else { return }
    if let folder { return folder.take(files.map { .appeared($0.bytes) }) }
    visit?.bringBack(files)
    returning = nil
  }

  /// A grid has changed: it, and the visit above it, go to the file that was brought back.
  func showReturned(in scene: GalleryScene, _ change: LiveLibrary.Change) {
    guard let file = returning, home?.current === scene,
      let index = change.paths.firstIndex(of: file)
    else { return }
    returning = nil
    if let visit, visit.gallery === scene.gallery {
      visit.browser.scrollToPage(index, animated: true)
    } else {
      scene.gallery.setFocus(on: index)
      scene.gallery.reveal(index)
    }
  }
}

extension GalleryHome {
  /// Has every grid follow what became of some files.
  func take(_ changes: [FolderChange]) {
    for scene in scenes { scene.live.take(changes) }
  }
}

extension BrowserScene {
  /// Pages of a list without a grid: those of some files go.
  func remove(_ files: [FilePath]) {
    let gone = Set(files)
    for index in source.paths.indices.reversed() where gone.contains(source.paths[index]) {
      removed[source.paths[index]] = index
      var paths = source.paths
      paths.remove(at: index)
      source.follow([.remove(at: index)], to: paths, in: browser)
    }
    window.updateTitle()
  }

  /// Files that went come back where they were, and the first of them is shown.
  func bringBack(_ files: [FilePath]) {
    for file in files.reversed() where !source.paths.contains(file) {
      let index = min(removed[file] ?? .max, source.paths.count)
      var paths = source.paths
      paths.insert(file, at: index)
      source.follow([.insert(count: 1, at: index)], to: paths, in: browser)
    }
    if let index = files.first.flatMap(source.paths.firstIndex(of:)) {
      browser.scrollToPage(index, animated: true)
    }
    window.updateTitle()
  }
}
