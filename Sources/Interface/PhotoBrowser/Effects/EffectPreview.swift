import Drawing
import Geometry
import Motion
import Pixels
import Transitions
import Views

/// A looping preview of a page effect: a small picture of one page turns into another one, rests,
/// and turns back.
final class EffectPreview: View {
  /// The time for which a page rests before it turns, in seconds.
  private static let restDuration = 0.8
  /// The duration of a turn, in seconds.
  private static let turnDuration = 1.0
  /// The progress of the turn, 0…1, that a preview without animation shows.
  private static let progressOfStillPreview = 0.4

  /// The bitmaps of both pages, opaque and as large as the preview; nil until they are made.
  var pageBitmaps: (old: Bitmap, new: Bitmap)? {
    didSet { setNeedsDisplay() }
  }
  /// The delay before the first turn, in seconds; it staggers adjacent previews.
  let delay: Double
  /// Whether the preview is not animated, because motion is reduced.
  let isStill: Bool

  private let effect: any PageEffect
  private let pageTurn: PageTurn
  private let background: Color
  private var startTime: Timestamp?
  private var progress = 0.0
  /// Whether the current turn leads back from the second page to the first.
  private var isTurningBack = false

  /// Makes a preview of `effect`.
  ///
  /// - Parameters:
  ///   - turn: the arrangement of the pages: axis, direction and proportions.
  ///   - background: the colour behind the pages.
  init(
    _ effect: any PageEffect, like turn: PageTurn, background: Color, delay: Double, isStill: Bool
  ) {
    self.effect = effect
    pageTurn = turn
    self.background = background
    self.delay = delay
    self.isStill = isStill
    super.init()
    mirroring = .never
    isOpaque = true
    clipsChildren = true
    isInteractive = false
    progress = isStill ? Self.progressOfStillPreview : 0
  }

  override var wantsFrame: Bool { !isStill }

  override func update(at frame: FrameTime) {
    guard !isStill else { return }
    let begin = startTime ?? frame.presentation
    startTime = begin
    let age = max(0, frame.presentation - begin - delay)
    let period = Self.restDuration + Self.turnDuration
    let cycle = (age / period).rounded(.down)
    let share = (age - cycle * period - Self.restDuration) / Self.turnDuration
    let progress = TimingCurve.easeInOut.value(at: share)
    let isTurningBack = cycle.truncatingRemainder(dividingBy: 2) == 1
    guard progress != self.progress || isTurningBack != self.isTurningBack else { return }
    self.progress = progress
    self.isTurningBack = isTurningBack
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let size = PixelSize(width: Int(bounds.width), height: Int(bounds.height))
    guard let pageBitmaps, pageBitmaps.old.size == size, !size.isEmpty else {
      return canvas.clear(bounds, to: background)
    }
    var turn = pageTurn
    turn.viewport = size.size
    turn.direction = isTurningBack ? .previous : .next
    canvas.clip(to: bounds)
    EffectPainter.draw(
      effect.state(of: turn, at: progress), viewport: size, background: background, in: canvas
    ) { page in
      (page == .old) == isTurningBack ? pageBitmaps.new : pageBitmaps.old
    }
  }
}
