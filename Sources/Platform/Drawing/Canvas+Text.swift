import CCairo
public import Geometry
import Pixels

extension Canvas {
  /// Called for every text that a canvas draws, with its rectangle in buffer pixels; for tests that
  /// look for texts without enough room. Default: nil.
  @TaskLocal package static var onText: (@Sendable (TextLayout, Rect, Canvas) -> Void)?

  /// Draws text with its top left corner at `corner`, in user coordinates, rounded to whole buffer
  /// pixels.
  public func draw(_ text: TextLayout, at corner: Point, _ color: Color) {
    guard corner.isFinite else { return }
    let m = deviceMapping
    guard m.sx != 0, m.sy != 0 else { return }
    guard m.sx > 0 else {
      let frame = Rect(origin: corner, size: text.size)
      guard !frame.size.isEmpty else { return }
      return unmirrored(frame) { draw(text, at: corner, color) }
    }
    // At fractional positions every horizontal stroke of a letter would be blurred.
    let snapped = Point(
      x: ((corner.x * m.sx + m.tx).rounded() - m.tx) / m.sx,
      y: ((corner.y * m.sy + m.ty).rounded() - m.ty) / m.sy)
    setSource(color)
    text.show(in: context, at: snapped)
    Self.onText?(
      text,
      Rect(
        x: snapped.x * m.sx + m.tx, y: snapped.y * m.sy + m.ty, width: text.size.width * m.sx,
        height: text.size.height * m.sy), self)
  }
}
