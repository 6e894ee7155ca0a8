import Drawing
import Geometry
import Input
import Views

/// A row of the information panel: the name of a fact at the left, its value beside it. A click,
/// Enter or Space copies the value.
final class InformationRow: Control {
  let line: MetadataLines.Line
  /// Called when the row gets the keyboard focus.
  var onFocus: () -> Void = {}

  private var nameText: CachedText?
  private var valueText: CachedText?

  /// The font size in points.
  static let fontSize = 13.0
  /// The corner radius of the highlight in points.
  static let radius = 7.0
  /// The height of a row with one line, in points.
  static let lineHeight = 27.0

  /// Lengths in points.
  private enum Look {
    static let inset = 8.0
    static let verticalPadding = 5.0
    /// The share of the row's width for the name.
    static let nameShare = 0.36
    static let gap = 10.0
    static let maxLines = 30
  }

  init(_ line: MetadataLines.Line) {
    self.line = line
    super.init(label: "\(line.name): \(line.value)")
  }

  /// The height of the row for a width, in pixels.
  func height(for width: Double, scale: Double) -> Double {
    let (name, value) = layoutText(width, scale)
    return max(name.size.height, value.size.height) + 2 * (Look.verticalPadding * scale).rounded()
  }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if isFocused { onFocus() }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let scale = uiScale
    let radius = Self.radius * scale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let (name, value) = layoutText(bounds.width, scale)
    let inset = (Look.inset * scale).rounded()
    let top = (Look.verticalPadding * scale).rounded()
    canvas.draw(name, at: Point(x: inset, y: top), Chrome.secondaryText)
    canvas.draw(value, at: Point(x: Self.valueStart(bounds.width, scale), y: top), Chrome.text)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusWidth * scale, Chrome.focus)
    }
  }

  /// The left edge of the values in a row of a width, in pixels.
  static func valueStart(_ width: Double, _ scale: Double) -> Double {
    (width * Look.nameShare + Look.gap * scale).rounded()
  }

  private func layoutText(
    _ width: Double, _ scale: Double
  ) -> (name: TextLayout, value: TextLayout) {
    let style = TextStyle(size: Self.fontSize * scale)
    let inset = (Look.inset * scale).rounded()
    let name = CachedText.layout(
      &nameText, line.name, style, maxWidth: max(1, width * Look.nameShare - inset),
      flow: .wrapped(maxLines: 3))
    let value = CachedText.layout(
      &valueText, line.value, style,
      maxWidth: max(1, width - Self.valueStart(width, scale) - inset),
      flow: .wrapped(maxLines: Look.maxLines))
    return (name, value)
  }
}
