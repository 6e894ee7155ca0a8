import BrowserHost
import Views

/// Commands that open other folders.
extension Viewer {
  /// Opens the folder chooser.
  func chooseFolder() {
    guard let view else { return }
    let chooser = FolderChooser(in: folderInView.outsideArchive)
    chooser.onChoose = { [weak self] in self?.open($0) }
    chooser.onList = { [log] in log.trace("chooser folders=\($0)") }
    view.present(chooser)
  }

  /// The folder of the current photo or grid.
  var folderInView: FilePath {
    let current = CurrentFolder.path
    if let visit, view?.scene === visit, let file = visit.file, file.webAddress == nil {
      return file.absolute(in: current).folder
    }
    let shown = home?.current.live.library.request.absoluteFolders(in: current).first
    return shown ?? PicturesFolder.path ?? HomeFolder.path ?? FilePath("/")
  }

  /// Shows a folder in the grid; an open photo returns to its thumbnail first.
  func open(_ folder: FilePath) {
    let request = LibraryRequest(folder: folder)
    guard let visit, view?.scene === visit, !visit.isLeaving else {
      home?.open(request)
      return
    }
    nextRequest = request
    visit.returnToGrid()
  }

  /// Shows the folder that was chosen while a photo was open.
  func openNextRequest() {
    guard let request = nextRequest else { return }
    nextRequest = nil
    home?.open(request)
  }
}
