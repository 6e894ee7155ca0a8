import Drawing
import Geometry
import PhotoBrowser
import Pixels
import RealModule
import Resampling
import Views

/// The motion of a picture that is rotated or flipped: it turns from its old rectangle to its new
/// one above its page, which meanwhile gets the turned picture. The picture turns back when its
/// file is not changed.
final class TurningPicture: View, BrowserOverlay {
  /// The motion of a picture: its bitmaps, and its rectangles before and after.
  private struct Motion {
    /// The picture as it was shown before the turn, at the resolution of the screen.
    var bitmap: Bitmap
    /// The mirrored picture, which a flip shows in its second half.
    var mirrored: Bitmap?
    /// The rectangle of the picture before the turn, in the browser's coordinates, in device
    /// pixels.
    var from: Rect
    /// The size of the upright picture after the turn, in device pixels.
    var to: Size
    var turn: Orientation
    var ground: Color
  }

  /// Called when the picture has arrived, or has turned back.
  var onEnd: () -> Void = {}

  private weak var browser: Browser?
  private var motion: Motion?
  private var progress = Fade(0, duration: TurningPicture.duration)
  /// Whether the page has the turned picture.
  private var isReady = false

  /// The duration of the motion in seconds.
  private static let duration = 0.28

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isHidden = true
    isInteractive = false
    isOpaque = true
  }

  func attached(to browser: Browser) { self.browser = browser }

  /// Whether a picture is turning.
  var isActive: Bool { motion != nil }

  /// Begins to turn the picture of the current page. A zoomed picture, one in motion, and one
  /// without pixels are turned without a motion.
  func begin(_ turn: Orientation) {
    guard let browser, let content = (browser.visibleCell as? PhotoCell)?.content.zoomable,
      motion == nil, !browser.options.tuning.reducesMotion, browser.isAtRest,
      browser.state.reading == .single,
      !browser.state.zoom(of: browser.pageIndex).isZoomed
    else { return }
    let size = browser.state.zoom(of: browser.pageIndex).content
    guard !size.isEmpty else { return }
    let turned = turn.swapsAxes ? size.transposed : size
    let from = browser.state.restingRect(of: size)
    let pixels = from.pixelAligned.size
    let bitmap = content.bitmap(pixels)
    motion = Motion(
      bitmap: bitmap, mirrored: turn.isMirrored ? Self.mirrored(bitmap, turn) : nil, from: from,
      to: browser.state.restingRect(of: turned).size, turn: turn,
      ground: browser.options.background)
    isReady = false
    progress = Fade(0, duration: Self.duration)
    progress.go(to: 1)
    isHidden = false
    browser.layoutOverlays()
    requestFrame()
  }

  /// Called when the page shows the turned picture, so that the motion may end there.
  func pictureDidArrive() {
    isReady = true
    endIfDone()
  }

  /// Turns the picture back to its old rectangle, because the file stays as it is.
  func cancel() {
    guard motion != nil else { return }
    progress.go(to: 0)
    requestFrame()
  }

  private func endIfDone() {
    guard motion != nil, progress.isSettled, isReady || progress.target == 0 else { return }
    motion = nil
    isHidden = true
    onEnd()
  }

  override var wantsFrame: Bool { motion != nil && !progress.isSettled }

  override func update(at frame: FrameTime) {
    guard motion != nil else { return }
    if progress.update(at: frame.presentation) { setNeedsDisplay() }
    endIfDone()
  }

  func layout(in room: BrowserOverlays.Room) { frame = browser?.bounds ?? room.area }

  var hidesWithControls: Bool { false }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard let motion else { return }
    // The motion begins and ends gently.
    let share = progress.value
    let eased = share * share * (3 - 2 * share)
    let target = motion.turn.swapsAxes ? motion.to.transposed : motion.to
    let scale = 1 + (target.width / motion.from.width - 1) * eased
    var size = motion.from.size * scale
    var angle = 0.0
    switch motion.turn {
    case .right: angle = eased * .pi / 2
    case .left: angle = -eased * .pi / 2
    case .upMirrored: size.width *= Self.foreshortened(eased)
    case .downMirrored: size.height *= Self.foreshortened(eased)
    case .up, .down, .leftMirrored, .rightMirrored: break
    }
    let center = motion.from.center
    if angle != 0 {
      return canvas.draw(
        motion.bitmap, in: Rect(center: center, size: size), rotatedBy: angle,
        around: motion.ground)
    }
    canvas.fill(bounds, motion.ground)
    let isOver = size.width < 0 || size.height < 0
    let shown = Size(width: abs(size.width), height: abs(size.height))
    canvas.draw(
      isOver ? motion.mirrored ?? motion.bitmap : motion.bitmap,
      in: Rect(center: center, size: shown))
  }

  private static func mirrored(_ bitmap: Bitmap, _ turn: Orientation) -> Bitmap {
    Bitmap(size: bitmap.size, isOpaque: bitmap.isOpaque) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      Resampler.scale(
        PixelView(bitmap), orientation: turn,
        to: PixelBuffer(size: bitmap.size, stride: stride, bytes: bytes))
    }
  }

  /// The minimum width of a card that is turned over, as a share of its full width.
  private static let minWidth = 0.001

  /// The width of a card that is turned over, as a share of its full width; negative when the back
  /// is visible. It is never 0, which cannot be drawn.
  ///
  /// - Parameter share: the completed share of the turn, from 0 to 1.
  private static func foreshortened(_ share: Double) -> Double {
    let width = Double.cos(share * .pi)
    return abs(width) < Self.minWidth ? Self.minWidth : width
  }
}
