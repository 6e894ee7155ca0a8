public import Drawing
public import Geometry
public import Motion

/// How far something has come: a thin ring that fills like a pie from 12 o'clock.
///
/// - Source: JXPhotoBrowser; 50 × 50, a ring of radius 25 and a pie of radius 22.5, white at 0.8.
public final class ProgressRing: View {
  /// From 0 to 1; nil when nobody knows, which turns an arc.
  public var progress: Double? {
    didSet { if progress != oldValue { setNeedsDisplay() } }
  }
  private var angle = 0.0

  private enum Look {
    static let side = 50.0
    static let ringWidth = 1.0
    static let pieRadius = 22.5
    static let white = Color(white: 1, alpha: 0.8)
    static let track = Color(white: 1, alpha: 0.25)
    static let arcWidth = 2.5
    static let arcSweep = 0.5 * Double.pi
    /// Seconds for one turn.
    static let period = 1.0
    static let noon = -0.5 * Double.pi
  }

  /// Makes a ring at its progress; nil turns an arc.
  public init(progress: Double? = 0) {
    self.progress = progress
    super.init()
    isInteractive = false
    accessibilityLabel = "Loading"
  }

  /// Its usual size at a scale of chrome.
  public static func naturalSize(at scale: Double) -> Size {
    Size(width: Look.side, height: Look.side) * scale
  }

  public override var wantsFrame: Bool { progress == nil && alpha > 0 }

  public override func update(at frame: FrameTime) {
    guard progress == nil, alpha > 0, !isHidden else { return }
    let turns = frame.presentation.seconds / Look.period
    angle = (turns - turns.rounded(.down)) * 2 * .pi
    setNeedsDisplay()
  }

  public override func draw(in canvas: Canvas, damage: Rect) {
    let scale = min(bounds.width, bounds.height) / Look.side
    guard scale > 0 else { return }
    let center = bounds.center
    let radius = Look.side / 2 * scale
    guard let progress else {
      let width = Look.arcWidth * scale
      canvas.strokeArc(center: center, radius: radius - width / 2, width: width, Look.track)
      canvas.strokeArc(
        center: center, radius: radius - width / 2, from: Look.noon + angle,
        sweep: Look.arcSweep, width: width, style: .round, Look.white)
      return
    }
    let width = Look.ringWidth * scale
    canvas.strokeArc(center: center, radius: radius - width / 2, width: width, Look.white)
    canvas.fillPie(
      center: center, radius: Look.pieRadius * scale, from: Look.noon,
      sweep: 2 * .pi * min(max(progress, 0), 1), Look.white)
  }
}
