import BrowserCore
import BrowserHost
import Geometry
import Imaging
import Motion
import PhotoBrowser
import PhotoGrid
import Pixels
import Windowing

/// The sequence that brings the first picture to the screen and delays all other work until then.
///
/// The window opens in its background colour. A first frame without the picture would delay the
/// frame with the picture, so the first frame is held for a moment. A picture that a helper has
/// decoded into shared memory is put into the window from that memory, before its frame is drawn.
/// All other work (texts, the list, buffers for motion) starts after that frame is on the screen.
///
///     window shown ─ frames held ─ early picture ─ its frame ─ delayed work ─ buffers for motion
///
/// The thumbnails of a grid count as a first picture, too; frames are not held for them. A slow
/// picture delays nothing for long: frames and work continue after a timeout.
final class StartupSequence {
  /// The maximum time in seconds for which the first frame waits for the picture. The delay is not
  /// noticeable because the window shows its background colour at once.
  private static let maxFirstFrameDelay = 0.1
  /// The time in seconds after the first frame at which the delayed work starts without the
  /// picture.
  private static let pictureTimeout = 0.4
  /// The time in seconds between the start of the delayed work and the allocation of buffers for
  /// motion.
  private static let motionBufferDelay = 0.2

  /// Called once, when the work that was delayed for the picture may start.
  var onDelayedWorkStart: () -> Void = {}
  /// The scene of the grids with which the window opens; nil when it opens with pictures.
  weak var openingLibrary: LibraryScene?

  private let system: WindowBridge
  private let log: Log
  private weak var filePages: FilePages?
  private var nextStep: LoopTimer?
  private var hasPictureArrived = false

  /// Makes a sequence that waits for the first picture of `source` in the window of `system`; if
  /// `source` is nil, for the first thumbnails of ``openingLibrary``.
  init(of source: FilePages?, in system: WindowBridge, log: Log) {
    filePages = source
    self.system = system
    self.log = log
    system.onFirstFrame = { [weak self] in self?.firstFrameDidShow() }
    source?.observe { [weak self] event in
      switch event {
      case .firstImage(let image, let page): self?.presentEarly(image, page: page)
      case .firstPageLoaded: self?.pictureDidArrive()
      default: break
      }
    }
  }

  /// Puts the window on the screen; its first scene must have been set.
  ///
  /// - Parameter isPictureExpectedSoon: whether the picture is expected within a moment, so that
  ///   the first frame waits for the picture.
  func openWindow(isPictureExpectedSoon: Bool) {
    let window = system.window
    if isPictureExpectedSoon { system.holdFrames(for: Self.maxFirstFrameDelay) }
    window.show()
    log.trace("mapped size=\(window.size.width)x\(window.size.height)")
    if isPictureExpectedSoon { _ = window.prepareEarlyPresent() }
  }

  /// Puts the first picture into the window before the first frame is drawn, at the position where
  /// that frame draws the picture.
  private func presentEarly(_ image: DecodedImage, page: Int) {
    guard let browser = filePages?.browser, let memory = image.memory, image.bitmap.isOpaque,
      page == browser.pageIndex
    else { return }
    let rect = browser.state.restingPage(page).content.pixelAligned
    guard rect.size == image.bitmap.size.size else { return }
    let pixels = SharedPixels(
      descriptor: memory.number, size: image.bitmap.size, stride: image.bitmap.stride,
      bitmap: image.bitmap)
    if system.window.presentEarly(pixels, at: rect.origin) { log.trace("ahead page=\(page)") }
  }

  private func firstFrameDidShow() {
    system.window.desktop.finishSetup()
    openingLibrary?.current.gallery.onFirstThumbnails = { [weak self] in self?.pictureDidArrive() }
    nextStep = system.loop.schedule(at: .now + Self.pictureTimeout) { [weak self] in
      self?.pictureDidArrive()
    }
  }

  private func pictureDidArrive() {
    guard !hasPictureArrived else { return }
    hasPictureArrived = true
    // The delayed work begins after the frame with the picture, because loading the fonts of the
    // first text takes as long as drawing that frame.
    system.afterNextFrame = { [weak self] in
      guard let self else { return }
      nextStep = system.loop.schedule(at: .now) { [weak self] in self?.startDelayedWork() }
    }
    system.window.requestFrame()
  }

  private func startDelayedWork() {
    onDelayedWorkStart()
    // The icon is drawn only now, because drawing it takes several milliseconds.
    system.window.setIcon(AppIcon.make())
    nextStep = system.loop.schedule(at: .now + Self.motionBufferDelay) { [weak self] in
      self?.system.window.prepareForMotion()
    }
  }
}
