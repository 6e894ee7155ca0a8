import BrowserHost
import Desktop
import Localization
import PhotoBrowser
import Windowing

/// The parts of the program that work in its window, which are made together with the window.
final class WindowParts {
  let shown: ShownScenes
  let grids: GridMaker
  let pages: PageLibrary
  let navigator: Navigator
  let preferences: PreferenceCommands
  /// The wait for running operations on files when the window is to close.
  let closing: ClosingWait
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let operations: FileOperations
  private let listUpdater: ListUpdater
  private let filter: PageFilter
  private let slideshow: SlideshowWindowChanges
  private let marking: PhotoMarking
  private let files: FileCommands
  private let transfers: PhotoTransfers
  private let sharing: PhotoSharing
  private let userCommands: UserCommandRunner
  private let tabs: FolderTabs
  private let comparison: PhotoComparison
  private let clipboard: ClipboardExchange
  private let pngConverter: PNGConverter
  private let remote: RemoteControl
  private let session: DesktopSessionClient
  private let recent: RecentFilesRecorder
  private let places: PlaceRecorder
  private let indexFiller: IndexFiller
  /// The drag and drop between the window and other programs; nil until the first picture is shown.
  private var drags: DragExchange?

  /// The content with which the program was opened, and its connection to D-Bus.
  struct Opening {
    /// The files with which the program was opened, also those of stacks that are not shown.
    var givenFiles: [FilePath]
    /// The files and folders that the program was opened with as a list of pictures, as they were
    /// given; empty when it was opened with one file or folder, or with a grid.
    var givenList: [FilePath]
    /// Whether the program was opened with one file, so that the other pictures of its folder are
    /// pages, too.
    var wasOpenedWithSingleFile: Bool
    /// The queue of the calls that other programs make over D-Bus.
    var calls: CallQueue
    /// The registration under the program's bus name when the session bus started the program; nil
    /// after any other start.
    var service: ApplicationService?
  }

  /// Makes the parts and connects them with each other.
  ///
  /// - Parameters:
  ///   - windowState: the size and state of the window that are remembered.
  ///   - endSession: ends the program, which must not ask the user, because the session ends.
  ///   - quit: ends the program.
  init(
    in view: ViewerWindow, _ opening: Opening, _ settings: ProgramSettings,
    _ services: ProgramServices, _ windowState: WindowStateStore, _ appearance: AppearanceFollower,
    endSession: @escaping () -> Void, quit: @escaping () -> Void
  ) {
    let log = services.log
    self.settings = settings
    self.services = services
    shown = ShownScenes(in: view)
    grids = GridMaker(shown, settings, services, windowState)
    pages = PageLibrary(
      shown, grids, settings, services, givenFiles: opening.givenFiles,
      hasNeighbours: opening.wasOpenedWithSingleFile)
    navigator = Navigator(shown, grids, pages, settings, services)
    preferences = PreferenceCommands(shown, pages, settings, services, appearance)
    filter = PageFilter(shown, pages, services)
    slideshow = SlideshowWindowChanges(shown, filter)
    operations = FileOperations(
      in: view, turner: PhotoTurner(services.pipeline), exporter: PhotoExporter(services.pipeline),
      rules: { settings.options.stackRules }, joinsPairs: { [pages] in pages.joinsPairs }, log: log)
    closing = ClosingWait(for: operations)
    listUpdater = ListUpdater(shown, pages, filter, services)
    listUpdater.connect(to: operations)
    marking = PhotoMarking(operations, shown, pages, filter, settings, services)
    transfers = PhotoTransfers(shown, pages, settings, operations, log: log)
    clipboard = ClipboardExchange(shown, operations, transfers, navigator, log: log)
    files = FileCommands(
      operations, shown, pages, services, marking: marking,
      exports: PhotoExports(shown, services, operations, transfers), transfers: transfers,
      exchange: clipboard)
    let startupIDs = StartupIDMaker(by: view.window)
    sharing = PhotoSharing(shown, services, operations, startupIDs)
    userCommands = UserCommandRunner(shown, startupIDs, log: log)
    tabs = FolderTabs(shown, grids, navigator, log: log)
    comparison = PhotoComparison(shown, settings, services)
    pngConverter = PNGConverter(services.pipeline)
    remote = RemoteControl(
      shown, navigator, settings, services, calls: opening.calls, service: opening.service)
    session = DesktopSessionClient(shown, pages, list: opening.givenList, settings, log: log)
    recent = RecentFilesRecorder(loop: view.loop, log: log)
    places = PlaceRecorder(shown, settings, log: log)
    indexFiller = IndexFiller(services.indexer, services.facts, loop: services.bridge, log: log)
    connectIndexFiller(to: view)
    grids.onQuit = quit
    session.onSessionEnd = endSession
    pages.onLibraryChange = { [weak navigator, weak filter, weak indexFiller] in
      filter?.updateFindCounts()
      navigator?.listDidLoad()
      indexFiller?.postpone()
    }
    grids.onGridChange = { [weak filter, weak indexFiller] in
      filter?.updateFindCounts()
      indexFiller?.postpone()
    }
    grids.onUnreadCountChange = { [weak filter, weak view] in
      filter?.updateFindCounts()
      view?.updateTitle()
    }
    grids.onFocusChange = { [weak places] in places?.notePlaces() }
    navigator.rememberedPhoto = { [weak places] in places?.recordAndFindPhoto(in: $0) }
    navigator.onBegin = { [weak self] in self?.connect($0) }
    view.makePNG = { [pngConverter] in pngConverter.makePNG(of: $0, then: $1) }
  }

  /// Connects the filler of the index with the library of the grid or browser in front, and with
  /// the files of a list that has no library.
  private func connectIndexFiller(to view: ViewerWindow) {
    indexFiller.frontLibrary = { [shown, pages] in
      if shown.visit == nil, let home = shown.home { home.current.live } else { pages.current }
    }
    indexFiller.frontList = { [pages] in pages.unreadList }
    indexFiller.isLoadingVisiblePictures = { [shown] in
      shown.visit == nil && shown.home?.current.thumbnails.isLoading ?? false
    }
    view.system.onInput = { [weak indexFiller] in indexFiller?.postpone() }
  }

  /// Connects a newly opened browser to the parts that work on its photos.
  private func connect(_ visit: PhotoVisit) {
    // At this time, `shown.visit` is still the browser that the new one replaces.
    places.notePlaces()
    visit.onFileChange = { [weak places] in places?.notePlaces() }
    visit.slideshow.interval = settings.slideshowInterval
    visit.slideshow.options = settings.options.slideshowOptions
    visit.recent = settings.remembersVisits ? recent : nil
    pages.connectVersions(of: visit)
    marking.connect(visit)
    filter.connect(visit)
    slideshow.connect(visit)
    visit.onSaveCopy = { [weak transfers] in transfers?.saveCopy(of: $0, to: $1, replaces: $2) }
    visit.onIntervalStep = { [weak preferences] in preferences?.changeSlideshowInterval($0) }
  }

  /// Performs a command that the scene in front does not perform itself.
  func perform(_ command: Command) {
    switch command {
    case .find: filter.openFindField()
    case .toggleCulling: navigator.beginCulling()
    case .openFolder: navigator.chooseFolder()
    case .compare: comparison.begin()
    case .nextFolder: navigator.goToFolder(1)
    case .previousFolder: navigator.goToFolder(-1)
    default:
      _ =
        files.perform(command) || filter.perform(command) || sharing.perform(command)
        || tabs.perform(command) || preferences.perform(command)
    }
  }

  /// Begins the work of the parts that waited for the first picture, such as the recovery of
  /// interrupted file operations.
  ///
  /// - Parameter usesDesktop: whether the program may talk to the services of the desktop.
  func beginDeferredWork(usesDesktop: Bool) {
    files.recoverOperations()
    tabs.startDeferredWork(isRecording: settings.remembersVisits)
    guard usesDesktop else { return }
    if !settings.options.private { indexFiller.begin() }
    userCommands.readCommands(of: settings.store)
    remote.startHandlingCalls()
    session.connect()
  }

  /// Applies the filter of the command line to the pages of the open photo.
  func applyCommandLineFilter() {
    if let terms = settings.options.filter { filter.beginFiltering(with: terms) }
  }

  /// Begins to accept drags of other programs and to let photos be dragged out of the window.
  func acceptDrags() {
    drags = DragExchange(shown, clipboard, navigator, log: services.log)
  }

  /// Stops the filling of the index, writes the photos at which folders are left and the recent
  /// files, and prints the picked photos if `--marked` says so.
  func finish() {
    indexFiller.stop()
    recent.finish()
    places.writeNow()
    if settings.options.marked { marking.printPickedPaths() }
  }
}
