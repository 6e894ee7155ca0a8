import BrowserHost
import Desktop
import Localization
import PhotoBrowser
import Windowing

/// The parts of the program that work in its window, made together with it.
final class WindowParts {
  let shown: ShownPhotos
  let grids: GridMaker
  let pages: PageLibrary
  let navigator: Navigator
  let preferences: PreferenceChanges
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let operations: FileOperations
  private let lists: ListFollower
  private let filter: PageFilter
  private let slideshow: SlideshowWindow
  private let marking: PhotoMarking
  private let files: FileCommands
  private let sharing: PhotoSharing
  private let ownCommands: OwnCommandRunner
  private let tabs: FolderTabs
  private let comparison: PhotoComparison
  private let clipboard: ClipboardExchange
  private let pngMaker: PNGMaker
  private let remote: RemoteControl
  private let session: SessionMember
  private let recent: RecentRecorder
  private let places: PlaceRecorder
  /// The drags of other programs; nil until the first picture is shown.
  private var drags: DragExchange?

  /// The content with which the program was opened, and the calls that other programs make
  /// meanwhile.
  struct Opening {
    /// All files of the list with which the program was opened, also those that are not shown.
    var givenFiles: [FilePath]
    /// The files and folders of the list with which the program was opened, as they were given;
    /// empty without one.
    var list: [FilePath]
    /// Whether the program was opened with one file, whose folder is shown around it.
    var hasNeighbours: Bool
    /// The queue of the calls that other programs make over the session bus.
    var calls: CallQueue
    /// The D-Bus service of the program, if it was started as one.
    var service: ApplicationService?
  }

  /// Makes the parts and connects them with each other.
  ///
  /// - Parameter quit: ends the program.
  init(
    in view: ViewerWindow, _ opening: Opening, _ settings: ProgramSettings,
    _ services: ProgramServices, _ memory: WindowMemory, _ appearance: AppearanceFollower,
    quit: @escaping () -> Void
  ) {
    let log = services.log
    self.settings = settings
    self.services = services
    shown = ShownPhotos(in: view)
    grids = GridMaker(shown, settings, services, memory)
    pages = PageLibrary(
      shown, grids, settings, services, givenFiles: opening.givenFiles,
      hasNeighbours: opening.hasNeighbours)
    navigator = Navigator(shown, grids, pages, settings, services)
    preferences = PreferenceChanges(shown, pages, settings, services, appearance)
    filter = PageFilter(shown, pages, services)
    slideshow = SlideshowWindow(shown, filter)
    operations = FileOperations(in: view, log: log)
    operations.rules = { settings.options.stackRules }
    operations.joinsPairs = { [pages] in pages.joinsPairs }
    operations.turner = PhotoTurner(services.pipeline)
    operations.exporter = PhotoExporter(services.pipeline)
    lists = ListFollower(shown, pages, filter, services)
    lists.connect(to: operations)
    marking = PhotoMarking(operations, shown, pages, filter, settings, services)
    let transfers = PhotoTransfers(shown, pages, settings, operations, log: log)
    clipboard = ClipboardExchange(shown, operations, transfers, navigator, log: log)
    files = FileCommands(
      operations, shown, pages, services, marking: marking,
      exports: PhotoExports(shown, services, operations, transfers), transfers: transfers,
      exchange: clipboard)
    let launches = ProgramLaunches(by: view.window)
    sharing = PhotoSharing(shown, services, operations, launches)
    ownCommands = OwnCommandRunner(shown, launches, log: log)
    tabs = FolderTabs(shown, grids, navigator, log: log)
    comparison = PhotoComparison(shown, settings, services)
    pngMaker = PNGMaker(services.pipeline)
    remote = RemoteControl(
      shown, navigator, settings, services, calls: opening.calls, service: opening.service)
    session = SessionMember(shown, list: opening.list, settings, log: log)
    recent = RecentRecorder(loop: view.loop, log: log)
    places = PlaceRecorder(shown, settings, log: log)
    grids.onQuit = quit
    session.onEnd = quit
    pages.onLoad = { [weak navigator, weak filter] in
      filter?.updateFindCounts()
      navigator?.listDidLoad()
    }
    grids.onChange = { [weak filter] in filter?.updateFindCounts() }
    grids.onFocusChange = { [weak places] in places?.note() }
    navigator.onBegin = { [weak self] in self?.connect($0) }
    view.makePNG = { [pngMaker] in pngMaker.makePNG(of: $0, then: $1) }
  }

  /// Connects a newly opened browser to the parts that work on its photos.
  private func connect(_ visit: PhotoVisit) {
    // The visit that this one replaces is still the open one.
    places.note()
    visit.onFileChange = { [weak places] in places?.note() }
    visit.slideshow.interval = settings.slideshowInterval
    visit.slideshow.options = settings.options.slideshowOptions
    visit.recent = settings.remembersVisits ? recent : nil
    pages.connectVersions(of: visit)
    marking.connect(visit)
    filter.connect(visit)
    slideshow.connect(visit)
    visit.onCopy = { [weak operations] in
      operations?.record($0, as: tr("Save Copy As"), saying: $1)
    }
    visit.onInterval = { [weak preferences] in preferences?.changeSlideshowInterval($0) }
  }

  /// Performs a command that the scene in view does not perform itself.
  func perform(_ command: Command) {
    switch command {
    case .find: filter.findOnPage()
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

  /// Starts all work that has waited for the first picture, when the list of pictures is being
  /// read.
  ///
  /// - Parameter usesDesktop: whether the program may talk to the desktop's services.
  func begin(usesDesktop: Bool) {
    files.recoverOperations()
    tabs.begin(isRecording: settings.remembersVisits)
    guard usesDesktop else { return }
    ownCommands.readCommands(of: settings.store)
    remote.begin()
    session.begin()
  }

  /// Filters the pages of the open photo as the command line asks for.
  func filterPages() {
    if let terms = settings.options.filter { filter.begin(with: terms) }
  }

  /// Accepts drags of other programs, and lets photos be dragged out.
  func acceptDrags() {
    drags = DragExchange(shown, clipboard, navigator, log: services.log)
  }

  /// Calls a closure when all operations on files have ended, and says that the window closes then.
  ///
  /// - Returns: false, without a call and a message, when none runs.
  func waitForFiles(then done: @escaping () -> Void) -> Bool {
    guard operations.whenDone(done) else { return false }
    shown.view.announceClosing()
    return true
  }

  /// Saves the photos at which folders are left, and prints the marked photos where wanted.
  func finish() {
    recent.finish()
    places.finish()
    if settings.options.marked { marking.printMarked() }
  }
}
