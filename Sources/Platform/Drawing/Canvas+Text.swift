import CCairo
public import Geometry
import Pixels

extension Canvas {
  /// Draws text with its top left corner at `corner`, rounded to the nearest whole pixel.
  public func draw(_ text: TextLayout, at corner: Point, _ color: Color) {
    guard corner.isFinite else { return }
    let m = deviceMapping
    guard m.sx != 0, m.sy != 0 else { return }
    // At fractional positions every horizontal stroke of a letter would be blurred.
    let snapped = Point(
      x: ((corner.x * m.sx + m.tx).rounded() - m.tx) / m.sx,
      y: ((corner.y * m.sy + m.ty).rounded() - m.ty) / m.sy)
    setSource(color)
    text.show(in: context, at: snapped)
  }
}
