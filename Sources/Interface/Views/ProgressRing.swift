package import Drawing
package import Geometry
import Localization
package import Motion

/// A progress indicator: a thin ring around a pie that grows with the progress.
///
/// A faint dark disc behind them makes them visible on white pictures, too.
package final class ProgressRing: View {
  /// The looks of the indicator, each taken from a known photo browser.
  package enum Style: Hashable, Sendable, CaseIterable {
    /// A pie that grows from 12 o'clock, 50 × 50 points: the ring has a radius of 25 and the pie of
    /// 22.5, white at an opacity of 0.8.
    ///
    /// - Source: JXPhotoBrowser.
    case pieFromTop
    /// A pie that grows from 6 o'clock, 50 × 50 points: the ring is 2 and the pie 6 inside the
    /// edge, white at an opacity of 0.5.
    ///
    /// - Source: JunPhotoBrowseDemo.
    case pieFromBottom
  }
  package let style: Style
  /// The completed share, 0…1; nil for an unknown one, which is shown as a rotating arc. Default:
  /// 0.
  package var progress: Double? {
    didSet { if progress != oldValue { setNeedsDisplay() } }
  }
  private var angle = 0.0

  /// The measures and colours of the indicator: lengths in points, times in seconds.
  private enum ProgressRingMetrics {
    static let side = 50.0
    static let ringWidth = 1.0
    static var background: Color { Chrome.OverPhoto.veil(0.28) }
    static var track: Color { Chrome.OverPhoto.light(0.25) }
    static var arc: Color { Chrome.OverPhoto.light(0.8) }
    static let arcWidth = 2.5
    static let arcSweep = 0.5 * Double.pi
    /// The time in which the arc of an unknown progress rotates once, in seconds.
    static let rotationPeriod = 1.0
    static let twelveOClockAngle = -0.5 * Double.pi
  }

  /// Makes an indicator of a progress, 0…1, by default 0; nil shows a rotating arc.
  package init(progress: Double? = 0, style: Style = .pieFromTop) {
    self.progress = progress
    self.style = style
    super.init()
    isInteractive = false
    accessibilityLabel = tr("Loading")
  }

  /// The preferred size in device pixels at a UI scale: 50 × 50 points.
  package static func naturalSize(at scale: Double) -> Size {
    Size(width: ProgressRingMetrics.side, height: ProgressRingMetrics.side) * scale
  }

  package override var wantsFrame: Bool { progress == nil && alpha > 0 }

  package override func update(at frame: FrameTime) {
    guard progress == nil, alpha > 0, !isHidden else { return }
    let turns = frame.presentation.seconds / ProgressRingMetrics.rotationPeriod
    angle = (turns - turns.rounded(.down)) * 2 * .pi
    setNeedsDisplay()
  }

  package override func draw(in canvas: Canvas, damage: Rect) {
    let scale = min(bounds.width, bounds.height) / ProgressRingMetrics.side
    guard scale > 0 else { return }
    let center = bounds.center
    let radius = ProgressRingMetrics.side / 2 * scale
    canvas.fillPie(
      center: center, radius: radius, from: 0, sweep: 2 * .pi, ProgressRingMetrics.background)
    guard let progress else {
      let width = ProgressRingMetrics.arcWidth * scale
      canvas.strokeArc(
        center: center, radius: radius - width / 2, width: width, ProgressRingMetrics.track)
      canvas.strokeArc(
        center: center, radius: radius - width / 2,
        from: ProgressRingMetrics.twelveOClockAngle + angle,
        sweep: ProgressRingMetrics.arcSweep, width: width, style: .round, ProgressRingMetrics.arc)
      return
    }
    let width = ProgressRingMetrics.ringWidth * scale
    canvas.strokeArc(
      center: center, radius: radius - style.ringInset * scale - width / 2, width: width,
      style.color)
    canvas.fillPie(
      center: center, radius: radius - style.pieInset * scale, from: style.startAngle,
      sweep: 2 * .pi * min(max(progress, 0), 1), style.color)
  }
}

extension ProgressRing.Style {
  fileprivate var ringInset: Double { self == .pieFromTop ? 0 : 2 }
  fileprivate var pieInset: Double { self == .pieFromTop ? 2.5 : 6 }
  fileprivate var startAngle: Double { (self == .pieFromTop ? -0.5 : 0.5) * .pi }
  fileprivate var color: Color { Color(white: 1, alpha: self == .pieFromTop ? 0.8 : 0.5) }
}
