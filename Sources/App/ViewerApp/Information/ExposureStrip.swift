import Drawing
import Geometry
import Views

/// A row of cells with the values of the photo's exposure, such as ISO and aperture.
final class ExposureStrip: View {
  /// The texts of the cells from left to right, such as "ISO 100".
  var values: [String] = [] {
    didSet {
      guard values != oldValue else { return }
      texts = Array(repeating: nil, count: values.count)
      accessibilityLabel = values.joined(separator: ", ")
      setNeedsDisplay()
    }
  }

  /// The height of the row of cells in points.
  static let heightInPoints = 34.0
  private var texts: [CachedText?] = []

  /// The measures of the row in points, and its colours.
  private enum Style {
    static let radius = 8.0
    static let fontSize = 12.5
    static var background: Color { Chrome.fill(0.07) }
    static var separator: Color { Chrome.line(0.12) }
    /// The minimum distance between a value and the edges of its cell, in points.
    static let inset = 3.0
  }

  init() {
    super.init(frame: .zero)
    isInteractive = false
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let scale = uiScale
    canvas.fillRounded(bounds, radius: Style.radius * scale, Style.background)
    let layouts = layoutTexts(scale)
    // The width that the values leave free is divided equally among the cells.
    let used = layouts.reduce(0) { $0 + $1.size.width }
    let spare = (bounds.width - used) / Double(max(1, layouts.count))
    let line = Chrome.lineWidth(at: scale)
    var x = 0.0
    for (index, text) in layouts.enumerated() {
      canvas.draw(
        text,
        at: Point(
          x: (x + spare / 2).rounded(), y: ((bounds.height - text.size.height) / 2).rounded()),
        Chrome.text)
      if index > 0 {
        canvas.fill(
          Rect(x: x.rounded(), y: 0, width: line, height: bounds.height), Style.separator)
      }
      x += text.size.width + spare
    }
  }

  /// Lays out the values, in a smaller font when they are too wide for the row.
  ///
  /// - Parameter scale: device pixels per point.
  private func layoutTexts(_ scale: Double) -> [TextLayout] {
    func layouts(_ size: Double) -> [TextLayout] {
      values.indices.map { index in
        CachedText.layout(
          &texts[index], values[index], TextStyle(size: size * scale, weight: .medium),
          maxWidth: max(1, bounds.width / 2), flow: .ellipsisAtEnd)
      }
    }
    let natural = layouts(Style.fontSize)
    let needed = natural.reduce(0) { $0 + $1.size.width + 2 * Style.inset * scale }
    guard needed > bounds.width, needed > 0 else { return natural }
    return layouts((Style.fontSize * bounds.width / needed).rounded(.down))
  }
}
