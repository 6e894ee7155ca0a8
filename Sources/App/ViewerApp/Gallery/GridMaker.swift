import BrowserHost
import Desktop
import GalleryCore
import Geometry
import Imaging
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Scenes
import Views
import Windowing

/// The factory of grids and of their libraries, which are kept up to date with the file system.
final class GridMaker {
  private let shown: ShownScenes
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let windowState: WindowStateStore

  /// Called with the index of the photo that the user opens in a grid.
  var onOpen: (_ item: Int, GalleryScene) -> Void = { _, _ in }
  /// Called with the card of a folder that the user opens in a grid, and the frame of the card in
  /// the stage's coordinates.
  var onOpenFolder: (FolderCard, _ frame: Rect, GalleryScene) -> Void = { _, _, _ in }
  /// Called with the request of a library after each change of its grid.
  var onLibraryChange: (LibraryRequest) -> Void = { _ in }
  /// Called when the photos of a grid or their arrangement have changed.
  var onGridChange: () -> Void = {}
  /// Called when metadata have been read that change none of the photos of a library, only the
  /// number of those whose metadata have not been read.
  var onUnreadCountChange: () -> Void = {}
  /// Called when the keyboard focus of a grid has moved to another item, a photo or a folder card,
  /// or to none.
  var onFocusChange: () -> Void = {}
  /// Called when the user closes the program from a grid.
  var onQuit: () -> Void = {}
  /// Returns whether the user has kept the tab of a folder, so that it opens again at the next
  /// start.
  var isKeptTab: (FilePath) -> Bool = { _ in false }

  init(
    _ shown: ShownScenes, _ settings: ProgramSettings, _ services: ProgramServices,
    _ windowState: WindowStateStore
  ) {
    self.shown = shown
    self.settings = settings
    self.services = services
    self.windowState = windowState
  }

  // MARK: Scenes

  /// Makes the scene at the bottom of the window's stack: a tab with a grid for each request, and a
  /// tab of the recent files.
  ///
  /// - Parameter start: returns the index of the photo that receives the focus in the first grid;
  ///   nil leaves the choice to the remembered photo of the folder.
  func makeRoot(
    _ requests: [LibraryRequest], start: @escaping (SectionedLibrary) -> Int?
  ) -> LibraryScene {
    let grids = requests.map { makeGrid($0) }
    let remembered = grids.first?.findInitialFocus
    grids.first?.findInitialFocus = { start($0) ?? remembered?($0) }
    return makeRoot(grids)
  }

  /// Makes the scene at the bottom of the window's stack from existing grids, with a tab of the
  /// recent files.
  func makeRoot(_ grids: [GalleryScene]) -> LibraryScene {
    let recent = makeGrid(LibraryRequest(title: tr("Recent"), sources: []))
    recent.onFirstAppearance = { scene in Self.readRecentFiles(into: scene) }
    let home = makeScene(grids.map { ($0, .folder) } + [(recent, .clock)])
    home.isKeptTab = { [weak self] in self?.isKeptTab($0) ?? false }
    return home
  }

  /// Makes a scene with a single grid, for a folder that is opened above the root scene.
  func makeInner(_ grid: GalleryScene) -> LibraryScene { makeScene([(grid, .folder)]) }

  private func makeScene(_ grids: [(GalleryScene, Icon)]) -> LibraryScene {
    let scene = LibraryScene(
      grids, options: settings.options, window: shown.view,
      information: services.makeInformation(of: "grid"), marks: services.marks, log: services.log)
    scene.onQuit = { [weak self] in self?.onQuit() }
    return scene
  }

  private static func readRecentFiles(into scene: GalleryScene) {
    WorkerThread.run {
      ((try? RecentFiles.pictures()) ?? []).map { FilePath($0.path) }
    } finish: { [weak scene] files in
      let sources: [LibraryRequest.Source] = files.isEmpty ? [] : [.files(files)]
      scene?.live.reload(LibraryRequest(title: tr("Recent"), sources: sources))
    }
  }

  // MARK: Grids

  /// Makes the grid of the folders or files of a request.
  func makeGrid(_ request: LibraryRequest) -> GalleryScene {
    let options = settings.options
    let live = makeLibrary(
      request, order: options.listOrder, arrangement: options.arrangement,
      sorting: options.sortingPolicy)
    live.onReadFailure = { [weak self] folder, sentence in
      self?.services.log.error("\(folder.display): \(sentence)")
      self?.shown.view.showProblem(about: folder, sentence)
    }
    return makeGrid(of: live)
  }

  /// Makes a grid that shows an existing library.
  func makeGrid(of live: LiveLibrary) -> GalleryScene {
    let scene = GalleryScene(
      live, pipeline: services.pipeline, posters: services.makePosters(),
      web: services.webThumbnails, marks: services.marks, log: services.log)
    scene.gallery.options.reducesMotion = settings.reducesMotion
    scene.adopt(settings.options)
    if settings.options.remembersFolders { connectStoredState(of: scene) }
    scene.onOpen = { [weak self, weak scene] item in
      if let self, let scene { onOpen(item, scene) }
    }
    scene.onOpenFolder = { [weak self, weak scene] card, frame in
      if let self, let scene { onOpenFolder(card, frame, scene) }
    }
    scene.onFocusChange = { [weak self] in self?.onFocusChange() }
    let view = shown.view
    scene.onEmptyGridCommand = { [weak view] in view?.perform($0) }
    scene.onMenuRequest = { [weak view] in view?.showMenu(at: $0) }
    scene.onAwaitedPhotoFocus = { [weak self, weak scene] index in
      guard let scene, let visit = self?.shown.visit, visit.gallery === scene.gallery else {
        return
      }
      visit.act(.go(to: index, animated: false))
    }
    scene.onChange = { [weak self, weak scene] change in
      if let self, let scene { propagate(change, in: scene) }
    }
    return scene
  }

  /// Restores and remembers the size of the cells, and moves the focus to the photo at which the
  /// folder was left.
  private func connectStoredState(of scene: GalleryScene) {
    if let side = windowState.cellSide { scene.gallery.options.cellSide = side }
    scene.onCellSideChange = { [windowState] in windowState.cellSide = $0 }
    scene.findInitialFocus = { library in
      let (request, current) = (library.request, CurrentFolder.path)
      guard let folder = request.absoluteFolders(in: current).first,
        let photo = StoredPlaces.photo(in: folder)
      else { return nil }
      return library.index(of: request.listedPath(of: photo, in: current))
    }
  }

  /// Passes a change of a grid on to the browser or the comparison that was opened from this grid.
  /// A browser that was opened from the grid of another tab is not affected.
  private func propagate(_ change: LiveLibrary.Change, in scene: GalleryScene) {
    onLibraryChange(change.library.request)
    if let visit = shown.visit, visit.gallery === scene.gallery { visit.list.apply(change) }
    if let compare = shown.compare, case .grid(let gallery) = compare.origin,
      gallery === scene.gallery
    {
      compare.apply(change.diff, to: change.paths)
    }
    onGridChange()
    shown.view.updateTitle()
  }

  // MARK: Libraries

  /// Makes a library that is watched for changes, and whose metadata are read when its order or
  /// arrangement needs them.
  ///
  /// - Parameters:
  ///   - order: the order without a remembered one.
  ///   - sorting: whether the user's order and grouping are remembered for each folder. Default:
  ///     they are not.
  func makeLibrary(
    _ request: LibraryRequest, order: PictureLister.Order,
    arrangement: LibraryArrangement = LibraryArrangement(),
    sorting: LiveLibrary.SortingPolicy = .given
  ) -> LiveLibrary {
    let live = LiveLibrary(
      request, order: order, arrangement: arrangement, rules: settings.options.stackRules,
      watch: makeWatch(), facts: services.facts, sorting: sorting)
    let (metadata, marks, indexer) = (services.metadata, services.marks, services.indexer)
    live.onSidecarChange = {
      metadata.invalidate(sidecars: $0)
      marks.invalidate(sidecars: $0)
    }
    live.onMissingRecords = { indexer.read($0) }
    live.onUnreadCountChange = { [weak self] in self?.onUnreadCountChange() }
    indexer.observe(for: live) { [weak live] in live?.apply($0) }
    return live
  }

  /// Makes the object that watches folders for changes; nil if the system permits no further watch.
  /// Changes are found only by reading the folders again in this case.
  private func makeWatch() -> FolderObserver? {
    do throws(DesktopError) {
      let watch = try FolderObserver(loop: services.mode.watches(wrapping: services.bridge)) {
        Timestamp.now.seconds
      }
      watch.isCurrentFile = { [weak shown] in
        shown?.frontVisit?.file?.pathInFolderListing == $0
      }
      return watch
    } catch {
      services.log.info(tr("folders are not watched: {reason}", ["reason": error]))
      return nil
    }
  }
}
