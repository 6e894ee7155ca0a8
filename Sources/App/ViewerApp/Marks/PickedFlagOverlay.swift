import Drawing
import Geometry
import Motion
import PhotoBrowser
import PhotoGrid
import Views

/// A flag that rises over the photo and fades out, as feedback for a swipe that picked the photo.
final class PickedFlagOverlay: View, BrowserOverlay {
  /// Whether the flag only fades and does not rise. Default: false.
  var reducesMotion = false

  /// The measures of the flag in points, and the times of its animation in seconds.
  private enum Style {
    static let side = 84.0
    static let iconSide = 38.0
    static var background: Color { Chrome.OverPhoto.veil(0.6) }
    /// The distance by which the flag rises, in points.
    static let riseDistance = 40.0
    /// The duration of the rise, in seconds.
    static let riseDuration = 0.16
    /// The duration of the whole animation, in seconds.
    static let duration = 0.75
    /// The duration of the fade at the end of the animation, in seconds.
    static let fadeOutDuration = 0.25
  }

  private let disc = FlagDisc()
  private var animationStart: Timestamp?
  private var isRunning = false

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
    disc.isHidden = true
    add(disc)
  }

  var hidesWithControls: Bool { false }

  func layout(in room: BrowserOverlays.Room) { frame = room.area }

  /// Empty, although the view covers the whole area: the disc has bounds of its own, and a fade of
  /// the overlay has nothing to draw while the disc is hidden.
  override var drawingBounds: Rect { .zero }

  /// Begins the animation of the flag with the next frame.
  func show() {
    (animationStart, isRunning) = (nil, true)
    requestFrame()
  }

  override var wantsFrame: Bool { isRunning }

  override func update(at frame: FrameTime) {
    guard isRunning else { return }
    let begin = animationStart ?? frame.presentation
    animationStart = begin
    let age = frame.presentation - begin
    guard age < Style.duration else {
      isRunning = false
      disc.isHidden = true
      return
    }
    let arrived = TimingCurve.easeOut.value(at: age / Style.riseDuration)
    let leaving = (age - Style.duration + Style.fadeOutDuration) / Style.fadeOutDuration
    let left = TimingCurve.easeInOut.value(at: leaving)
    let distance = reducesMotion ? 0 : (1 - arrived) * Style.riseDistance * uiScale
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
      let side = Style.iconSide * uiScale
      MarkPainter.drawFlag(
        .pick, in: canvas, Rect(center: bounds.center, size: Size(width: side, height: side)))
    }
  }
}
