import BrowserHost
import Localization
import Motion
import Scenes
import Views

/// The commands for tabs of folders and for recent folders.
final class FolderTabs {
  private let shown: ShownScenes
  private let grids: GridMaker
  private let navigator: Navigator
  private let log: Log
  /// The recorder of the folders that grids show.
  private let recentFolders = RecentFolderRecorder()
  /// The folders whose tabs are opened again at the next start.
  private var keptTabs: [FilePath] = []

  init(_ shown: ShownScenes, _ grids: GridMaker, _ navigator: Navigator, log: Log) {
    self.shown = shown
    self.grids = grids
    self.navigator = navigator
    self.log = log
    grids.isKeptTab = { [weak self] in self?.keptTabs.contains($0) ?? false }
    grids.onLibraryChange = { [recentFolders] in recentFolders.recordShown($0) }
  }

  private var view: ViewerWindow { shown.view }

  /// Performs a command for tabs or recent folders.
  ///
  /// - Returns: false for any other command.
  func perform(_ command: Command) -> Bool {
    switch command {
    case .newTab: chooseFolderOfNewTab()
    case .keepTab: toggleKeptTab()
    case .closeTab: closeTab()
    case .recentFolders: showRecentFolders()
    case .clearRecentFolders: clearRecentFolders()
    default: return false
    }
    return true
  }

  // MARK: Tabs

  /// Asks the user for the folder of a new tab, beginning at the folder in view.
  private func chooseFolderOfNewTab() {
    guard shown.rootHome != nil else { return }
    let chooser = FolderChooser(in: shown.folderInView, title: tr("Open in New Tab"))
    chooser.onChoose = { [weak self] in self?.openTab($0) }
    chooser.onFolderListed = { [log] in log.trace("chooser folders=\($0)") }
    view.present(chooser)
  }

  /// Opens a folder in a new tab; grids of subfolders that lie over the tabs are closed.
  private func openTab(_ folder: FilePath) {
    guard let rootHome = shown.rootHome else { return }
    for inner in shown.homes.reversed() where inner !== rootHome {
      view.stack?.pop(at: view.now)
      view.stack?.finishPop(of: inner, at: view.now)
    }
    rootHome.addTab(grids.makeGrid(LibraryRequest(folder: folder)))
    log.trace("tab added count=\(rootHome.scenes.count)")
  }

  /// Closes the selected tab, after a photo that is open in it has returned to its thumbnail. If
  /// the tab cannot be closed, as during a comparison, a message says so.
  private func closeTab() {
    guard let rootHome = shown.rootHome, shown.home === rootHome, rootHome.canCloseTab,
      shown.frontCompare == nil
    else {
      view.showToast(tr("This tab cannot be closed"))
      return
    }
    navigator.leavePhoto { [weak self, weak rootHome] in
      if let rootHome, rootHome.canCloseTab { self?.closeTab(of: rootHome) }
    }
  }

  private func closeTab(of rootHome: LibraryScene) {
    if let folder = rootHome.tabFolder, keptTabs.contains(folder) { setKept(false, folder) }
    rootHome.closeTab()
    log.trace("tab closed count=\(rootHome.scenes.count)")
  }

  /// Keeps the tab of the current folder for the next start, or no longer keeps it.
  private func toggleKeptTab() {
    guard let folder = shown.rootHome?.tabFolder else {
      view.showToast(tr("Only the tab of a folder can be kept"))
      return
    }
    let isKept = !keptTabs.contains(folder)
    setKept(isKept, folder)
    view.showToast(
      isKept
        ? tr("“{folder}” is a tab at the next start", ["folder": folder.readableName])
        : tr("“{folder}” is no longer kept as a tab", ["folder": folder.readableName]))
  }

  private func setKept(_ isKept: Bool, _ folder: FilePath) {
    keptTabs.removeAll { $0 == folder }
    if isKept { keptTabs.append(folder) }
    WorkerThread.run {
      KeptTabs.setKept(isKept, folder)
    } finish: { [log] in
      log.trace("tab kept=\(isKept ? 1 : 0)")
    }
  }

  /// Reads the kept tabs, and begins to write the recent folders. Called after the first picture is
  /// shown.
  ///
  /// - Parameter isRecording: whether shown folders may be remembered.
  func startDeferredWork(isRecording: Bool) {
    recentFolders.startWriting(isRecording: isRecording)
    WorkerThread.run {
      KeptTabs.load()
    } finish: { [weak self] in
      self?.keptTabs = $0
    }
  }

  // MARK: Recent folders

  /// Shows a menu with the recent folders, which opens the chosen one.
  private func showRecentFolders() {
    let home = HomeFolder.path
    WorkerThread.run {
      RecentFolders.load()
    } finish: { [weak self] folders in
      guard let self else { return }
      guard !folders.isEmpty else { return view.showToast(tr("There are no recent folders")) }
      let items = folders.map { folder in
        MenuItem(folder.abbreviated(home: home).display) { [weak self] in
          self?.navigator.open(folder)
        }
      }
      let clear = MenuItem(Command.clearRecentFolders.title) { [weak self] in
        self?.clearRecentFolders()
      }
      view.showMenu(items + [.separator, clear], title: Command.recentFolders.title)
      log.trace("recent folders count=\(folders.count)")
    }
  }

  private func clearRecentFolders() {
    recentFolders.clear { [weak self] in
      self?.view.showToast(tr("Cleared the recent folders"))
      self?.log.trace("recent folders cleared")
    }
  }
}
