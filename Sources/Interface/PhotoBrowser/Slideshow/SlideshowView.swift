import BrowserCore
import Drawing
package import Geometry
package import Motion
import Pixels
package import Views

/// An overlay that draws the pictures of a slideshow with an effect in front of the pages: one
/// picture fades into the next, and may move slowly meanwhile. On pages with clips, and between the
/// fades of pictures that do not move, the overlay is hidden.
package final class SlideshowView: View, BrowserOverlay {
  /// The effect of a slideshow: the transition between two pictures, and the motion of a picture
  /// while it is shown.
  package enum Effect: Hashable, Sendable {
    /// Each picture fades into the next one, and does not move.
    case fade
    /// Each picture fades into the next one, and is moved and scaled slowly as long as it is
    /// visible.
    case kenBurns
  }

  /// The effect; nil hides the overlay, so that the pages are visible. Default: nil.
  package var effect: Effect? {
    didSet { if effect != oldValue { browser?.requestFrame() } }
  }
  /// The seed of the random paths on which pictures move. Default: 0.
  package var seed: UInt64 = 0

  /// A picture of the slideshow, with its motion.
  private struct Slide {
    var page: Int
    weak var cell: PhotoCell?
    /// The seed of the random path of the motion.
    var seed: UInt64
    var content: any ZoomableContent
    /// The size of the page for which ``path`` was made, in device pixels.
    var viewport: Size
    var path: KenBurns
    /// The time in seconds for which the picture has been moving.
    var movingSeconds = 0.0
  }

  private enum Style {
    /// The duration of a fade between two pictures, in seconds.
    static let maxFadeDuration = 0.8
    /// The maximum duration of a fade between two pictures, as a share of the interval of the
    /// slideshow.
    static let maxFadeShare = 0.5
    /// The duration of the fade to the resting page when the slideshow ends, in seconds.
    static let endFadeDuration = 0.25
    /// The maximum time between two frames by which the motion advances, in seconds; after a longer
    /// pause the motion continues without a jump.
    static let maxTimeStep = 0.1
  }

  private weak var browser: Browser?
  /// The view that draws the pictures. It has an opacity of its own, because the browser sets that
  /// of the overlay.
  private let pictureView = SlideshowPictureView()
  private var slide: Slide?
  /// A bitmap of the previous picture, which fades out over ``slide``; nil after the fade. The
  /// previous picture does not move during the fade, because drawing one moving picture takes half
  /// of the time of a frame.
  private var previousPicture: Bitmap?
  /// The time at which the fade to ``slide`` began; nil when the fade is over.
  private var fadeBeginTime: Timestamp?
  private var fadeProgress = 1.0
  private var endFade = Fade(0, duration: Style.endFadeDuration)
  private var lastUpdate: Timestamp?

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
    pictureView.fillsParent = true
    pictureView.isHidden = true
    pictureView.onDraw = { [weak self] in self?.drawPictures(in: $0) }
    add(pictureView)
  }

  package func attached(to browser: Browser) { self.browser = browser }

  /// False: the overlay shows pictures, and is no control.
  package var hidesWithControls: Bool { false }

  /// Keeps the shown picture when its page gets another index.
  package func reload(count: Int, index: Int) {
    guard let slide, let cell = browser?.visibleCell, cell === slide.cell,
      slide.cell?.content.zoomable?.contentSize == slide.content.contentSize
    else { return }
    self.slide?.page = index
  }

  package func layout(in room: BrowserOverlays.Room) { frame = browser?.bounds ?? .zero }

  /// Empty: only the subview with the pictures draws, so that a fade of the overlay costs nothing
  /// while that subview is hidden.
  package override var drawingBounds: Rect { .zero }

  // MARK: Frames

  /// The phase of the slideshow; nil without a slideshow or effect, while the user drags or zooms
  /// the picture, and during flights.
  private var drawnPhase: Slideshow.Phase? {
    guard effect != nil, let browser, let phase = browser.slideshowPhase,
      let page = browser.shownFrame?.pages.first(where: { $0.index == browser.pageIndex }),
      page.placement == .still || page.placement == .moving, browser.state.pull == nil,
      browser.shownFrame?.flying.isEmpty ?? true, page.frame.origin == .zero,
      !browser.state.zoom(of: page.index).isZoomed
    else { return nil }
    return phase
  }

  private var reducesMotion: Bool { browser?.options.tuning.reducesMotion ?? false }
  private var movesPictures: Bool { effect == .kenBurns && !reducesMotion }

  package override var wantsFrame: Bool {
    fadeBeginTime != nil || !endFade.isSettled
      || (movesPictures && slide != nil && drawnPhase == .running)
  }

  package override func update(at frame: FrameTime) {
    let now = frame.presentation
    let step = lastUpdate.map { now - $0 } ?? 0
    lastUpdate = now
    let phase = drawnPhase
    if phase == nil { return fadeOut(at: now) }
    endFade = Fade(0, duration: Style.endFadeDuration)
    updateSlide(at: now)
    if phase == .running, movesPictures, step < Style.maxTimeStep {
      slide?.movingSeconds += step
    }
    advanceFade(to: now)
    let isShown = fadeBeginTime != nil || (movesPictures && slide != nil)
    pictureView.isHidden = !isShown
    guard isShown else { return }
    pictureView.alpha = 1
    pictureView.isOpaque = true
    pictureView.setNeedsDisplay()
  }

  /// Fades to the resting page, because the slideshow is not shown any more.
  private func fadeOut(at now: Timestamp) {
    guard slide != nil, !pictureView.isHidden else { return clear() }
    if endFade.isSettled {
      endFade = Fade(pictureView.alpha, duration: reducesMotion ? 0 : Style.endFadeDuration)
      endFade.go(to: 0)
      pictureView.isOpaque = false
    }
    if endFade.update(at: now) { pictureView.alpha = endFade.value }
    if endFade.isSettled { clear() }
  }

  private func clear() {
    (slide, previousPicture, fadeBeginTime) = (nil, nil, nil)
    endFade = Fade(0, duration: Style.endFadeDuration)
    pictureView.isHidden = true
  }

  /// Begins the fade to the picture of the current page, if that is loaded and another one is
  /// shown.
  private func updateSlide(at now: Timestamp) {
    guard let browser else { return }
    guard let cell = browser.visibleCell as? PhotoCell, !(cell is ClipCell) else { return clear() }
    guard let content = cell.content.zoomable else { return }
    if slide?.page == browser.pageIndex, slide?.viewport == bounds.size {
      slide?.content = content
      slide?.cell = cell
      return
    }
    let isSame = slide?.page == browser.pageIndex
    let own = seed &+ UInt64(truncatingIfNeeded: browser.pageIndex) &* 0x9e37_79b9
    let motion = isSame ? slide?.seed ?? own : own
    let path = KenBurns(picture: content.contentSize, viewport: bounds.size, seed: motion)
    if isSame {
      // Only the size of the viewport has changed; the same picture continues its motion in it.
      slide?.content = content
      slide?.cell = cell
      slide?.viewport = bounds.size
      slide?.path = path
      previousPicture = nil
      return
    }
    // If pictures do not move, a slideshow begins without a fade, because the page shows its first
    // picture already.
    let begins = slide == nil
    previousPicture = begins && !movesPictures ? nil : snapshot(of: slide, or: content)
    slide = Slide(
      page: browser.pageIndex, cell: cell, seed: motion, content: content, viewport: bounds.size,
      path: path)
    fadeBeginTime = previousPicture == nil ? nil : now
    fadeProgress = 0
  }

  /// A bitmap of the picture in `slide` at its current place; without a slide, of `content` at rest
  /// on its page.
  private func snapshot(of slide: Slide?, or content: any ZoomableContent) -> Bitmap? {
    guard let browser, !bounds.isEmpty else { return nil }
    let size = PixelSize(width: Int(bounds.width), height: Int(bounds.height))
    let resting = browser.state.restingRect(of: content.contentSize)
    return Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes))
      canvas.fill(bounds, browser.options.background)
      draw(slide?.content ?? content, at: slide.map { rect(of: $0) } ?? resting, in: canvas)
    }
  }

  private func advanceFade(to now: Timestamp) {
    guard let began = fadeBeginTime else { return fadeProgress = 1 }
    let time = max(0, now - began) / fadeDuration
    fadeProgress = TimingCurve.easeInOut.value(at: time)
    guard time >= 1 else { return }
    fadeProgress = 1
    (fadeBeginTime, previousPicture) = (nil, nil)
  }

  private var interval: Double { browser?.state.slideshow?.interval ?? Slideshow.defaultInterval }
  private var fadeDuration: Double { min(Style.maxFadeDuration, interval * Style.maxFadeShare) }

  /// The rectangle in which the picture of a slide is drawn now, in device pixels.
  private func rect(of slide: Slide) -> Rect {
    guard movesPictures else {
      return browser.map { $0.state.restingRect(of: slide.content.contentSize) } ?? bounds
    }
    // A picture moves for the whole time until it has faded out.
    return slide.path.rect(at: slide.movingSeconds / (interval + fadeDuration))
  }

  // MARK: Drawing

  private func drawPictures(in canvas: Canvas) {
    guard let browser, let slide else { return }
    let rect = rect(of: slide)
    let isCovered =
      rect.minX <= 0 && rect.minY <= 0 && rect.maxX >= bounds.maxX && rect.maxY >= bounds.maxY
    if !isCovered || !slide.content.isOpaque { canvas.fill(bounds, browser.options.background) }
    draw(slide.content, at: rect, in: canvas)
    if let previousPicture, fadeProgress < 1 {
      canvas.draw(previousPicture, in: bounds, alpha: 1 - fadeProgress)
    }
  }

  private func draw(_ content: any ZoomableContent, at rect: Rect, in canvas: Canvas) {
    PlacedContent(
      content: content, placement: ContentPlacement(rect, visible: bounds, isMoving: true)
    ).draw(in: canvas, alpha: 1, on: browser?.options.transparency ?? .checkerboard, scale: uiScale)
  }
}

/// The view inside a ``SlideshowView`` that draws its pictures.
private final class SlideshowPictureView: View {
  var onDraw: (Canvas) -> Void = { _ in }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) { onDraw(canvas) }
}
