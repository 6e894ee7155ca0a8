import Drawing
import Geometry
import Views

/// “3 / 20” in a pill, centred at the top, measured again at every change.
///
/// - Source: JXPhotoBrowser 3.1.5; 17-point text, black 0.4, width + height, 20 from the top.
public final class NumberPageIndicator: View, PageIndicator {
  /// Lengths are in points, multiplied by the scale.
  private static let fontSize = 17.0
  /// Between the text and the pill's edge.
  private static let padding = 7.0
  /// From the top edge to the pill.
  private static let topPadding = 20.0
  private static let pill = Color(red: 0, green: 0, blue: 0, alpha: 0.4)

  private var text = ""
  private var layoutText: TextLayout?
  private var area = Rect.zero
  private var scale = 1.0

  /// Shows the number; hidden for one page or none.
  public func show(index: Int, count: Int) {
    isHidden = count <= 1
    let next = "\(min(index, max(0, count - 1)) + 1) / \(count)"
    guard next != text else { return }
    text = next
    layoutText = nil
    place(in: area, scale: scale)
    setNeedsDisplay()
  }

  /// Top centre.
  public func place(in area: Rect, scale: Double) {
    self.area = area
    if scale != self.scale { layoutText = nil }
    self.scale = scale
    guard !area.isEmpty, !isHidden, !text.isEmpty else { return }
    let layout = layoutText ?? TextLayout(text, style: TextStyle(size: Self.fontSize * scale))
    layoutText = layout
    let height = layout.size.height + 2 * Self.padding * scale
    let width = layout.size.width + height
    frame = Rect(
      x: (area.midX - width / 2).rounded(), y: (area.minY + Self.topPadding * scale).rounded(),
      width: width.rounded(), height: height.rounded())
  }

  /// Draws the pill and the text.
  public override func draw(in canvas: Canvas, damage: Rect) {
    guard let layoutText else { return }
    canvas.fillRounded(bounds, radius: bounds.height / 2, Self.pill)
    canvas.draw(
      layoutText,
      at: Point(
        x: ((bounds.width - layoutText.size.width) / 2).rounded(),
        y: ((bounds.height - layoutText.size.height) / 2).rounded()), .white)
  }
}
