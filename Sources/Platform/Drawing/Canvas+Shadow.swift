import CCairo
public import Geometry

extension Canvas {
  /// The colour stops of the shadow's gradient: offset from the rectangle (0) to the end of the
  /// shadow (1), and share of the shadow's opacity. The smoothstep curve begins and ends without a
  /// visible edge.
  private static let shadowFalloffStops: [(offset: Double, share: Double)] = (0...8).map { step in
    let t = Double(step) / 8
    return (t, (1 - t) * (1 - t) * (1 + 2 * t))
  }

  /// Draws a soft shadow outside of a rectangle, which ends `blur` beyond its edges; both are in
  /// user coordinates. The inside of the rectangle is not changed.
  ///
  /// Only the border is filled, by four linear and four radial gradients, so that this is fast
  /// enough for every frame of an animation.
  ///
  /// - Complexity: O(circumference × blur).
  public func borderShadow(outside rect: Rect, blur: Double, _ color: Color) {
    guard rect.isDrawable, blur.isFinite, blur > 0, color.alpha > 0 else { return }
    let r = rect
    let sides: [(Rect, (Double, Double), (Double, Double))] = [
      (
        Rect(x: r.minX, y: r.minY - blur, width: r.width, height: blur), (0, r.minY),
        (0, r.minY - blur)
      ),
      (Rect(x: r.minX, y: r.maxY, width: r.width, height: blur), (0, r.maxY), (0, r.maxY + blur)),
      (
        Rect(x: r.minX - blur, y: r.minY, width: blur, height: r.height), (r.minX, 0),
        (r.minX - blur, 0)
      ),
      (Rect(x: r.maxX, y: r.minY, width: blur, height: r.height), (r.maxX, 0), (r.maxX + blur, 0)),
    ]
    for (area, from, to) in sides {
      fill(area, cairo_pattern_create_linear(from.0, from.1, to.0, to.1), color)
    }
    for x in [r.minX, r.maxX] {
      for y in [r.minY, r.maxY] {
        let area = Rect(
          x: x == r.minX ? x - blur : x, y: y == r.minY ? y - blur : y, width: blur, height: blur)
        fill(area, cairo_pattern_create_radial(x, y, 0, x, y, blur), color)
      }
    }
  }

  private func fill(_ area: Rect, _ pattern: OpaquePointer?, _ color: Color) {
    defer { cairo_pattern_destroy(pattern) }
    guard area.isDrawable else { return }
    for stop in Self.shadowFalloffStops {
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, color.red, color.green, color.blue, color.alpha * stop.share)
    }
    setPath(to: area)
    cairo_set_source(context, pattern)
    cairo_fill(context)
    // A new source colour makes the context release its reference to the pattern.
    cairo_set_source_rgb(context, 0, 0, 0)
  }
}
