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

  let options: ViewerOptions
  let log: Log
  let pipeline: ImagePipeline
  let bridge: LoopBridge
  private(set) var view: ViewerWindow?
  /// The grids; nil when the program was opened on photos.
  var home: GalleryHome?
  /// The visit under way; nil when there is none.
  var visit: BrowserScene?

  private let opening: Opening
  /// The pictures the program was opened on.
  private let source: PipelinePhotoSource?
  private var loop: EventLoop?
  private var windowState = WindowState.load()
  private var settling: Deadline?
  private var isSettledIn = false

  /// What waited for the first picture goes on after this long, in seconds.
  private static let patience = 0.4
  /// The window gets ready to move so long after the first picture, in seconds.
  private static let motionDelay = 0.2

  init(
    opening: Opening, options: ViewerOptions, pipeline: ImagePipeline, bridge: LoopBridge, log: Log
  ) {
    self.opening = opening
    self.options = options
    self.pipeline = pipeline
    self.bridge = bridge
    self.log = log
    guard case .browser(let paths, _, let start) = opening else {
      source = nil
      return
    }
    let size = options.windowSize(remembered: windowState)
    let source = PipelinePhotoSource(
      paths: paths, pipeline: pipeline, bridge: bridge,
      pageBox: BrowserScene.box(for: size, axis: options.axis))
    if !options.present { source.begin(with: paths[start]) }
    self.source = source
  }

  // MARK: Running

  /// Opens the window and serves it until it closes.
  ///
  /// - Returns: the exit code.
  func run() -> Int32 {
    do {
      let display = try DisplayConnection(name: nil) { [log] in log.info($0) }
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
    let view = try ViewerWindow(
      display: display, loop: loop, configuration: configuration(on: display), log: log)
    self.view = view
    view.onCommand = { [weak self] command in
      if command == .quit { self?.finish(ExitCode.done) }
    }
    view.onClose = { [weak self] in self?.finish(ExitCode.done) }
    view.onFirstFrame = { [weak self] in self?.firstFrameShown() }
    loop.onTerminate = { [weak self] _ in self?.finish(ExitCode.done) }
    view.begin(
      with: firstScene(in: view), reducesMotion: options.motion == .reduced,
      animationSpeed: options.animationSpeed)
    view.window.show()
    log.trace("mapped size=\(view.window.size.width)x\(view.window.size.height)")
  }

  private func firstScene(in view: ViewerWindow) -> any ViewerScene {
    switch opening {
    case .grid(let requests, let start):
      let home = makeHome(requests, start: start, in: view)
      home.onQuit = { [weak self] in self?.finish(ExitCode.done) }
      self.home = home
      return home
    case .browser(let paths, _, let start):
      let scene = BrowserScene(
        source: source ?? makeSource(paths, in: view), start: start, options: options,
        window: view, log: log)
      scene.onDismiss = { [weak self] in self?.finish(ExitCode.done) }
      visit = scene
      return scene
    }
  }

  private func configuration(on display: DisplayConnection) -> WindowConfiguration {
    var size = options.windowSize(remembered: windowState)
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
      title: title, size: size, position: place, isFullscreen: options.present,
      isMaximized: options.geometry == nil && windowState.isMaximized)
  }

  private var title: String {
    switch opening {
    case .browser(let paths, _, let start): paths[start].displayName
    case .grid(let requests, _): requests.first?.title ?? ""
    }
  }

  // MARK: After the first picture

  private func firstFrameShown() {
    guard let view else { return }
    view.window.display.finishSetup()
    view.window.setIcon(AppIcon.make())
    source?.onFirstPicture = { [weak self] in self?.firstPictureArrived() }
    home?.current.gallery.onFirstThumbnails = { [weak self] in self?.firstPictureArrived() }
    // A picture that takes its time must not keep the rest waiting.
    settling = loop?.schedule(at: .now + Self.patience) { [weak self] in
      self?.firstPictureArrived()
    }
  }

  /// Everything the first picture did not have to wait for: texts, the folder, the indicator.
  private func firstPictureArrived() {
    guard !isSettledIn else { return }
    isSettledIn = true
    // The frame with the picture comes first: the fonts of the first text take as long as it.
    view?.afterNextFrame = { [weak self] in
      guard let self else { return }
      settling = loop?.schedule(at: .now) { [weak self] in self?.settleIn() }
    }
    view?.window.requestFrame()
  }

  private func settleIn() {
    view?.titleBar.defersText = false
    home?.allowText()
    visit?.indicate()
    scan()
    settling = loop?.schedule(at: .now + Self.motionDelay) { [weak self] in
      self?.view?.window.prepareForMotion()
    }
  }

  private func scan() {
    guard case .browser(_, .file(let file), _) = opening else { return listed() }
    let order = options.listOrder
    // Beside the main actor: a folder of a hundred thousand must not stop a frame.
    SideThread.run {
      PhotoLibrary.siblings(of: file, order: order)
    } finish: { [weak self] paths in
      self?.visit?.found(paths, around: file)
      self?.listed()
    }
  }

  private func listed() {
    if let source { log.trace("list count=\(source.paths.count)") }
    view?.updateTitle()
  }

  // MARK: The end

  /// Ends the program.
  func finish(_ code: Int32) {
    if let window = view?.window, !window.isFullscreen {
      windowState.isMaximized = window.isMaximized
      if !window.isMaximized { windowState.size = window.size }
      windowState.save()
    }
    view?.stack?.close()
    log.trace("exit code=\(code)")
    pipeline.stop()
    loop?.stop(code)
  }
}
