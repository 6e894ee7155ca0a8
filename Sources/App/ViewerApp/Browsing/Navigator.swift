import BrowserHost
import Geometry
import ImageServers
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid
import Scenes
import Transitions
import Views
import Windowing

/// The coordinator of folders, grids and photos: it opens each of them and leads back.
final class Navigator {
  private let shown: ShownScenes
  private let grids: GridMaker
  private let pages: PageLibrary
  private let settings: ProgramSettings
  private let services: ProgramServices

  /// Whether the open photo moves into the grid of its folder as soon as the folder has been
  /// listed. Default: false.
  private var showsGridWhenListed = false
  /// The action to perform once the open photo has returned to its grid; nil for none.
  private var actionAfterReturn: (() -> Void)?
  /// Whether files that arrived are still to be shown: they are being examined, the open photo
  /// returns to its grid, or their grid is being filled.
  private(set) var isOpening = false {
    didSet { if oldValue, !isOpening { onOpeningEnd() } }
  }
  /// Whether a neighbouring folder is being looked up on a worker thread.
  private var isFindingFolder = false
  /// The scheduled action of the next pass of the event loop: the opening of a photo after its grid
  /// has adopted a library, or the return from a photo after a comparison above it has ended.
  private var scheduledAction: Cancellation?
  /// Whether the first picture of the program is on the screen, so that grids may draw text.
  private var allowsText = false

  /// Called when files that arrived are shown, or are not going to be shown.
  var onOpeningEnd: () -> Void = {}
  /// Called with each new visit, which the program connects to its other parts.
  var onBegin: (PhotoVisit) -> Void = { _ in }
  /// Gives the photo at which a folder was left in this session; nil when there is none.
  var rememberedPhoto: (_ folder: FilePath) -> FilePath? = { _ in nil }

  init(
    _ shown: ShownScenes, _ grids: GridMaker, _ pages: PageLibrary, _ settings: ProgramSettings,
    _ services: ProgramServices
  ) {
    self.shown = shown
    self.grids = grids
    self.pages = pages
    self.settings = settings
    self.services = services
    grids.onOpen = { [weak self] in self?.openPhoto(at: $0, of: $1) }
    grids.onOpenFolder = { [weak self] in self?.open($0, at: $1, of: $2) }
  }

  private var view: ViewerWindow { shown.view }
  private var log: Log { services.log }

  /// Lets grids draw text. Called when the first picture of the program is on the screen.
  func firstPictureDidAppear() {
    allowsText = true
    shown.home?.drawDeferredText()
  }

  // MARK: Photos

  /// Begins a visit of photos that have no grid below them, as when the program is started with a
  /// file.
  ///
  /// - Parameter start: the index of the first photo to show.
  func beginRootVisit(of source: FilePages, at start: Int) -> PhotoVisit {
    let visit = PhotoVisit(
      source, start: start, options: settings.options, window: view, metadata: services.metadata,
      log: log)
    visit.onGridRequest = { [weak self] in self?.goToGrid() }
    visit.onServedCollection = { [weak self] in self?.open($0) }
    visit.info.servedFacts = { [web = services.web] in web.facts(of: $0) }
    onBegin(visit)
    shown.setVisit(visit)
    return visit
  }

  /// Opens the photo with the index `item` in a grid, by a flight from its thumbnail.
  func openPhoto(at item: Int, of scene: GalleryScene) {
    // The visit of this grid is not over while its picture returns to its thumbnail. The same
    // browser then shows the new photo, and both flights run side by side.
    if let visit = shown.visit, visit.gallery === scene.gallery {
      visit.browser.show(index: item, at: view.now)
      return
    }
    // The returning picture of a visit that was opened from another grid is not visible any more,
    // so its visit ends at once.
    if let former = shown.visit?.scene { view.stack?.finishPop(of: former, at: view.now) }
    var options = settings.options
    if scene.live.library.request.isRightToLeft { options.rtl = true }
    let visit = PhotoVisit(
      makePages(scene.live.paths), start: item, options: options, window: view,
      metadata: services.metadata, log: log)
    visit.onServedCollection = { [weak self] in self?.open($0) }
    visit.info.servedFacts = { [web = services.web] in web.facts(of: $0) }
    onBegin(visit)
    shown.setVisit(visit)
    connectEnd(of: visit)
    view.host.push(visit.makeScene(over: scene.gallery), by: .selfAnimated)
    visit.addOverlays()
    visit.browser.show(at: view.now)
  }

  /// Makes the page source of a list of files, decoded for the window's current size.
  func makePages(_ paths: [FilePath]) -> FilePages {
    services.makePages(
      paths, box: PageBox.box(for: view.window.size, tuning: settings.options.browserOptions.tuning)
    )
  }

  /// Sets the actions that follow the end of a visit that was opened from a grid.
  private func connectEnd(of visit: PhotoVisit) {
    visit.onEnd = { [weak self, weak visit] in
      visit?.recent?.pageDidChange(to: nil)
      if let visit { self?.shown.clearVisit(visit) }
      let action = self?.actionAfterReturn
      self?.actionAfterReturn = nil
      action?()
    }
    // The user has caught the photo on its way to its thumbnail, and it returns to its page. The
    // action that was to follow its return is therefore dropped.
    visit.onFlightToPage = { [weak self] in
      self?.actionAfterReturn = nil
      self?.endOpening()
    }
  }

  /// Performs an action after the open photo has returned to its thumbnail; at once when none is
  /// open. An open comparison ends first.
  func leavePhoto(then action: @escaping () -> Void) {
    // A comparison covers the photo until its end, so the comparison ends before the photo returns
    // to its thumbnail.
    if let compare = shown.compare, view.scene === compare { return leave(compare, then: action) }
    guard let visit = shown.frontVisit else { return action() }
    actionAfterReturn = action
    visit.returnToGrid()
  }

  private func leave(_ compare: CompareScene, then action: @escaping () -> Void) {
    let end = compare.onEnd
    compare.onEnd = { [weak self] in
      end()
      guard let self else { return }
      // The next pass of the event loop performs the action, because the stack of scenes is still
      // being changed when a comparison reports its end.
      scheduledAction = services.bridge.schedule(after: 0) { [weak self] in
        self?.leavePhoto(then: action)
      }
    }
    _ = compare.leave(at: view.now)
  }

  // MARK: From a photo to its grid

  /// Inserts the grid of the current list below the open photo, and moves the photo into its cell.
  /// If the list is still being read, this happens when it is known.
  private func goToGrid() {
    guard shown.home == nil, let visit = shown.visit, !visit.isLeaving else { return }
    guard let live = pages.ownLibrary, !live.isLoading else {
      showsGridWhenListed = true
      // The grid needs the list of the folder. It is read now, if the reading that begins after the
      // first picture has not begun.
      pages.loadIfNeeded()
      return
    }
    showsGridWhenListed = false
    visit.list.apply(loaded: live)
    let scene = grids.makeGrid(of: live)
    let home = grids.makeRoot([scene])
    guard view.stack?.insertRoot(home, at: view.now) ?? false else { return }
    shown.setRootHome(at: home)
    pages.releaseOwnLibrary()
    if allowsText { home.drawDeferredText() }
    // The grid is laid out first, so that the photo flies to the final frame of its cell.
    view.stage.layOut()
    scene.showLoadedLibrary()
    scene.gallery.setFocus(onPage: visit.browser.pageIndex)
    visit.adopt(scene.gallery)
    connectEnd(of: visit)
    visit.onGridRequest = nil
    visit.returnToGrid()
    home.gridDidChange()
  }

  /// Called when the list of the current folder is known: makes the grid if the user has asked for
  /// it.
  func listDidLoad() {
    if showsGridWhenListed { goToGrid() }
  }

  /// Opens the focused photo of the grid in culling mode; the first photo when none has the focus.
  func beginCulling() {
    guard let home = shown.home, view.scene === home else { return }
    home.current.gallery.perform(command: .open, at: view.now)
    guard let visit = shown.visit, view.scene === visit, !visit.culling.isOn else { return }
    visit.culling.toggle()
  }

  // MARK: Folders

  /// Opens the folder chooser over the window.
  func chooseFolder() {
    let chooser = FolderChooser(in: shown.folderInView.folderOutsideArchive)
    chooser.onChoose = { [weak self] in self?.open($0) }
    chooser.onFolderListed = { [log] in log.trace("chooser folders=\($0)") }
    view.present(chooser)
  }

  /// Shows a folder in the grid of the window. An open photo returns to its thumbnail first.
  func open(_ folder: FilePath) {
    let request = LibraryRequest(folder: folder)
    leavePhoto { [weak self] in
      self?.shown.home?.open(request)
      self?.endOpening()
    }
  }

  /// Opens the grid of the folder of a card, growing out of the card.
  ///
  /// - Parameter frame: the frame of the card in the stage's coordinates.
  private func open(_ card: FolderCard, at frame: Rect, of scene: GalleryScene) {
    let inner = grids.makeInner(grids.makeGrid(LibraryRequest(folder: card.path)))
    inner.onDisappear = { [weak self, weak inner, weak scene] in
      // The grid of the card disappears when it is closed, and also when a photo is opened above
      // it. Only after its closing are the cards of the outer grid read again.
      guard let self, let inner, !shown.homes.contains(where: { $0 === inner }) else { return }
      scene?.live.reloadCards()
    }
    pushGrowing(inner, from: frame) { [weak scene] in
      scene?.frameAfterScrolling(toFolder: card.path)
    }
    log.trace("folder opened name=\(card.path.readableName)")
  }

  /// Pushes a grid above the current scene with an animation that grows from `frame`, in the
  /// stage's coordinates.
  ///
  /// - Parameter back: returns the rectangle into which the grid shrinks when it is left, in the
  ///   stage's coordinates; nil for `frame`.
  private func pushGrowing(_ inner: LibraryScene, from frame: Rect, back: @escaping () -> Rect?) {
    inner.onGoBack = { [weak view] in
      guard let view else { return }
      view.stack?.pop(by: .animated(GrowSceneAnimator(from: back() ?? frame)), at: view.now)
    }
    inner.drawDeferredText()
    view.stack?.push(inner, by: .animated(GrowSceneAnimator(from: frame)), at: view.now)
  }

  // MARK: The folders beside the current one

  /// Shows the nearest folder with pictures before (`step` −1) or after (`step` 1) the current
  /// folder: its grid, or, when a photo is open, the photo at which the folder was left, or else
  /// its first photo.
  func goToFolder(_ step: Int) {
    guard !isFindingFolder else { return }
    isFindingFolder = true
    let isInGrid = view.scene is LibraryScene
    // For a page of an archive, the neighbours are those of the archive: the archives in the same
    // folder, not the folders in the archive.
    let folder = shown.folderInView
    let current = folder.containingArchive ?? folder
    let remembers = settings.options.remembersFolders
    WorkerThread.run {
      SiblingFolders.nearest(to: current, step: step, includesSubfolders: isInGrid).map { folder in
        folder.map { (folder: $0, photo: remembers ? StoredPlaces.photo(in: $0) : nil) }
      }
    } finish: { [weak self] result in
      guard let self else { return }
      isFindingFolder = false
      switch result {
      case .success(let neighbour?):
        show(neighbour.folder, at: rememberedPhoto(neighbour.folder) ?? neighbour.photo)
      case .success(nil): view.showToast(step < 0 ? tr("First folder") : tr("Last folder"))
      case .failure(let error): view.showToast("\(current.folder.display): \(error.reason)")
      }
    }
  }

  /// Shows a folder in the grid or on the pages in front.
  ///
  /// - Parameter photo: the photo at which the folder was left; nil for none.
  private func show(_ folder: FilePath, at photo: FilePath?) {
    let name = folder.readableName
    log.trace("sibling name=\(name)")
    let request = LibraryRequest(
      title: name, sources: [.folder(folder, title: name)],
      depth: folder.isArchive && shown.visit != nil ? .allSubfolders : .automatic)
    guard let visit = shown.frontVisit else {
      shown.home?.open(sibling: request, at: photo)
      view.showToast("“\(name)”")
      return
    }
    visit.browser.stopSlideshow()
    let current = CurrentFolder.path
    let known = visit.source.files.firstIndex { $0.absolute(in: current).folder == folder }
    if let known {
      // A list that includes subfolders already contains photos of the neighbouring folder, so the
      // page changes within the list.
      visit.act(.go(to: known, animated: false))
    } else if let gallery = visit.gallery {
      shown.scene(of: gallery)?.open(request, at: photo)
    } else {
      pages.showNeighbours(of: request, at: photo)
    }
    view.showToast("“\(name)”")
  }

  // MARK: Arrivals

  /// Opens files, folders and web addresses that arrive while the program runs: one folder as a
  /// grid, one file with its folder around it, several files as a list.
  ///
  /// - Parameter point: the point in the stage's coordinates from which a new grid grows; nil for
  ///   the centre.
  func open(_ paths: [FilePath], at point: Point? = nil) {
    isOpening = true
    WorkerThread.run {
      paths.compactMap { OpeningDestination.argument($0, isOnly: paths.count == 1) }
    } finish: { [weak self] arguments in
      self?.open(arguments, at: point)
    }
  }

  /// Sets ``isOpening`` to false, when the files that arrived are shown or are not going to be
  /// shown.
  func endOpening() { isOpening = false }

  private func open(_ arguments: [OpeningArgument], at point: Point?) {
    log.trace("opening count=\(arguments.count)")
    guard let first = arguments.first else {
      endOpening()
      return view.showToast(tr("There are no pictures among the files"))
    }
    if arguments.count == 1, first.isFolder { return open(first.path) }
    let isList = !arguments.contains(where: \.isFolder)
    if shown.home == nil, isList {
      replaceRoot(by: arguments.map(\.path))
      return endOpening()
    }
    let destination = OpeningDestination(arguments)
    let isAtOnce = shown.frontVisit == nil
    leavePhoto { [weak self] in self?.show(destination, at: isAtOnce ? point : nil) }
  }

  /// Pushes a grid of the files that arrived above the current scene, and opens the photo among
  /// them that is to be shown.
  private func show(_ destination: OpeningDestination, at point: Point?) {
    let grid = grids.makeGrid(destination.request)
    if let photo = destination.photoToOpen {
      grid.findInitialFocus = { [weak self, weak grid] library in
        let index = library.index(of: photo)
        if let self, let grid, let index { openSoon(index, of: grid) } else { self?.endOpening() }
        return index
      }
    } else {
      endOpening()
    }
    let start = Rect(center: point ?? view.stage.bounds.center, size: .zero)
    pushGrowing(grids.makeInner(grid), from: start) { nil }
  }

  /// Schedules the opening of a photo for the next pass of the event loop, when the grid has
  /// adopted its new library.
  private func openSoon(_ index: Int, of grid: GalleryScene) {
    scheduledAction = services.bridge.schedule(after: 0) { [weak self, weak grid] in
      if let self, let grid { openPhoto(at: index, of: grid) }
      self?.endOpening()
    }
  }

  /// Ends the visit that the program was started with, and begins one of the files or addresses
  /// `paths`.
  private func replaceRoot(by paths: [FilePath]) {
    guard let first = paths.first else { return }
    shown.visit?.recent?.pageDidChange(to: nil)
    let visit = beginRootVisit(of: makePages(paths), at: 0)
    view.host.show(visit.makeScene())
    view.stack?.reducesMotion = settings.reducesMotion
    view.stack?.animationSpeed = settings.animationSpeed
    visit.addOverlays()
    view.updateTitle()
    showsGridWhenListed = false
    if paths.count == 1, first.webAddress == nil {
      pages.readNeighbours(of: first.pathInFolderListing) { [weak view] in view?.updateTitle() }
    } else {
      pages.readList(of: paths)
    }
  }

  // MARK: Lists of image servers

  /// Opens the grid of a list that an image server sent for the address of the current page: in
  /// place of the page, or above the grid that the page was opened from.
  private func open(_ collection: ServedCollection) {
    guard let visit = shown.visit, !visit.isLeaving else { return }
    let title = collection.label.isEmpty ? visit.file?.displayName ?? "" : collection.label
    var request = LibraryRequest(
      title: title, sources: [.files(services.web.store(collection))])
    request.isRightToLeft = collection.isRightToLeft
    guard shown.home == nil else {
      let destination = OpeningDestination(request)
      actionAfterReturn = { [weak self] in self?.show(destination, at: nil) }
      return visit.returnToGrid()
    }
    visit.recent?.pageDidChange(to: nil)
    shown.clearVisit(visit)
    pages.releaseOwnLibrary()
    showsGridWhenListed = false
    let home = grids.makeRoot([request], start: { _ in nil })
    shown.setRootHome(at: home)
    view.begin(
      with: home, reducesMotion: settings.reducesMotion, animationSpeed: settings.animationSpeed)
    if allowsText { home.drawDeferredText() }
    view.updateTitle()
  }
}

extension GalleryScene {
  /// The frame of a folder's card in the stage's coordinates, after scrolling the card into view;
  /// nil when the grid has no card of the folder.
  fileprivate func frameAfterScrolling(toFolder folder: FilePath) -> Rect? {
    let cards = gallery.contents.items.prefix(gallery.contents.cards.count)
    guard let item = cards.firstIndex(where: { $0.path == folder }) else {
      return nil
    }
    gallery.reveal(item: item)
    return gallery.thumbnailGeometry(of: item)?.frame
  }
}
