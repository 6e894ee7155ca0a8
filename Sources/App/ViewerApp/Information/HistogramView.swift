import Drawing
import Geometry
import Localization
import Views

/// The diagram of a histogram: luma as a grey area under the areas of the three colour components,
/// which are blended, and a mark in an upper corner where shadows or highlights are clipped.
final class HistogramView: View {
  /// The histogram that is drawn; nil while it is unknown, which leaves the diagram empty.
  var histogram: Histogram? {
    didSet {
      guard histogram != oldValue else { return }
      accessibilityLabel = label
      setNeedsDisplay()
    }
  }

  /// The measures of the diagram in points, and its colours.
  private enum Style {
    static let radius = 8.0
    static var background: Color { Chrome.palette.plot }
    static var luma: Color { Chrome.OverPhoto.light(0.20) }
    static let red = Color(red: 0.95, green: 0.26, blue: 0.22, alpha: 0.55)
    static let green = Color(red: 0.24, green: 0.80, blue: 0.34, alpha: 0.50)
    static let blue = Color(red: 0.26, green: 0.48, blue: 1, alpha: 0.60)
    static let padding = 6.0
    /// The width and height in points of the triangle that marks clipped pixels.
    static let clippingMarkSide = 8.0
    static let clippingMarkColor = Color(red: 1, green: 0.62, blue: 0.20)
    /// The minimum share of clipped pixels, from 0 to 1, for which the triangle is shown.
    static let minClippedShare = 0.005
  }

  init() {
    super.init(frame: .zero)
    mirroring = .never
    isRasterized = true
    isInteractive = false
    accessibilityLabel = label
  }

  private var label: String {
    guard let histogram else { return tr("Histogram") }
    let clipped = [
      histogram.clippedShadowShare >= Style.minClippedShare ? tr("shadows clipped") : nil,
      histogram.clippedHighlightShare >= Style.minClippedShare ? tr("highlights clipped") : nil,
    ].compactMap(\.self)
    return ([tr("Histogram")] + clipped).joined(separator: ", ")
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let scale = uiScale
    canvas.fillRounded(bounds, radius: Style.radius * scale, Style.background)
    guard let histogram else { return }
    let area = bounds.inset(by: .all((Style.padding * scale).rounded()))
    let peak = Double(histogram.peakOfInnerLevels)
    let curves = [
      (histogram.luma, Style.luma), (histogram.red, Style.red), (histogram.green, Style.green),
      (histogram.blue, Style.blue),
    ]
    for (counts, color) in curves { canvas.fill(Self.path(counts, peak: peak, in: area), color) }
    if histogram.clippedShadowShare >= Style.minClippedShare {
      drawClippingMark(in: canvas, area, isLeft: true)
    }
    if histogram.clippedHighlightShare >= Style.minClippedShare {
      drawClippingMark(in: canvas, area, isLeft: false)
    }
  }

  /// The area under the curve of the counts. Heights grow with the square root of a count, so that
  /// small counts stay visible.
  ///
  /// - Parameters:
  ///   - peak: the count at which the curve reaches the top.
  ///   - area: the rectangle of the diagram in device pixels.
  private static func path(_ counts: [Int], peak: Double, in area: Rect) -> Path {
    var path = Path()
    path.move(area.minX, area.maxY)
    for (level, count) in counts.enumerated() {
      let x = area.minX + area.width * Double(level) / Double(counts.count - 1)
      let share = min(1, (Double(count) / peak).squareRoot())
      path.line(x, area.maxY - area.height * share)
    }
    path.line(area.maxX, area.maxY)
    path.close()
    return path
  }

  /// Draws the triangle that marks clipped pixels, in the upper left or right corner of the
  /// diagram.
  private func drawClippingMark(in canvas: Canvas, _ area: Rect, isLeft: Bool) {
    let side = (Style.clippingMarkSide * uiScale).rounded()
    let x = isLeft ? area.minX : area.maxX
    var path = Path()
    path.move(x, area.minY)
    path.line(x + (isLeft ? side : -side), area.minY)
    path.line(x, area.minY + side)
    path.close()
    canvas.fill(path, Style.clippingMarkColor)
  }
}
