import Drawing
import Geometry
import Input
import Views

/// A row of the information panel that performs an action, such as showing a map. Its title is in
/// the column of the values.
final class InformationLink: Control {
  /// Called when the row gets the keyboard focus.
  var onFocus: () -> Void = {}

  /// The share of the width that the names of the rows take. Default: that of ``InformationRow``.
  var nameColumnShare = InformationRow.usualNameColumnShare {
    didSet { if nameColumnShare != oldValue { setNeedsDisplay() } }
  }

  private let title: String
  private var text: CachedText?

  init(_ title: String) {
    self.title = title
    super.init(label: title)
  }

  /// The height of the row in device pixels.
  ///
  /// - Parameter scale: device pixels per point.
  static func height(scale: Double) -> Double {
    (InformationRow.lineHeight * scale).rounded()
  }

  override func focusChanged(_ isFocused: Bool) {
    super.focusChanged(isFocused)
    if isFocused { onFocus() }
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    let scale = uiScale
    let radius = InformationRow.radius * scale
    canvas.fillRounded(bounds, radius: radius, Chrome.hover.opacity(hoverProgress))
    if isPressed { canvas.fillRounded(bounds, radius: radius, Chrome.pressed) }
    let start = InformationRow.valueStart(bounds.width, scale, nameColumnShare: nameColumnShare)
    let text = CachedText.layout(
      &text, title, TextStyle(size: InformationRow.fontSize * scale),
      maxWidth: max(1, bounds.width - start), flow: .ellipsisAtEnd)
    canvas.draw(
      text, at: Point(x: start, y: ((bounds.height - text.size.height) / 2).rounded()),
      Chrome.focus)
    if isFocused {
      canvas.strokeRounded(
        bounds, radius: radius, width: Chrome.focusRingWidth * scale, Chrome.focus)
    }
  }
}
