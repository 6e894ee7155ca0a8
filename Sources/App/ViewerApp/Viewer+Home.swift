import BrowserHost
import Desktop
import GalleryCore
import Imaging
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Views
import Windowing

/// The grids, and the browsers opened from them.
extension Viewer {
  func makeHome(
    _ requests: [LibraryRequest], start: @escaping (SectionedLibrary) -> Int?, in view: ViewerWindow
  ) -> LibraryScene {
    let scenes: [(GalleryScene, Icon)] = requests.map { (makeGrid($0, in: view), .folder) }
    let remembered = scenes.first?.0.findInitialFocus
    scenes.first?.0.findInitialFocus = { start($0) ?? remembered?($0) }
    return makeHome(scenes, in: view)
  }

  private func makeHome(
    _ scenes: [(GalleryScene, Icon)], in view: ViewerWindow
  ) -> LibraryScene {
    let recent = makeGrid(LibraryRequest(title: tr("Recent"), sources: []), in: view)
    recent.onFirstAppearance = { scene in Self.readRecent(into: scene) }
    let home = LibraryScene(
      scenes + [(recent, .clock)], options: options, window: view,
      information: makeGridInformation(), marks: marks, log: log)
    home.isKept = { [weak self] in self?.keptTabs.contains($0) ?? false }
    return home
  }

  func makeGrid(_ request: LibraryRequest, in view: ViewerWindow) -> GalleryScene {
    let live = makeLibrary(
      request, order: options.listOrder, arrangement: options.arrangement,
      sorting: options.sortingPolicy)
    live.onComplaint = { [weak self, log] folder, sentence in
      log.error("\(folder.display): \(sentence)")
      self?.complain(about: folder, sentence)
    }
    return makeGrid(live, in: view)
  }

  func makeGridInformation() -> GridInformation {
    GridInformation(metadata, facts, indexer, log: log)
  }

  private func makeGrid(_ live: LiveLibrary, in view: ViewerWindow) -> GalleryScene {
    let scene = GalleryScene(
      live, pipeline: pipeline, posters: ClipPosters { [clips] in clips.makePlayer() },
      web: webThumbnails, marks: marks, log: log)
    scene.gallery.tuning.reducesMotion = options.motion == .reduced
    scene.adopt(options)
    if options.remembersPlaces {
      if let side = rememberedCellSide { scene.gallery.tuning.cellSide = side }
      scene.onCellSide = { [weak self] in self?.rememberedCellSide = $0 }
      scene.findInitialFocus = { library in
        guard let folder = library.request.absoluteFolders(in: CurrentFolder.path).first,
          let photo = PhotoPlaces.photo(in: folder)
        else { return nil }
        return library.index(of: photo)
      }
    }
    scene.onOpen = { [weak self, weak scene] item in
      if let self, let scene { visit(item, of: scene) }
    }
    scene.onOpenFolder = { [weak self, weak scene] card, frame in
      if let self, let scene { open(card, at: frame, of: scene) }
    }
    scene.onChoice = { [weak view] in view?.perform($0) }
    scene.onMenu = { [weak view] in view?.showMenu(at: $0) }
    scene.onChange = { [weak self, weak view, weak scene] change in
      // Grids of other tabs change, too, but their items are not the pages of this browser.
      self?.recentFolders.shown(change.library.request)
      if let visit = self?.visit, visit.gallery === scene?.gallery { visit.list.follow(change) }
      if let compare = self?.compare, case .grid(let gallery) = compare.origin,
        gallery === scene?.gallery
      {
        compare.follow(change.diff, to: change.paths)
      }
      view?.updateTitle()
    }
    return scene
  }

  /// Makes a library that is kept up to date, with the facts that its order and arrangement need.
  func makeLibrary(
    _ request: LibraryRequest, order: PhotoLibrary.Order,
    arrangement: LibraryArrangement = LibraryArrangement(),
    sorting: LiveLibrary.SortingPolicy = .given
  ) -> LiveLibrary {
    let live = LiveLibrary(
      request, order: order, arrangement: arrangement, rules: options.stackRules,
      watch: makeWatch(), facts: facts, sorting: sorting)
    live.onSidecarChange = { [metadata, marks] in
      metadata.invalidate(sidecars: $0)
      marks.invalidate(sidecars: $0)
    }
    live.onMissingRecords = { [indexer] in indexer.read($0) }
    indexer.observe(for: live) { [weak live] in live?.take($0) }
    return live
  }

  /// A watch for folders; nil when the system's limit is reached. Changes are then found only by
  /// reading again.
  func makeWatch() -> FolderObserver? {
    do throws(DesktopError) {
      let watch = try FolderObserver(loop: bridge) { Timestamp.now.seconds }
      watch.isCurrentFile = { [weak self] in self?.isCurrentFile($0) ?? false }
      return watch
    } catch {
      log.info(tr("folders are not watched: {reason}", ["reason": error]))
      return nil
    }
  }

  /// Whether the file is on the current page.
  private func isCurrentFile(_ path: FilePath) -> Bool {
    guard let visit, view?.scene === visit, !visit.isLeaving else { return false }
    return visit.file?.pathInFolderListing == path
  }

  private static func readRecent(into scene: GalleryScene) {
    WorkerThread.run {
      ((try? RecentFiles.pictures()) ?? []).map { FilePath($0.path) }
    } finish: { [weak scene] files in
      let sources: [LibraryRequest.Source] = files.isEmpty ? [] : [.files(files)]
      scene?.live.reload(LibraryRequest(title: tr("Recent"), sources: sources))
    }
  }

  /// Opens an item of a grid by a flight from its thumbnail.
  func visit(_ item: Int, of scene: GalleryScene) {
    guard let view else { return }
    // Another picture is still returning: its flight goes on, and this one starts beside it.
    if let visit, visit.gallery === scene.gallery {
      visit.browser.show(index: item, at: view.now)
      return
    }
    // A picture that returns behind another tab is not visible any more.
    if let former = visit?.scene { view.stack?.finishPop(of: former, at: view.now) }
    let source = makeSource(scene.live.paths, in: view)
    var options = options
    if scene.live.library.request.isRightToLeft { options.rtl = true }
    let visit = PhotoVisit(
      source, start: item, options: options, window: view, metadata: metadata, log: log)
    visit.slideshow.interval = slideshowInterval
    visit.recent = recorder
    connectVersions(of: visit)
    connectMarks(of: visit)
    visit.onCollection = { [weak self] in self?.open($0) }
    self.visit = visit
    connectEnd(of: visit)
    view.host.push(visit.makeScene(over: scene.gallery), by: .own)
    visit.indicate()
    visit.browser.show(at: view.now)
  }

  /// Connects the program to the end of a visit over a grid.
  private func connectEnd(of visit: PhotoVisit) {
    visit.onEnd = { [weak self, weak visit] in
      visit?.recent?.turned(to: nil)
      if let visit, self?.visit === visit { self?.visit = nil }
      self?.openNextRequest()
      self?.openNextArrival()
    }
  }

  // MARK: From a file to the grid

  /// Makes the grid of the current list below the photo and moves the photo into it, as soon as the
  /// list is known.
  func goToGrid() {
    guard home == nil, let view, let visit, !visit.isLeaving else { return }
    guard let live = folder, !live.isLoading else {
      wantsGrid = true
      // The folder of a file is read anyway, after the first picture.
      if folder == nil, !hasNeighbours, let source {
        readList(of: givenFiles.isEmpty ? source.files : givenFiles)
      }
      return
    }
    wantsGrid = false
    visit.list.follow(loaded: live)
    let scene = makeGrid(live, in: view)
    let home = makeHome([(scene, .folder)], in: view)
    guard view.stack?.insertRoot(home, at: view.now) ?? false else { return }
    rootHome = home
    folder = nil
    home.onQuit = { [weak self] in self?.finish(ExitCode.done) }
    if hasSettled { home.allowText() }
    // The grid is laid out first, so that the photo flies to the final frame of its cell.
    view.stage.layOut()
    scene.showKnownLibrary()
    scene.gallery.setFocus(onPage: visit.browser.pageIndex)
    visit.adopt(scene.gallery)
    connectEnd(of: visit)
    visit.onWantsGrid = nil
    visit.returnToGrid()
    home.gridDidChange()
    if wantsFind { home.showFind() }
    wantsFind = false
  }

  /// Goes to the grid of the current photo, and shows the field in which photos are searched for.
  func findInGrid() {
    guard let visit, !visit.isLeaving else { return }
    if let home { home.showFind() } else { wantsFind = true }
    visit.returnToGrid()
  }

  func makeSource(_ paths: [FilePath], in view: ViewerWindow) -> FilePages {
    let source = FilePages(
      paths, pipeline: pipeline, loop: bridge,
      pageBox: PageBox.box(for: view.window.size, tuning: options.browserOptions.tuning))
    source.connect(clips, web, pipeline.files, log: log)
    return source
  }
}

extension FilePages {
  /// Plays clips and live photos, and downloads addresses.
  func connect(
    _ clips: ClipPlayers, _ web: WebPictures, _ files: any FileQuerying, log: Log
  ) {
    let bindings = ViewerKeys.current.standard
    let keys = ClipKeys(
      playing: ["Space"], mute: bindings.caps(for: .muteClip), loop: bindings.caps(for: .loopClip))
    playClips(by: clips, keys: keys) { LivePhoto.clip(of: $0, by: files) }
    download(by: web) { log.info($0) }
  }
}
