import Drawing
import Geometry
import Views

/// One dot a page, the current one bright, centred at the bottom.
///
/// - Source: JXPhotoBrowser 3.1.5; dot 7, pitch 16, 15 above the bottom edge.
public final class DotPageIndicator: View, PageIndicator {
  /// A dot's diameter. All lengths are in points, multiplied by the scale.
  private static let dot = 7.0
  /// From one dot's middle to the next one's.
  private static let pitch = 16.0
  private static let height = 37.0
  /// From the dots to the bottom edge.
  private static let bottomPadding = 15.0
  /// The opacity of every dot but the current one.
  private static let otherAlpha = 0.35
  /// How far the soft edge reaches beyond a dot, in pixels.
  private static let edgeWidth = 1.0
  /// A soft edge keeps white dots visible on white pictures.
  private static let edge = Color(red: 0, green: 0, blue: 0, alpha: 0.28)

  private var index = 0
  private var count = 0
  private var shown = 0
  private var area = Rect.zero
  private var scale = 1.0

  /// Shows dots for `count` pages; hidden for one or none.
  public func show(index: Int, count: Int) {
    self.index = min(index, max(0, count - 1))
    self.count = count
    isHidden = count <= 1
    place(in: area, scale: scale)
    setNeedsDisplay()
  }

  /// Bottom centre.
  public func place(in area: Rect, scale: Double) {
    self.area = area
    self.scale = scale
    let fitting = Int(area.width / (Self.pitch * scale))
    shown = min(count, max(1, fitting))
    let size = Size(
      width: (Double(shown) * Self.pitch * scale).rounded(),
      height: (Self.height * scale).rounded())
    frame = Rect(
      x: (area.midX - size.width / 2).rounded(),
      y: (area.maxY - Self.bottomPadding * scale - (size.height + Self.dot * scale) / 2)
        .rounded(),
      width: size.width, height: size.height)
  }

  /// Draws the dots.
  public override func draw(in canvas: Canvas, damage: Rect) {
    let radius = Self.dot / 2 * scale
    // Of more dots than there is room for, those around the current one are seen.
    let first = min(max(0, index - shown / 2), max(0, count - shown))
    for page in first..<(first + shown) {
      let center = Point(
        x: (Double(page - first) + 0.5) * Self.pitch * scale, y: bounds.height / 2)
      let box = Rect(center: center, size: Size(width: radius * 2, height: radius * 2))
      let outer = radius + Self.edgeWidth
      let ring = Rect(center: center, size: Size(width: outer * 2, height: outer * 2))
      canvas.fillRounded(ring, radius: outer, Self.edge)
      let alpha = page == index ? 1 : Self.otherAlpha
      canvas.fillRounded(
        box, radius: radius, Color(red: 1, green: 1, blue: 1, alpha: alpha))
    }
  }
}
