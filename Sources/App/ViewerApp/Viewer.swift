import BrowserCore
import BrowserHost
import Desktop
import Drawing
import Geometry
import Glibc
import Imaging
import Input
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Views
import Windowing

/// The application: one window with grids and browsers.
final class Viewer {
  /// The first scene of the window.
  enum Opening {
    /// A browser with its files, and the index of the first one shown.
    case browser([FilePath], request: PhotoLibrary.Request, start: Int)
    /// Grids, and a function that finds the focused item of the first one.
    case grid([LibraryRequest], start: (SectionedLibrary) -> Int?)
  }

  /// The options of the command line, updated by the user's changes.
  var options: ViewerOptions
  /// Whether the desktop's setting of reduced motion applies, because the user chose none.
  var desktopDecidesMotion: Bool
  /// The persistent preferences.
  let store: PreferenceStore
  /// The time in seconds for which a slideshow shows each picture.
  var slideshowInterval: Double
  let log: Log
  let pipeline: ImagePipeline
  let bridge: LoopBridge
  /// The metadata of the photos shown last.
  let metadata: MetadataCache
  /// The facts about photos for sorting.
  let facts = PhotoFactsStore.ofUser
  /// Reads the facts that are not stored.
  let indexer: PhotoIndexer
  /// The marks of the photos that are shown.
  let marks: PhotoMarksCache
  /// Downloads the addresses among the files.
  let web: WebPictures
  /// Loads the thumbnails of addresses.
  let webThumbnails: WebThumbnails
  /// Makes the players of clips.
  let clips: ClipPlayers
  private(set) var view: ViewerWindow?
  /// The grids below all other scenes; nil while there are none.
  var rootHome: LibraryScene?
  /// The library of the opened file's folder, or of the given files once a grid is requested.
  var folder: LiveLibrary?
  /// The folder to show when the current photo is closed.
  var nextRequest: LibraryRequest?
  /// The drags of other programs over the window.
  var drops: WindowDrops?
  /// The modifier keys at the press from which photos may be dragged.
  var dragModifiers: Modifiers = []
  /// The files to show when the current photo is closed.
  var nextArrival: Arrival?
  /// The opening of a photo whose grid was just filled.
  var arrivalTimer: Cancellation?
  /// Whether the program starts with the folder chooser, because it has nothing to show.
  private let choosesFolder: Bool
  /// Whether the grid has to be shown as soon as its list is known.
  var wantsGrid = false
  /// Whether the field in which photos are searched for is to be shown with that grid.
  var wantsFind = false
  /// Whether the first picture is shown, so that text may be drawn.
  private(set) var hasSettled = false
  /// The open browser; nil when there is none.
  var visit: PhotoVisit?
  /// Whether the folder before or after the present one is being looked up.
  var isFindingFolder = false
  /// The open comparison; nil when there is none.
  var compare: CompareScene?

  /// The file operations; nil until there is a window.
  private(set) var operations: FileOperations?
  /// Whether the window is fullscreen only during the slideshow.
  var fullscreenOfSlideshow = false
  /// Whether the pages are filtered only during the slideshow.
  var filterOfSlideshow = false
  /// The time at which a photo that was kept in a filtered list may leave it.
  var keptRelease: Deadline?
  /// The folder into which photos were copied or moved last.
  var transferFolder: FilePath?
  /// The pattern by which several photos were renamed last.
  var renamePattern = "{name}"

  /// Records the folders that grids show.
  let recentFolders = RecentFolderRecorder()
  /// The folders that are tabs at the next start.
  var keptTabs: [FilePath] = []
  /// The choices with which photos were printed last.
  var printOrder: PrintOrder?
  /// The number of programs that were started, for startup notification.
  var launches = 0
  /// The choices of the latest export.
  var exportOptions = ExportOptions()

  /// The calls of other programs.
  let calls: CallQueue
  /// The program as a service on the session bus; nil without a bus, and while another window is it.
  var service: ApplicationService?

  /// The program as a client of the session manager; nil without one.
  var session: SessionClient?
  var sessionWatch: Watch?

  /// The colours and the size of the interface.
  let appearance: AppearanceFollower

  private var recent: RecentRecorder?
  /// The recorder of recent files for a visit; nil when recording is off.
  var recorder: RecentRecorder? {
    options.recent ?? true && !options.private ? recent : nil
  }

  private let opening: Opening
  /// All files of the list with which the program was opened, also those that are not shown.
  let givenFiles: [FilePath]
  /// The rules by which several of those files are one photo.
  var listRules: StackRules
  /// The pictures with which the program was opened.
  let source: FilePages?
  private var loop: EventLoop?
  private var windowState = WindowState.load()
  private var first: StartupSequence?

  init(
    opening: Opening, options: ViewerOptions, store: PreferenceStore, pipeline: ImagePipeline,
    bridge: LoopBridge, log: Log,
    givenFiles: [FilePath] = [], choosesFolder: Bool = false, calls: CallQueue = CallQueue(),
    service: ApplicationService? = nil
  ) {
    self.calls = calls
    self.service = service
    self.opening = opening
    self.givenFiles = givenFiles
    listRules = options.stackRules
    self.choosesFolder = choosesFolder
    self.options = options
    desktopDecidesMotion = options.motion == nil
    self.store = store
    slideshowInterval = ViewerSettings(options, filledFrom: store.preferences).slideshowInterval
    self.pipeline = pipeline
    metadata = MetadataCache(pipeline)
    indexer = PhotoIndexer(pipeline, facts, log: log)
    marks = PhotoMarksCache(facts, indexer)
    self.bridge = bridge
    self.log = log
    appearance = AppearanceFollower(log: log)
    appearance.begin(options)
    web = WebPictures(pipeline: pipeline, loop: bridge, configuration: options.web)
    web.languages = UserLanguage.languages
    webThumbnails = WebThumbnails(web)
    clips = ClipPlayers(loop: bridge)
    guard case .browser(let paths, _, let start) = opening else {
      source = nil
      return
    }
    let size = options.windowSize(remembered: windowState)
    let source = FilePages(
      paths, pipeline: pipeline, loop: bridge,
      pageBox: PageBox.box(for: size ?? Self.placeholderSize, tuning: options.browserOptions.tuning)
    )
    source.connect(clips, web, pipeline.files, log: log)
    if !options.present, size != nil { source.begin(with: paths[start]) }
    self.source = source
  }

  /// The window size in device pixels until that of the screen is known; nothing is decoded for it.
  private static let placeholderSize = PixelSize(width: 1280, height: 800)

  // MARK: Running

  /// Opens the window and runs the event loop until the window closes.
  ///
  /// - Returns: the exit code.
  func run() -> Int32 {
    do {
      // Ctrl-C has to end the program even while the X server does not answer.
      let display = try ProcessSignals.exitingAtOnce {
        try DisplayConnection(name: nil) { [log] in log.info($0) }
      }
      log.trace("display")
      display.onServerLost = { [log] in
        log.error(tr("the X server has gone"))
        exit(ExitCode.noDisplay)
      }
      let loop = try EventLoop(display)
      self.loop = loop
      bridge.attach(to: loop)
      try open(on: display, loop)
      return loop.run()
    } catch {
      log.error("\(error)")
      return ExitCode.noDisplay
    }
  }

  private func open(on display: DisplayConnection, _ loop: EventLoop) throws(WindowingError) {
    let configuration = configuration(on: display)
    if case .browser(let paths, _, let start) = opening, let source, !options.present,
      options.windowSize(remembered: windowState) == nil
    {
      source.pagesDidResize(
        to: PageBox.box(for: configuration.size, tuning: options.browserOptions.tuning))
      source.begin(with: paths[start])
    }
    let view = try ViewerWindow(
      display: display, loop: loop, bridge: bridge, configuration: configuration, log: log)
    self.view = view
    loop.onTerminate = { [weak view] _ in view?.host.close() }
    operations = makeFileOperations(in: view)
    recent = RecentRecorder(loop: loop, log: log)
    view.makePNG = { [weak self] file, deliver in
      guard let self else { return deliver(nil) }
      makePNG(of: file, then: deliver)
    }
    view.onCommand = { [weak self] command in
      switch command {
      case .quit: self?.finish(ExitCode.done)
      case .preferences: self?.showPreferences()
      case .customizeKeys: self?.customizeKeys()
      case .find: self?.findInGrid()
      case .openFolder: self?.chooseFolder()
      case .compare: self?.comparePhotos()
      case .nextFolder: self?.goToFolder(1)
      case .previousFolder: self?.goToFolder(-1)
      default:
        guard let self, !performOnFiles(command), !performMarkFilter(command),
          !performSharing(command), !performOnPlaces(command)
        else { return }
        _ = performPreferenceCommand(command)
      }
    }
    // Closing waits for the clipboard.
    view.host.shouldClose = { [weak self] in
      self?.finish(ExitCode.done)
      return false
    }
    appearance.connect(to: view.system)
    appearance.onChange = { [weak self] in self?.adoptAppearance() }
    view.system.onSettingsChange = { [weak self] in self?.appearance.desktopDidChange() }
    view.system.onProfileChange = { [weak self] in self?.adoptColors() }
    // The colours are set before the first picture, so that they do not change once it is visible.
    adoptColors()
    let first = StartupSequence(of: source, in: view.system, log: log)
    first.onSettle = { [weak self] in self?.firstPictureDidAppear() }
    self.first = first
    view.begin(
      with: firstScene(in: view), reducesMotion: options.motion == .reduced,
      animationSpeed: options.animationSpeed ?? 1)
    first.home = home
    first.openWindow(isNear: isPictureNear)
  }

  /// Whether the first picture is a local file, which may be decoded in a moment.
  private var isPictureNear: Bool {
    guard case .browser(let paths, _, let start) = opening, let source, !options.present else {
      return false
    }
    return source.isPicture(paths[start]) && paths[start].webAddress == nil
  }

  private func firstScene(in view: ViewerWindow) -> any Scene {
    switch opening {
    case .grid(let requests, let start):
      let home = makeHome(requests, start: start, in: view)
      home.onQuit = { [weak self] in self?.finish(ExitCode.done) }
      rootHome = home
      if options.showRecent { home.selectRecent() }
      return home
    case .browser(let paths, _, let start):
      return beginRootVisit(of: source ?? makeSource(paths, in: view), at: start, in: view)
        .makeScene()
    }
  }

  /// Begins a visit of photos below which there is no grid yet.
  func beginRootVisit(of source: FilePages, at start: Int, in view: ViewerWindow) -> PhotoVisit {
    let visit = PhotoVisit(
      source, start: start, options: options, window: view, metadata: metadata, log: log)
    visit.onWantsGrid = { [weak self] in self?.goToGrid() }
    visit.onCollection = { [weak self] in self?.open($0) }
    visit.slideshow.interval = slideshowInterval
    visit.recent = recorder
    connectVersions(of: visit)
    connectMarks(of: visit)
    self.visit = visit
    return visit
  }

  private func configuration(on display: DisplayConnection) -> WindowConfiguration {
    var size =
      options.windowSize(remembered: windowState)
      ?? FirstWindowSize.size(in: display.workArea.size, scale: display.uiScale)
    if options.geometry?.width == nil {
      let screen = display.screenSize
      size = PixelSize(
        width: min(size.width, Int(screen.width)), height: min(size.height, Int(screen.height)))
    }
    if options.present,
      let monitor = display.monitors.first(where: \.isPrimary) ?? display.monitors.first
    {
      size = PixelSize(width: Int(monitor.frame.width), height: Int(monitor.frame.height))
    }
    let place = options.geometry?.place(of: size, on: display.screenSize)
    return WindowConfiguration(
      title: BrowserWindow.title(of: title, in: ViewerWindow.program), size: size, position: place,
      isFullscreen: options.present,
      isMaximized: options.geometry == nil && windowState.isMaximized, background: background)
  }

  private var background: UInt32 {
    switch opening {
    case .browser: options.browserOptions.background.premultiplied
    case .grid: GalleryStyle.background.premultiplied
    }
  }

  private var title: String {
    switch opening {
    case .browser(let paths, _, let start): paths[start].displayName
    case .grid(let requests, _): requests.first?.title ?? ""
    }
  }

  // MARK: After the first picture

  /// Does all that the first picture did not wait for: text, the indicator, the folder.
  private func firstPictureDidAppear() {
    hasSettled = true
    openLanguage()
    marks.isActive = true
    if choosesFolder { chooseFolder() }
    connectDragAndDrop()
    view?.host.titleBar.defersText = false
    home?.allowText()
    visit?.indicate()
    scan()
    recoverOperations()
    readOwnCommands()
    beginPlaces()
    beginService()
    appearance.followPortal()
    beginAccessibility()
  }

  /// Shows the interface in the language of the user. No text has been drawn so far.
  private func openLanguage() {
    UserLanguage.open()
    guard let view, isRightToLeft || tr("Close") != "Close" else { return }
    LayoutDirection.isRightToLeft = isRightToLeft
    view.stage.root.languageDidChange()
    for scene in rootHome?.scenes ?? [] { scene.languageDidChange() }
  }

  /// Whether the program was opened with one file, whose folder is shown around it.
  var hasNeighbours: Bool {
    if case .browser(_, .file, _) = opening { true } else { false }
  }

  private func scan() {
    guard case .browser(_, .file(let file), _) = opening else { return listed() }
    findNeighbours(of: file.pathInFolderListing) { [weak self] in self?.listed() }
  }

  private func listed() {
    if let source { log.trace("list count=\(source.files.count)") }
    view?.updateTitle()
    visit?.beginSlideshow()
  }

  // MARK: End

  /// The length of the grid's cells in points that the user chose last; nil for the default.
  var rememberedCellSide: Double? {
    get { windowState.cellSide }
    set { windowState.cellSide = newValue }
  }

  /// Remembers the photo at which each folder is left.
  private func rememberPlaces() {
    guard options.remembersPlaces else { return }
    let current = CurrentFolder.path
    var places = homes.flatMap(\.scenes).compactMap { scene -> (FilePath, FilePath)? in
      guard let photo = scene.focusedPhoto?.absolute(in: current),
        let folder = scene.live.library.request.absoluteFolders(in: current).first
      else { return nil }
      return (folder, photo)
    }
    if homes.isEmpty, let photo = visit?.file, photo.webAddress == nil {
      let photo = photo.absolute(in: current)
      places.append((photo.folder, photo))
    }
    if !places.isEmpty { PhotoPlaces.remember(places) }
  }

  /// Saves the state, stops all work and ends the program.
  func finish(_ code: Int32) {
    recent?.finish()
    if let window = view?.window, !options.private {
      if !window.isFullscreen {
        windowState.isMaximized = window.isMaximized
        if !window.isMaximized { windowState.size = window.size }
      }
      windowState.save()
      rememberPlaces()
    }
    view?.host.accessibility?.stop()
    view?.stack?.close()
    if options.marked { printMarked() }
    log.trace("exit code=\(code)")
    web.stop()
    indexer.stop()
    pipeline.stop()
    guard let window = view?.window else {
      loop?.stop(code)
      return
    }
    // Hands the clipboard over to the desktop's clipboard manager, if there is one.
    window.saveClipboard { [weak self] in self?.loop?.stop(code) }
  }
}
