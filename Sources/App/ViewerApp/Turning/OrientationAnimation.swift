import Drawing
import Geometry
import PhotoBrowser
import Pixels
import RealModule
import Resampling
import Views

/// The overlay that animates a picture being rotated or flipped, from its old rectangle to its new
/// one. The page below gets the rotated picture meanwhile. If the file is not changed, the picture
/// moves back.
final class OrientationAnimation: View, BrowserOverlay {
  /// A picture in motion: its bitmaps, and its rectangles before and after.
  private struct Motion {
    /// The picture before the rotation, with the size in device pixels at which the page showed it.
    var bitmap: Bitmap
    /// The mirrored picture, which the second half of a flip shows; nil for a rotation.
    var mirrored: Bitmap?
    /// The rectangle of the picture before the rotation, in the browser's coordinates in device
    /// pixels.
    var initialFrame: Rect
    /// The size of the picture after the rotation, in device pixels.
    var finalSize: Size
    var turn: Orientation
    var background: Color
  }

  /// Called when the motion has ended, at the new or the old rectangle.
  var onEnd: () -> Void = {}

  private weak var browser: Browser?
  private var motion: Motion?
  private var progress = Fade(0, duration: OrientationAnimation.duration)
  /// Whether the page shows the rotated picture, so that the motion may end.
  private var mayEnd = false

  /// The duration of the motion in seconds.
  private static let duration = 0.28

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isHidden = true
    isInteractive = false
    isOpaque = true
  }

  func attached(to browser: Browser) { self.browser = browser }

  /// Whether a picture is in motion.
  var isRunning: Bool { motion != nil }

  /// Begins the motion of the current page's picture. Nothing is animated for a zoomed picture, one
  /// in motion or one without pixels, and with reduced motion.
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
      bitmap: bitmap, mirrored: turn.isMirrored ? Self.mirrored(bitmap, turn) : nil,
      initialFrame: from,
      finalSize: browser.state.restingRect(of: turned).size, turn: turn,
      background: browser.options.background)
    mayEnd = false
    progress = Fade(0, duration: Self.duration)
    progress.go(to: 1)
    isHidden = false
    browser.layoutOverlays()
    requestFrame()
  }

  /// Allows the motion to end, because the page shows the rotated picture.
  func allowEnd() {
    mayEnd = true
    endIfDone()
  }

  /// Moves the picture back to its old rectangle, because the file stays as it is.
  func cancel() {
    guard motion != nil else { return }
    progress.go(to: 0)
    requestFrame()
  }

  private func endIfDone() {
    guard motion != nil, progress.isSettled, mayEnd || progress.target == 0 else { return }
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
    // The share is eased, so that the motion begins and ends slowly.
    let share = progress.value
    let eased = share * share * (3 - 2 * share)
    let target = motion.turn.swapsAxes ? motion.finalSize.transposed : motion.finalSize
    let scale = 1 + (target.width / motion.initialFrame.width - 1) * eased
    var size = motion.initialFrame.size * scale
    var angle = 0.0
    switch motion.turn {
    case .right: angle = eased * .pi / 2
    case .left: angle = -eased * .pi / 2
    case .upMirrored: size.width *= Self.visibleWidthShare(eased)
    case .downMirrored: size.height *= Self.visibleWidthShare(eased)
    case .up, .down, .leftMirrored, .rightMirrored: break
    }
    let center = motion.initialFrame.center
    if angle != 0 {
      return canvas.draw(
        motion.bitmap, in: Rect(center: center, size: size), rotatedBy: angle,
        around: motion.background)
    }
    canvas.fill(bounds, motion.background)
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

  /// The minimum width of a picture while it is flipped, as a share of its full width.
  private static let minWidthShare = 0.001

  /// The visible width of a picture that is flipped like a card, as a share of its full width;
  /// negative when the back is visible. It is never 0, which cannot be drawn.
  ///
  /// - Parameter share: the completed share of the motion, from 0 to 1.
  private static func visibleWidthShare(_ share: Double) -> Double {
    let width = Double.cos(share * .pi)
    return abs(width) < Self.minWidthShare ? Self.minWidthShare : width
  }
}
