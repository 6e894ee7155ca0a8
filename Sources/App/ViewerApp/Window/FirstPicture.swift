import BrowserCore
import Geometry
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// The first picture's way to the screen, and who waits for it.
///
/// The window opens in its colour. A frame without the picture would only delay the one with it, so
/// the first frame is held for a moment. A picture that comes straight from a helper is put on the
/// screen ahead of its frame, out of the memory it came in. Once its frame is seen the rest of the
/// program may take its time: texts, the list, and memory to move pictures in.
///
///     mapped ─ frames held ─ picture ahead ─ its frame ─ settled ─ ready to move
///
/// The thumbnails of a grid are a first picture, too, for which nothing is held. One that takes its
/// time keeps nobody waiting for ever: what is held is let go, and what waits goes on.
final class FirstPicture {
  /// The first frame waits so long for the picture, in seconds. Nobody sees the difference, the window
  /// has its colour at once.
  private static let firstFrameDelay = 0.1
  /// What waited for the picture goes on after this long, in seconds.
  private static let patience = 0.4
  /// The window gets ready to move so long after the rest has begun, in seconds.
  private static let motionDelay = 0.2

  /// Begins everything the picture did not have to wait for.
  var onSettle: () -> Void = {}
  /// The grids that are opened; nil when it is pictures.
  weak var home: GalleryHome?

  private let view: ViewerWindow
  private let log: Log
  private weak var source: PipelinePhotoSource?
  private var next: Deadline?
  private var hasArrived = false

  /// Follows the first picture of `source`, or of `home`, into `view`.
  init(of source: PipelinePhotoSource?, in view: ViewerWindow, log: Log) {
    self.source = source
    self.view = view
    self.log = log
    view.onFirstFrame = { [weak self] in self?.firstFrameShown() }
    source?.onFirstImage = { [weak self] in self?.putAhead($0, page: $1) }
    source?.onFirstPicture = { [weak self] in self?.arrive() }
  }

  /// Opens the window, which has its scene already.
  ///
  /// - Parameter isNear: true when the picture may be there in a moment.
  func openWindow(isNear: Bool) {
    let window = view.window
    if isNear { view.holdFrames(for: Self.firstFrameDelay) }
    window.show()
    log.trace("mapped size=\(window.size.width)x\(window.size.height)")
    if isNear, !window.prepareToPutAhead() { window.prepareForFirstFrame() }
  }

  /// Shows it where the first frame will have it, a frame's work before that.
  private func putAhead(_ image: DecodedImage, page: Int) {
    guard let browser = source?.browser, let memory = image.memory, image.bitmap.isOpaque,
      page == browser.pageIndex
    else { return }
    let place = browser.state.restingPage(page).content.pixelAligned
    guard place.size == image.bitmap.size.size else { return }
    let pixels = SharedPixels(
      descriptor: memory.number, size: image.bitmap.size, stride: image.bitmap.stride)
    if view.window.putAhead(pixels, at: place.origin) { log.trace("ahead page=\(page)") }
  }

  private func firstFrameShown() {
    view.window.display.finishSetup()
    view.window.setIcon(AppIcon.make())
    home?.current.gallery.onFirstThumbnails = { [weak self] in self?.arrive() }
    next = view.loop.schedule(at: .now + Self.patience) { [weak self] in self?.arrive() }
  }

  private func arrive() {
    guard !hasArrived else { return }
    hasArrived = true
    // The frame with the picture comes first: the fonts of the first text take as long as it.
    view.afterNextFrame = { [weak self] in
      guard let self else { return }
      next = view.loop.schedule(at: .now) { [weak self] in self?.settle() }
    }
    view.window.requestFrame()
  }

  private func settle() {
    onSettle()
    next = view.loop.schedule(at: .now + Self.motionDelay) { [weak self] in
      self?.view.window.prepareForMotion()
    }
  }
}
