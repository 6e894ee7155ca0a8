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

/// The factory of the grids of folders and files, and their libraries, which follow the disk.
final class GridMaker {
  private let shown: ShownPhotos
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let windowMemory: WindowMemory

  /// Called with the index of the photo that is opened in a grid.
  var onOpen: (_ item: Int, GalleryScene) -> Void = { _, _ in }
  /// Called with the card of a folder that is opened, and its frame in the stage's coordinates, in
  /// device pixels.
  var onOpenFolder: (FolderCard, _ frame: Rect, GalleryScene) -> Void = { _, _, _ in }
  /// Called with the request whose content a grid shows.
  var onShow: (LibraryRequest) -> Void = { _ in }
  /// Called when the photos of a grid have changed.
  var onChange: () -> Void = {}
  /// Called when another photo of a grid has the focus.
  var onFocusChange: () -> Void = {}
  /// Closes the program.
  var onQuit: () -> Void = {}
  /// Whether the folder of a tab is a tab at the next start, too.
  var isKept: (FilePath) -> Bool = { _ in false }

  init(
    _ shown: ShownPhotos, _ settings: ProgramSettings, _ services: ProgramServices,
    _ windowMemory: WindowMemory
  ) {
    self.shown = shown
    self.settings = settings
    self.services = services
    self.windowMemory = windowMemory
  }

  // MARK: Scenes

  /// Makes the root scene: the grids of requests below all other scenes, with a tab of recent
  /// files.
  ///
  /// - Parameter start: finds the index of the photo of the first grid that has the focus at first.
  func makeRoot(
    _ requests: [LibraryRequest], start: @escaping (SectionedLibrary) -> Int?
  ) -> LibraryScene {
    let grids = requests.map { makeGrid($0) }
    let remembered = grids.first?.findInitialFocus
    grids.first?.findInitialFocus = { start($0) ?? remembered?($0) }
    return makeRoot(grids)
  }

  /// Makes the root scene of existing grids, with a tab of recent files.
  func makeRoot(_ grids: [GalleryScene]) -> LibraryScene {
    let recent = makeGrid(LibraryRequest(title: tr("Recent"), sources: []))
    recent.onFirstAppearance = { scene in Self.readRecent(into: scene) }
    let home = makeScene(grids.map { ($0, .folder) } + [(recent, .clock)])
    home.isKept = { [weak self] in self?.isKept($0) ?? false }
    return home
  }

  /// Makes a scene with one grid that lies above the root scene, for an opened folder.
  func makeInner(_ grid: GalleryScene) -> LibraryScene { makeScene([(grid, .folder)]) }

  private func makeScene(_ grids: [(GalleryScene, Icon)]) -> LibraryScene {
    let scene = LibraryScene(
      grids, options: settings.options, window: shown.view,
      information: services.makeInformation(of: "grid"), marks: services.marks, log: services.log)
    scene.onQuit = { [weak self] in self?.onQuit() }
    return scene
  }

  private static func readRecent(into scene: GalleryScene) {
    WorkerThread.run {
      ((try? RecentFiles.pictures()) ?? []).map { FilePath($0.path) }
    } finish: { [weak scene] files in
      let sources: [LibraryRequest.Source] = files.isEmpty ? [] : [.files(files)]
      scene?.live.reload(LibraryRequest(title: tr("Recent"), sources: sources))
    }
  }

  // MARK: Grids

  /// Makes the grid of a folder or of files.
  func makeGrid(_ request: LibraryRequest) -> GalleryScene {
    let options = settings.options
    let live = makeLibrary(
      request, order: options.listOrder, arrangement: options.arrangement,
      sorting: options.sortingPolicy)
    live.onComplaint = { [weak self] folder, sentence in
      self?.services.log.error("\(folder.display): \(sentence)")
      self?.shown.view.showProblem(about: folder, sentence)
    }
    return makeGrid(of: live)
  }

  /// Makes the grid of a library that has already been made.
  func makeGrid(of live: LiveLibrary) -> GalleryScene {
    let scene = GalleryScene(
      live, pipeline: services.pipeline, posters: services.makePosters(),
      web: services.webThumbnails, marks: services.marks, log: services.log)
    scene.gallery.tuning.reducesMotion = settings.reducesMotion
    scene.adopt(settings.options)
    if settings.options.remembersFolders { connectMemory(of: scene) }
    scene.onOpen = { [weak self, weak scene] item in
      if let self, let scene { onOpen(item, scene) }
    }
    scene.onOpenFolder = { [weak self, weak scene] card, frame in
      if let self, let scene { onOpenFolder(card, frame, scene) }
    }
    scene.onFocusChange = { [weak self] in self?.onFocusChange() }
    let view = shown.view
    scene.onChoice = { [weak view] in view?.perform($0) }
    scene.onMenu = { [weak view] in view?.showMenu(at: $0) }
    scene.onChange = { [weak self, weak scene] change in
      if let self, let scene { follow(change, in: scene) }
    }
    return scene
  }

  /// Remembers the size of the cells, and shows the photo at which the folder was left.
  private func connectMemory(of scene: GalleryScene) {
    if let side = windowMemory.cellSide { scene.gallery.tuning.cellSide = side }
    scene.onCellSide = { [windowMemory] in windowMemory.cellSide = $0 }
    scene.findInitialFocus = { library in
      let (request, current) = (library.request, CurrentFolder.path)
      guard let folder = request.absoluteFolders(in: current).first,
        let photo = LastPhotos.photo(in: folder)
      else { return nil }
      return library.index(of: request.listed(photo, in: current))
    }
  }

  /// Applies a change of a grid to the browser or the comparison above it. Grids of other tabs
  /// change, too, but their items are not the pages of this browser.
  private func follow(_ change: LiveLibrary.Change, in scene: GalleryScene) {
    onShow(change.library.request)
    if let visit = shown.visit, visit.gallery === scene.gallery { visit.list.follow(change) }
    if let compare = shown.compare, case .grid(let gallery) = compare.origin,
      gallery === scene.gallery
    {
      compare.follow(change.diff, to: change.paths)
    }
    onChange()
    shown.view.updateTitle()
  }

  // MARK: Libraries

  /// Makes a library that is kept up to date, with the facts that its order and arrangement need.
  func makeLibrary(
    _ request: LibraryRequest, order: PhotoLibrary.Order,
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
    indexer.observe(for: live) { [weak live] in live?.take($0) }
    return live
  }

  /// A watch for folders; nil when the system's limit is reached. Changes are then found only by
  /// reading again.
  private func makeWatch() -> FolderObserver? {
    do throws(DesktopError) {
      let watch = try FolderObserver(loop: services.mode.watches(services.bridge)) {
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
