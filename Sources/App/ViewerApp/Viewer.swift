import BrowserCore
import Geometry
import Glibc
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// The program: what was asked for, in a window.
final class Viewer {
  let options: ViewerOptions
  let log: Log
  let bindings = KeyBindings.standard
  let pipeline: ImagePipeline
  let bridge: LoopBridge
  let source: PipelinePhotoSource
  let browser: Browser
  var view: ViewerWindow?
  var typedNumber: (value: Int, time: Timestamp)?
  var heldActual: Timestamp?
  var pointer: Point?

  private let request: PhotoLibrary.Request
  private let start: Int
  private var loop: EventLoop?
  private var windowState = WindowState.load()
  private var resizeDeadline: Deadline?
  private var settling: Deadline?
  private var lastTurn: Timestamp?
  private var calm: Deadline?

  /// How long the window's size has to be the same before pictures are fetched for it, in seconds.
  private static let resizeDelay = 0.08

  init(
    options: ViewerOptions, request: PhotoLibrary.Request, paths: [FilePath], start: Int,
    pipeline: ImagePipeline, bridge: LoopBridge, log: Log
  ) {
    self.options = options
    self.request = request
    self.start = start
    self.pipeline = pipeline
    self.bridge = bridge
    self.log = log
    let size = options.windowSize(remembered: windowState)
    source = PipelinePhotoSource(
      paths: paths, pipeline: pipeline, bridge: bridge,
      pageBox: Self.box(for: size, axis: options.axis))
    browser = Browser(options: options.browserOptions)
    if !options.present { source.begin(with: paths[start]) }
  }

  /// The box a page's picture has to fill: its page, or its width alone in a tall viewport.
  static func box(for size: PixelSize, axis: Axis) -> PixelSize {
    let unlimited = 1 << 20
    let isTall = axis == .horizontal && size.width < size.height
    return isTall ? PixelSize(width: size.width, height: unlimited) : size
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
      display: display, loop: loop, configuration: configuration(on: display), browser: browser,
      log: log)
    self.view = view
    view.onCommand = { [weak self] in self?.perform($0) }
    view.onKey = { [weak self] in self?.handle($0) }
    view.onClose = { [weak self] in self?.finish(ExitCode.done) }
    view.onFirstFrame = { [weak self] in self?.firstFrameShown() }
    view.onResize = { [weak self] in self?.windowDidResize(to: $0) }
    view.onPointer = { [weak self] in self?.pointer = $0 }
    loop.onTerminate = { [weak self] _ in self?.finish(ExitCode.done) }
    source.onPicture = { [weak self] kind, page in self?.view?.trace.picture(kind, page: page) }
    source.pageBox = Self.box(for: view.window.size, axis: options.axis)
    browser.delegate = self
    browser.initialIndex = start
    browser.dataSource = source
    updateTitle()
    view.window.show()
    log.trace("mapped size=\(view.window.size.width)x\(view.window.size.height)")
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
      title: source.paths[start].displayName, size: size,
      position: place, isFullscreen: options.present,
      isMaximized: options.geometry == nil && windowState.isMaximized)
  }

  private func firstFrameShown() {
    guard let view else { return }
    view.window.display.finishSetup()
    view.window.setIcon(AppIcon.make())
    source.onFirstPicture = { [weak self] in self?.firstPictureArrived() }
    // A picture that takes its time must not keep the list waiting.
    settling = loop?.schedule(at: .now + Self.patience) { [weak self] in self?.firstPictureArrived()
    }
  }

  /// What waited for the first picture goes on after this long, in seconds.
  private static let patience = 0.4
  /// The window gets ready to move so long after the first picture, in seconds.
  private static let motionDelay = 0.2
  private var isSettledIn = false

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
    indicate()
    scan()
    settling = loop?.schedule(at: .now + Self.motionDelay) { [weak self] in
      self?.view?.window.prepareForMotion()
    }
  }

  private func scan() {
    guard case .file(let file) = request else { return listed() }
    let order = options.listOrder
    // Beside the main actor: a folder of a hundred thousand must not stop a frame.
    SideThread.run {
      PhotoLibrary.siblings(of: file, order: order)
    } finish: { [weak self] paths in
      self?.found(paths, around: file)
    }
  }

  /// The folder's pictures are known: they grow around the one that is shown.
  private func found(_ paths: [FilePath], around file: FilePath) {
    guard let place = paths.firstIndex(of: file), paths.count > 1 else { return listed() }
    source.replace(with: paths)
    browser.insertItems(place, at: 0)
    browser.insertItems(paths.count - place - 1, at: place + 1)
    indicate()
    listed()
  }

  private func listed() {
    log.trace("list count=\(source.paths.count)")
    updateTitle()
  }

  private func indicate() {
    browser.indicator = PageIndicators.make(
      options.indicator ?? "auto", count: source.paths.count)
  }

  private func windowDidResize(to size: PixelSize) {
    resizeDeadline?.cancel()
    resizeDeadline = loop?.schedule(at: .now + Self.resizeDelay) { [weak self] in
      guard let self else { return }
      source.pagesDidResize(to: Self.box(for: size, axis: options.axis))
      indicate()
    }
  }

  /// Two turns within this time are a burst, in seconds: a rested look takes longer.
  private static let burstTime = 0.2

  private func noteTurn() {
    guard let view, let loop else { return }
    let now = view.now
    source.isHurried = lastTurn.map { now - $0 < Self.burstTime } ?? false
    lastTurn = now
    calm = loop.schedule(at: now + Self.burstTime) { [weak self] in self?.source.isHurried = false }
  }

  func updateTitle() {
    guard let view, source.paths.indices.contains(browser.pageIndex) else { return }
    let name = source.paths[browser.pageIndex].displayName
    view.titleBar.title = name
    view.titleBar.position =
      browser.pageCount > 1 ? "\(browser.pageIndex + 1) / \(browser.pageCount)" : ""
    view.window.setTitle(name)
  }

  /// Ends the program.
  func finish(_ code: Int32) {
    if let window = view?.window, !window.isFullscreen {
      windowState.isMaximized = window.isMaximized
      if !window.isMaximized { windowState.size = window.size }
      windowState.save()
    }
    log.trace("exit code=\(code)")
    pipeline.stop()
    loop?.stop(code)
  }
}

extension Viewer: BrowserDelegate {
  func browser(_ browser: Browser, didChangePageIndex index: Int) {
    log.trace("page index=\(index)")
    noteTurn()
    updateTitle()
  }

  func browser(_ browser: Browser, didTapAt point: Point) { toggleControls() }

  func browser(_ browser: Browser, wantsMenuAt point: Point) { showMenu(at: point) }

  func browserDidDismiss(_ browser: Browser) {
    log.trace("dismissed")
    finish(ExitCode.done)
  }
}
