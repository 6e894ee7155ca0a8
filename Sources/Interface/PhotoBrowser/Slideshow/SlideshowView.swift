import BrowserCore
import Drawing
package import Geometry
package import Motion
import Pixels
package import Views

/// An overlay that draws the pictures of a slideshow with an effect in front of the pages: one
/// picture fades into the next, and may move slowly meanwhile. At rest, and on pages with clips,
/// the overlay is hidden.
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
  private struct Shot {
    var page: Int
    weak var cell: PhotoCell?
    /// The seed of the random path of the motion.
    var seed: UInt64
    var content: any ZoomableContent
    /// The size of the page for which ``path`` was made, in device pixels.
    var viewport: Size
    var path: KenBurns
    /// The time in seconds for which the picture has been moving.
    var age = 0.0
  }

  private enum Style {
    /// The duration of a fade between two pictures, in seconds.
    static let fade = 0.8
    /// The maximum duration of a fade between two pictures, as a share of the interval of the
    /// slideshow.
    static let fadeShare = 0.5
    /// The duration of the fade to the resting page when the slideshow ends, in seconds.
    static let leaving = 0.25
    /// The maximum time between two frames by which the motion advances, in seconds; after a longer
    /// pause the motion continues without a jump.
    static let maxStep = 0.1
  }

  private weak var browser: Browser?
  /// The view that draws the pictures; its opacity is independent of that of the overlay, which the
  /// browser sets.
  private let screen = SlideshowScreen()
  private var shot: Shot?
  /// A bitmap of the previous picture, which fades out over ``shot``; nil after the fade. The
  /// previous picture does not move during the fade, because drawing one moving picture takes half
  /// of the time of a frame.
  private var former: Bitmap?
  /// The time at which the fade to ``shot`` began; nil when the fade is over.
  private var fadeBegan: Timestamp?
  private var share = 1.0
  private var leaving = Fade(0, duration: Style.leaving)
  private var lastUpdate: Timestamp?

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
    screen.fillsParent = true
    screen.isHidden = true
    screen.onDraw = { [weak self] in self?.drawPictures(in: $0) }
    add(screen)
  }

  package func attached(to browser: Browser) { self.browser = browser }

  /// False: the overlay shows pictures, and is no control.
  package var hidesWithControls: Bool { false }

  /// Keeps the shown picture when its page gets another index.
  package func reload(count: Int, index: Int) {
    guard let shot, let cell = browser?.visibleCell, cell === shot.cell,
      shot.cell?.content.zoomable?.contentSize == shot.content.contentSize
    else { return }
    self.shot?.page = index
  }

  package func layout(in room: BrowserOverlays.Room) { frame = browser?.bounds ?? .zero }

  /// Empty: only the screen is drawn, so that a fade of the overlay costs nothing without it.
  package override var drawingBounds: Rect { .zero }

  // MARK: Frames

  /// The phase of the slideshow; nil without a slideshow or effect, while the user drags or zooms
  /// the picture, and during flights.
  private var phase: Slideshow.Phase? {
    guard effect != nil, let browser, let phase = browser.slideshowPhase,
      let page = browser.shownFrame?.pages.first(where: { $0.index == browser.pageIndex }),
      page.placement == .still || page.placement == .moving, browser.state.pull == nil,
      browser.shownFrame?.flying.isEmpty ?? true, page.frame.origin == .zero,
      !browser.state.zoom(of: page.index).isZoomed
    else { return nil }
    return phase
  }

  private var reducesMotion: Bool { browser?.options.tuning.reducesMotion ?? false }
  private var moves: Bool { effect == .kenBurns && !reducesMotion }

  package override var wantsFrame: Bool {
    fadeBegan != nil || !leaving.isSettled || (moves && shot != nil && phase == .running)
  }

  package override func update(at frame: FrameTime) {
    let now = frame.presentation
    let step = lastUpdate.map { now - $0 } ?? 0
    lastUpdate = now
    let phase = phase
    if phase == nil { return leave(at: now) }
    leaving = Fade(0, duration: Style.leaving)
    follow(at: now)
    if phase == .running, moves, step < Style.maxStep {
      shot?.age += step
    }
    advanceFade(to: now)
    let isShown = fadeBegan != nil || (moves && shot != nil)
    screen.isHidden = !isShown
    guard isShown else { return }
    screen.alpha = 1
    screen.isOpaque = true
    screen.setNeedsDisplay()
  }

  /// Fades to the resting page, because the slideshow is not shown any more.
  private func leave(at now: Timestamp) {
    guard shot != nil, !screen.isHidden else { return clear() }
    if leaving.isSettled {
      leaving = Fade(screen.alpha, duration: reducesMotion ? 0 : Style.leaving)
      leaving.go(to: 0)
      screen.isOpaque = false
    }
    if leaving.update(at: now) { screen.alpha = leaving.value }
    if leaving.isSettled { clear() }
  }

  private func clear() {
    (shot, former, fadeBegan) = (nil, nil, nil)
    leaving = Fade(0, duration: Style.leaving)
    screen.isHidden = true
  }

  /// Begins the fade to the picture of the current page, if that is loaded and another one is
  /// shown.
  private func follow(at now: Timestamp) {
    guard let browser else { return }
    guard let cell = browser.visibleCell as? PhotoCell, !(cell is ClipCell) else { return clear() }
    guard let content = cell.content.zoomable else { return }
    if shot?.page == browser.pageIndex, shot?.viewport == bounds.size {
      shot?.content = content
      shot?.cell = cell
      return
    }
    let isSame = shot?.page == browser.pageIndex
    let own = seed &+ UInt64(truncatingIfNeeded: browser.pageIndex) &* 0x9e37_79b9
    let motion = isSame ? shot?.seed ?? own : own
    let path = KenBurns(picture: content.contentSize, viewport: bounds.size, seed: motion)
    if isSame {
      // The viewport has another size, in which the motion continues.
      shot?.content = content
      shot?.cell = cell
      shot?.viewport = bounds.size
      shot?.path = path
      former = nil
      return
    }
    // A slideshow of pictures that do not move begins with the page as it is.
    let begins = shot == nil
    former = begins && !moves ? nil : snapshot(of: shot, or: content)
    shot = Shot(
      page: browser.pageIndex, cell: cell, seed: motion, content: content, viewport: bounds.size,
      path: path)
    fadeBegan = former == nil ? nil : now
    share = 0
  }

  /// A bitmap of the picture in `shot` at its current place; without a shot, of `content` at rest
  /// on its page.
  private func snapshot(of shot: Shot?, or content: any ZoomableContent) -> Bitmap? {
    guard let browser, !bounds.isEmpty else { return nil }
    let size = PixelSize(width: Int(bounds.width), height: Int(bounds.height))
    let resting = browser.state.restingRect(of: content.contentSize)
    return Bitmap(size: size, isOpaque: true) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let canvas = Canvas(PixelBuffer(size: size, stride: stride, bytes: bytes))
      canvas.fill(bounds, browser.options.background)
      draw(shot?.content ?? content, at: shot.map { rect(of: $0) } ?? resting, in: canvas)
    }
  }

  private func advanceFade(to now: Timestamp) {
    guard let began = fadeBegan else { return share = 1 }
    let time = max(0, now - began) / fadeTime
    share = TimingCurve.easeInOut.value(at: time)
    guard time >= 1 else { return }
    share = 1
    (fadeBegan, former) = (nil, nil)
  }

  private var interval: Double { browser?.state.slideshow?.interval ?? Slideshow.defaultInterval }
  private var fadeTime: Double { min(Style.fade, interval * Style.fadeShare) }

  /// The rectangle in which the picture of a shot is drawn now, in device pixels.
  private func rect(of shot: Shot) -> Rect {
    guard moves else {
      return browser.map { $0.state.restingRect(of: shot.content.contentSize) } ?? bounds
    }
    // A picture moves for the whole time until it has faded out.
    return shot.path.rect(at: shot.age / (interval + fadeTime))
  }

  // MARK: Drawing

  private func drawPictures(in canvas: Canvas) {
    guard let browser, let shot else { return }
    let rect = rect(of: shot)
    let isCovered =
      rect.minX <= 0 && rect.minY <= 0 && rect.maxX >= bounds.maxX && rect.maxY >= bounds.maxY
    if !isCovered || !shot.content.isOpaque { canvas.fill(bounds, browser.options.background) }
    draw(shot.content, at: rect, in: canvas)
    if let former, share < 1 { canvas.draw(former, in: bounds, alpha: 1 - share) }
  }

  private func draw(_ content: any ZoomableContent, at rect: Rect, in canvas: Canvas) {
    Painting(
      content: content, placement: ContentPlacement(rect, visible: bounds, isMoving: true)
    ).draw(in: canvas, alpha: 1, on: browser?.options.transparency ?? .checkerboard, scale: uiScale)
  }
}

/// The view inside a ``SlideshowView`` that draws its pictures.
private final class SlideshowScreen: View {
  var onDraw: (Canvas) -> Void = { _ in }

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) { onDraw(canvas) }
}
