import BrowserCore
import BrowserHost
import Drawing
import Geometry
import Glibc
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Scenes
import Views
import Windowing

/// The program: what was asked for, in a window.
final class Viewer {
  /// What is seen first.
  enum Opening {
    /// Photos, beginning with one of them.
    case browser([FilePath], request: PhotoLibrary.Request, start: Int)
    /// Grids, and which item of the first one has the focus.
    case grid([LibraryRequest], start: (SectionedLibrary) -> Int?)
  }

  /// What was asked for, and what was chosen since.
  var options: ViewerOptions
  /// True while nobody chose between full and reduced motion, so that the desktop decides.
  var desktopDecidesMotion: Bool
  /// What is chosen once and for all.
  let store: PreferenceStore
  /// How long a picture of a slideshow is seen, in seconds.
  var slideTime: Double
  let log: Log
  let pipeline: ImagePipeline
  let bridge: LoopBridge
  /// The addresses among the files come through it.
  let web: WebPictures
  /// What plays clips.
  let clips: ClipPlayers
  private(set) var view: ViewerWindow?
  /// The grids below all other scenes; nil while there are none.
  var rootHome: GalleryHome?
  /// The folder of the file the program was opened on; nil when it was not opened on one.
  var folder: LiveLibrary?
  /// The folder to show when the photo that is open is closed.
  var nextRequest: LibraryRequest?
  /// True to ask for a folder at first: there is nothing to show.
  private let choosesFolder: Bool
  /// True when the grid is wanted as soon as its list is known.
  var wantsGrid = false
  /// True once the first picture is there, and words may be drawn.
  private(set) var hasSettled = false
  /// The visit under way; nil when there is none.
  var visit: BrowserScene?

  /// The file operations; nil until there is a window.
  private(set) var operations: FileOperations?

  private var recent: RecentRecorder?
  /// The recorder of recent files for a visit; nil when recording is off.
  var recorder: RecentRecorder? {
    options.recent ?? true && !options.private ? recent : nil
  }

  private let opening: Opening
  /// The pictures the program was opened on.
  let source: PipelinePhotoSource?
  private var loop: EventLoop?
  private var windowState = WindowState.load()
  private var first: FirstPicture?

  init(
    opening: Opening, options: ViewerOptions, store: PreferenceStore, pipeline: ImagePipeline,
    bridge: LoopBridge, log: Log,
    choosesFolder: Bool = false
  ) {
    self.opening = opening
    self.choosesFolder = choosesFolder
    self.options = options
    desktopDecidesMotion = options.motion == nil
    self.store = store
    slideTime = ViewerSettings(options, filledFrom: store.preferences).slideTime
    self.pipeline = pipeline
    self.bridge = bridge
    self.log = log
    web = WebPictures(pipeline: pipeline, loop: bridge, configuration: options.web)
    clips = ClipPlayers(loop: bridge)
    guard case .browser(let paths, _, let start) = opening else {
      source = nil
      return
    }
    let size = options.windowSize(remembered: windowState)
    let source = PipelinePhotoSource(
      paths: paths, pipeline: pipeline, bridge: bridge,
      pageBox: BrowserScene.box(for: size ?? Self.placeholderSize, axis: options.axis))
    source.web = WebPages(web, log: log)
    source.clips = clips
    if !options.present, size != nil { source.begin(with: paths[start]) }
    self.source = source
  }

  /// The size of the window until that of the screen is known; nothing is decoded for it. Device pixels.
  private static let placeholderSize = PixelSize(width: 1280, height: 800)

  // MARK: Running

  /// Opens the window and serves it until it closes.
  ///
  /// - Returns: the exit code.
  func run() -> Int32 {
    do {
      // A server that does not answer must not keep the program from ending.
      let display = try ProcessSignals.exitingAtOnce {
        try DisplayConnection(name: nil) { [log] in log.info($0) }
      }
      log.trace("display")
      display.onServerLost = { [log] in
        log.error("the X server has gone")
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
      source.pagesDidResize(to: BrowserScene.box(for: configuration.size, axis: options.axis))
      source.begin(with: paths[start])
    }
    let view = try ViewerWindow(
      display: display, loop: loop, configuration: configuration, log: log)
    self.view = view
    operations = makeFileOperations(in: view)
    recent = RecentRecorder(loop: loop, log: log)
    view.onCommand = { [weak self] command in
      switch command {
      case .quit: self?.finish(ExitCode.done)
      case .preferences: self?.showPreferences()
      case .openFolder: self?.chooseFolder()
      default:
        guard let self, !performOnFiles(command) else { return }
        _ = performOnPreferences(command)
      }
    }
    view.onClose = { [weak self] in self?.finish(ExitCode.done) }
    view.onSettingsChange = { [weak self] in self?.followDesktopMotion() }
    view.onProfileChange = { [weak self] in self?.adoptColors() }
    // Before the first picture: it must not change its colours once it is seen.
    adoptColors()
    loop.onTerminate = { [weak self] _ in self?.finish(ExitCode.done) }
    let first = FirstPicture(of: source, in: view, log: log)
    first.onSettle = { [weak self] in self?.settleIn() }
    self.first = first
    view.begin(
      with: firstScene(in: view), reducesMotion: options.motion == .reduced,
      animationSpeed: options.animationSpeed)
    first.home = home
    first.openWindow(isNear: isPictureNear)
  }

  /// True when a picture is on its way that may be there in a moment.
  private var isPictureNear: Bool {
    guard case .browser(let paths, _, let start) = opening, let source, !options.present else {
      return false
    }
    return source.isPicture(paths[start]) && paths[start].webAddress == nil
  }

  private func firstScene(in view: ViewerWindow) -> any ViewerScene {
    switch opening {
    case .grid(let requests, let start):
      let home = makeHome(requests, start: start, in: view)
      home.onQuit = { [weak self] in self?.finish(ExitCode.done) }
      rootHome = home
      return home
    case .browser(let paths, _, let start):
      let scene = BrowserScene(
        source: source ?? makeSource(paths, in: view), start: start, options: options,
        window: view, log: log)
      scene.onDismiss = { [weak self] in self?.finish(ExitCode.done) }
      scene.onWantsGrid = { [weak self] in self?.goToGrid() }
      scene.slideTime = slideTime
      scene.recent = recorder
      visit = scene
      return scene
    }
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
      title: ViewerWindow.title(of: title), size: size, position: place,
      isFullscreen: options.present,
      isMaximized: options.geometry == nil && windowState.isMaximized, background: background)
  }

  private var background: UInt32 {
    switch opening {
    case .browser: options.browserOptions.background.premultiplied
    case .grid: GalleryLook.background.premultiplied
    }
  }

  private var title: String {
    switch opening {
    case .browser(let paths, _, let start): paths[start].displayName
    case .grid(let requests, _): requests.first?.title ?? ""
    }
  }

  // MARK: After the first picture

  /// Everything it did not have to wait for: texts, the indicator, the folder.
  private func settleIn() {
    hasSettled = true
    if choosesFolder { chooseFolder() }
    view?.titleBar.defersText = false
    home?.allowText()
    visit?.indicate()
    scan()
  }

  /// True when the program was opened on one file: its folder's pictures are around it.
  var hasNeighbours: Bool {
    if case .browser(_, .file, _) = opening { true } else { false }
  }

  private func scan() {
    guard case .browser(_, .file(let file), _) = opening else { return listed() }
    findNeighbours(of: file.inItsFolder) { [weak self] in self?.listed() }
  }

  private func listed() {
    if let source { log.trace("list count=\(source.paths.count)") }
    view?.updateTitle()
    visit?.beginSlideshow()
  }

  // MARK: The end

  /// Ends the program.
  func finish(_ code: Int32) {
    recent?.finish()
    if let window = view?.window, !window.isFullscreen, !options.private {
      windowState.isMaximized = window.isMaximized
      if !window.isMaximized { windowState.size = window.size }
      windowState.save()
    }
    view?.stack?.close()
    log.trace("exit code=\(code)")
    web.stop()
    pipeline.stop()
    guard let window = view?.window else {
      loop?.stop(code)
      return
    }
    // What was copied outlives the program where the desktop keeps it.
    window.saveClipboard { [weak self] in self?.loop?.stop(code) }
  }
}
