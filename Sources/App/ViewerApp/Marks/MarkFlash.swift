import Drawing
import Geometry
import Motion
import PhotoBrowser
import PhotoGrid
import Views

/// A flag that rises over the photo and fades out, as feedback for a swipe that picked the photo.
final class MarkFlash: View, BrowserOverlay {
  /// Whether the flag only fades and does not rise. Default: false.
  var reducesMotion = false

  /// The measures of the flag in points, and the times of its animation in seconds.
  private enum Style {
    static let side = 84.0
    static let icon = 38.0
    static var background: Color { Chrome.Photo.veil(0.6) }
    /// The distance by which the flag rises, in points.
    static let rise = 40.0
    /// The duration of the rise, in seconds.
    static let arrival = 0.16
    /// The duration of the whole animation, in seconds.
    static let duration = 0.75
    /// The duration of the fade at the end of the animation, in seconds.
    static let leaving = 0.25
  }

  private let disc = FlagDisc()
  private var start: Timestamp?
  private var isRunning = false

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
    disc.isHidden = true
    add(disc)
  }

  var hidesWithControls: Bool { false }

  func layout(in room: BrowserOverlays.Room) { frame = room.area }

  /// Empty, because the overlay itself draws nothing. Its subview draws the disc with the flag,
  /// without which a fade of the overlay costs nothing.
  override var drawingBounds: Rect { .zero }

  /// Begins the animation of the flag with the next frame.
  func show() {
    (start, isRunning) = (nil, true)
    requestFrame()
  }

  override var wantsFrame: Bool { isRunning }

  override func update(at frame: FrameTime) {
    guard isRunning else { return }
    let begin = start ?? frame.presentation
    start = begin
    let age = frame.presentation - begin
    guard age < Style.duration else {
      isRunning = false
      disc.isHidden = true
      return
    }
    let arrived = TimingCurve.easeOut.value(at: age / Style.arrival)
    let leaving = (age - Style.duration + Style.leaving) / Style.leaving
    let left = TimingCurve.easeInOut.value(at: leaving)
    let distance = reducesMotion ? 0 : (1 - arrived) * Style.rise * uiScale
    let side = (Style.side * uiScale).rounded()
    disc.frame =
      Rect(
        center: bounds.center + Vector(dx: 0, dy: distance), size: Size(width: side, height: side)
      ).snapped
    disc.alpha = min(arrived, 1 - left)
    disc.isHidden = false
  }

  private final class FlagDisc: View {
    override func draw(in canvas: Canvas, damage: Rect) {
      canvas.fillRounded(bounds, radius: bounds.width / 2, Style.background)
      let side = Style.icon * uiScale
      MarkPainter.drawFlag(
        .pick, in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)))
    }
  }
}
