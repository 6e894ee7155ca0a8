import BrowserCore
import BrowserHost
import Desktop
import Drawing
import Geometry
import Glibc
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Views
import Windowing

/// The application: one window with grids and browsers, from the first frame to the end of the
/// process.
final class Viewer {
  /// The scene with which the window opens.
  enum Opening {
    /// A browser of some files, which came from `request`, and the index of the file shown first.
    case browser([FilePath], request: PictureLister.Request, start: Int)
    /// Tabs of grids. `start` returns the index of the item that gets the focus in the first grid,
    /// or nil for the first item.
    case grid([LibraryRequest], start: (SectionedLibrary) -> Int?)
  }

  private let opening: Opening
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let appearance: AppearanceFollower
  private let windowState = WindowStateStore()
  /// The files with which the program was opened, also those of stacks that are not shown.
  private let givenFiles: [FilePath]
  /// Whether the program begins with the folder chooser, because there is nothing to show.
  private let choosesFolder: Bool
  private let calls: CallQueue
  private let service: ApplicationService?
  /// The pages of the browser with which the window opens; nil for a grid.
  private let source: FilePages?
  private var loop: EventLoop?
  private var parts: WindowParts?
  private var startup: StartupSequence?
  /// Whether the program is ending and only waits for the clipboard manager.
  private var isFinishing = false

  private var log: Log { services.log }
  private var options: ViewerOptions { settings.options }

  init(
    opening: Opening, options: ViewerOptions, store: PreferenceStore, pipeline: ImagePipeline,
    bridge: LoopBridge, log: Log,
    givenFiles: [FilePath] = [], choosesFolder: Bool = false, calls: CallQueue = CallQueue(),
    service: ApplicationService? = nil, mode: RunMode = .live
  ) {
    self.calls = calls
    self.service = service
    self.opening = opening
    self.givenFiles = givenFiles
    self.choosesFolder = choosesFolder
    settings = ProgramSettings(options, store: store)
    services = ProgramServices(
      options, pipeline: pipeline, bridge: bridge, mode: mode, log: log)
    appearance = AppearanceFollower(log: log)
    appearance.applyInitialAppearance(options)
    guard case .browser(let paths, _, let start) = opening else {
      source = nil
      return
    }
    let size = options.windowSize(remembered: windowState.state)
    let source = services.makePages(
      paths,
      box: PageBox.box(for: size ?? Self.placeholderSize, tuning: options.browserOptions.tuning))
    if !options.present, size != nil { source.requestFirstPicture(of: paths[start]) }
    self.source = source
  }

  /// The window size in device pixels until the size of the screen is known. No picture is decoded
  /// for it.
  private static let placeholderSize = PixelSize(width: 1280, height: 800)

  // MARK: Running

  /// Opens the window and runs the event loop until the window closes.
  ///
  /// - Returns: the exit code of the program, an ``ExitCode``.
  func run() -> Int32 {
    if case .replay(let player) = services.mode { return replay(player) }
    do {
      // Ctrl-C has to end the program even while the X server does not answer.
      let display = try ProcessSignals.exitingAtOnce {
        try DisplayConnection(name: nil) { [log] in log.info($0) }
      }
      log.trace("display")
      display.onServerLost = { [log] in
        log.error(tr("the connection to the X server is lost"))
        exit(ExitCode.noDisplay)
      }
      let loop = try EventLoop(display)
      adopt(loop)
      open(try Window(display, configuration(on: display)), loop)
      guard case .recording(let recorder) = services.mode else { return loop.run() }
      recorder.unfreezeClock()
      let code = loop.run()
      recorder.finish(code)
      return code
    } catch {
      log.error("\(error)")
      return ExitCode.noDisplay
    }
  }

  /// Plays a recording, in a window unless the replay is headless.
  ///
  /// - Returns: the exit code: 0 when all states are equal, 1 when one differs, 3 without a
  ///   display.
  private func replay(_ player: ReplayPlayer) -> Int32 {
    do {
      let loop = try EventLoop()
      adopt(loop)
      if !player.isHeadless {
        let window = try ReplayDisplayWindow(size: player.windowSize, speed: player.speed)
        player.onPresent = { window.show($0) }
        player.waitOrEnd = {
          window.wait(until: $0)
          return !window.isClosed
        }
      }
      let view = open(player.makeWindow(), loop)
      return player.play(in: view.system, loop: loop) ? ExitCode.done : ExitCode.nothingShown
    } catch {
      log.error("\(error)")
      return ExitCode.noDisplay
    }
  }

  /// Stores the event loop and connects timers to it.
  private func adopt(_ loop: EventLoop) {
    self.loop = loop
    services.bridge.attach(to: loop)
  }

  /// Connects the recorder or the replay player to a window before the first scene is shown, and
  /// SIGTERM to the closing of the window.
  private func connectRecording(to view: ViewerWindow, _ loop: EventLoop) {
    switch services.mode {
    case .live: break
    case .recording(let recorder):
      recorder.frameStateText = { [unowned view] in FrameState.text(of: view) }
      recorder.connect(to: view.system, loop: loop, keepsNames: options.recordNames)
    case .replay(let player):
      player.frameStateText = { [unowned view] in FrameState.text(of: view) }
      return
    }
    loop.onTerminate = { [weak self, weak view] _ in
      self?.parts?.closing.skipsMessages = true
      view?.system.requestClose()
    }
  }

  /// Shows the scene with which the program opens, in a window.
  @discardableResult
  private func open(_ window: any HostWindow, _ loop: EventLoop) -> ViewerWindow {
    if case .browser(let paths, _, let start) = opening, let source, !options.present,
      options.windowSize(remembered: windowState.state) == nil
    {
      source.pagesDidResize(
        to: PageBox.box(for: window.size, tuning: options.browserOptions.tuning))
      source.requestFirstPicture(of: paths[start])
    }
    let view = ViewerWindow(in: window, loop: loop, bridge: services.bridge, log: log)
    connectRecording(to: view, loop)
    let parts = WindowParts(
      in: view,
      WindowParts.Opening(
        givenFiles: givenFiles, givenList: givenList,
        wasOpenedWithSingleFile: wasOpenedWithSingleFile, calls: calls,
        service: service),
      settings, services, windowState, appearance,
      endSession: { [weak self] in
        self?.parts?.closing.skipsMessages = true
        self?.finish(ExitCode.done)
      }, quit: { [weak self] in self?.finish(ExitCode.done) })
    self.parts = parts
    view.onCommand = { [weak self, weak parts] command in
      if command == .quit { self?.finish(ExitCode.done) } else { parts?.perform(command) }
    }
    // The window is closed later, when the clipboard manager has the clipboard's contents.
    view.host.shouldClose = { [weak self] in
      self?.finish(ExitCode.done)
      return false
    }
    // The colours are set before the first picture is shown, which would otherwise change its
    // colours.
    parts.preferences.adoptColors()
    let startup = StartupSequence(of: source, in: view.system, log: log)
    startup.onDelayedWorkStart = { [weak self, weak parts] in
      if let self, let parts { firstPictureDidAppear(parts) }
    }
    self.startup = startup
    view.begin(
      with: firstScene(in: parts), reducesMotion: settings.reducesMotion,
      animationSpeed: settings.animationSpeed)
    startup.openingLibrary = parts.shown.home
    startup.openWindow(isPictureExpectedSoon: isPictureExpectedSoon)
    return view
  }

  /// Whether the first picture is expected within a moment: a local picture in a browser that is
  /// not presented.
  private var isPictureExpectedSoon: Bool {
    guard case .browser(let paths, _, let start) = opening, let source, !options.present else {
      return false
    }
    return source.isPicture(paths[start]) && paths[start].webAddress == nil
  }

  private func firstScene(in parts: WindowParts) -> any Scene {
    switch opening {
    case .grid(let requests, let start):
      let home = parts.grids.makeRoot(requests, start: start)
      parts.shown.setRootHome(at: home)
      if options.showRecent { home.selectRecentFilesTab() }
      return home
    case .browser(let paths, _, let start):
      let source = source ?? parts.navigator.makePages(paths)
      return parts.navigator.beginRootVisit(of: source, at: start).makeScene()
    }
  }

  private func configuration(on display: DisplayConnection) -> WindowConfiguration {
    var size =
      options.windowSize(remembered: windowState.state)
      ?? FirstWindowSize.size(
        in: display.workArea.size,
        scale: options.scale?.pixelsPerPoint ?? display.primaryMonitorScale)
    if options.geometry?.width == nil {
      let screen = display.screenSize
      size = PixelSize(
        width: min(size.width, Int(screen.width)), height: min(size.height, Int(screen.height)))
    }
    if options.present, let monitor = display.monitors.primary {
      size = PixelSize(width: Int(monitor.frame.width), height: Int(monitor.frame.height))
    }
    let origin = options.geometry?.origin(of: size, on: display.screenSize)
    return WindowConfiguration(
      title: BrowserWindow.title(of: title, in: ViewerWindow.programName), size: size,
      position: origin,
      isFullscreen: options.present,
      isMaximized: options.geometry == nil && windowState.state.isMaximized, background: background)
  }

  private var background: UInt32 {
    switch opening {
    case .browser: options.browserOptions.background.premultiplied
    case .grid: GalleryStyle.background.premultiplied
    }
  }

  private var title: String {
    switch opening {
    case .browser(let paths, _, let start): paths[start].titleName
    case .grid(let requests, _): requests.first?.title ?? ""
    }
  }

  // MARK: After the first picture

  /// Begins the work that waited for the first picture, such as texts, the page indicator and the
  /// list of the folder.
  private func firstPictureDidAppear(_ parts: WindowParts) {
    let view = parts.shown.view
    openLanguage(parts)
    services.marks.looksUpMarks = true
    if choosesFolder { parts.navigator.chooseFolder() }
    parts.acceptDrags()
    view.host.titleBar.defersText = false
    parts.navigator.firstPictureDidAppear()
    parts.shown.visit?.addOverlays()
    startListing(parts)
    parts.beginDeferredWork(usesDesktop: services.mode.usesDesktop)
    guard services.mode.usesDesktop else { return appearance.applyWithoutPortal() }
    appearance.followPortal()
    beginAccessibility(of: view)
  }

  /// Opens the catalogue of translations, and shows the interface in the user's language. No text
  /// has been drawn before.
  private func openLanguage(_ parts: WindowParts) {
    UserLanguage.open()
    guard isRightToLeft || tr("Close") != "Close" else { return }
    LayoutDirection.isRightToLeft = isRightToLeft
    parts.shown.view.stage.root.languageDidChange()
    for scene in parts.shown.rootHome?.scenes ?? [] { scene.languageDidChange() }
  }

  /// Whether the program was opened with one file, so that the other pictures of its folder are
  /// pages, too.
  private var wasOpenedWithSingleFile: Bool {
    if case .browser(_, .file, _) = opening { true } else { false }
  }

  /// The files and folders that the program was opened with as a list of pictures; empty when it
  /// was opened with one file or folder, or with a grid.
  private var givenList: [FilePath] {
    if case .browser(_, .list(let list), _) = opening { list } else { [] }
  }

  private func startListing(_ parts: WindowParts) {
    guard case .browser(_, .file(let file), _) = opening else { return listDidLoad(parts) }
    parts.pages.readNeighbours(of: file.pathInFolderListing) { [weak self, weak parts] in
      if let self, let parts { listDidLoad(parts) }
    }
  }

  private func listDidLoad(_ parts: WindowParts) {
    if let source { log.trace("list count=\(source.files.count)") }
    parts.applyCommandLineFilter()
    parts.shown.view.updateTitle()
    parts.shown.visit?.beginSlideshow()
  }

  /// The environment variable with which tests make the program answer assistive programs although
  /// the desktop does not request this.
  private static let accessibilityVariable = "PBVIEW_A11Y"

  /// Begins to answer assistive programs.
  private func beginAccessibility(of view: ViewerWindow) {
    let isForced = getenv(Self.accessibilityVariable).map { String(cString: $0) } == "1"
    let accessibility = WindowAccessibility(
      view.host, in: view.window, version: ViewerProgram.version, isForced: isForced)
    view.host.accessibility = accessibility
    accessibility.start(SessionBusAddress.ofUser)
    log.trace("accessibility started")
  }

  // MARK: End

  /// Saves the state, stops all work and ends the program. Running operations on files are
  /// completed first; a second call ends the program without waiting.
  private func finish(_ code: Int32) {
    guard !isFinishing else { return }
    if parts?.closing.waitIfNeeded(then: { [weak self] in self?.finish(code) }) ?? false { return }
    isFinishing = true
    let view = parts?.shown.view
    if let view, !options.private { windowState.save(sizeOf: view.window) }
    view?.host.accessibility?.stop()
    parts?.finish()
    view?.stack?.close()
    log.trace("exit code=\(code)")
    services.stop()
    guard let view else {
      loop?.stop(code)
      return
    }
    // The desktop's clipboard manager, if one is running, takes over the clipboard's contents.
    view.window.saveClipboard { [weak self] in self?.loop?.stop(code) }
  }
}
