import BrowserHost
import Localization
import PhotoBrowser

/// The folders before and after the present one.
extension Viewer {
  /// Shows the nearest folder with pictures before (`step` −1) or after (1) the present one: its
  /// first photo in the browser, its grid in the grid.
  func goToFolder(_ step: Int) {
    guard let view, !isFindingFolder else { return }
    isFindingFolder = true
    let isInGrid = view.scene is LibraryScene
    // On the pages of a book, the books beside it count, not its chapters.
    let shown = folderInView
    let present = shown.containingArchive ?? shown
    WorkerThread.run {
      SiblingFolders.nearest(to: present, step: step, includesSubfolders: isInGrid)
    } finish: { [weak self] result in
      guard let self else { return }
      isFindingFolder = false
      switch result {
      case .success(let folder?): show(folder)
      case .success(nil): view.say(step < 0 ? tr("First folder") : tr("Last folder"))
      case .failure(let error): view.say("\(present.folder.display): \(error.reason)")
      }
    }
  }

  private func show(_ folder: FilePath) {
    let name = folder.readableName
    log.trace("sibling name=\(name)")
    let request = LibraryRequest(
      title: name, sources: [.folder(folder, title: name)],
      depth: folder.isArchive && visit != nil ? .everything : .automatic)
    guard let visit, view?.scene === visit, !visit.isLeaving else {
      home?.open(request)
      view?.say("“\(name)”")
      return
    }
    visit.browser.stopSlideshow()
    let current = CurrentFolder.path
    let known = visit.source.files.firstIndex { $0.absolute(in: current).folder == folder }
    if let known {
      // A grid with subfolders has the photos of the other folder already.
      visit.act(.go(to: known, animated: false))
    } else if let gallery = visit.gallery {
      homes.lazy.flatMap(\.scenes).first { $0.gallery === gallery }?.open(request)
    } else {
      showNeighbours(of: request)
    }
    view?.say("“\(name)”")
  }
}
