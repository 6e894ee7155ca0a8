import CCairo
public import Geometry
import Pixels

/// The style of the ends and corners of a stroke.
public enum LineStyle: Hashable, Sendable {
  /// Butt caps and mitre joins.
  case sharp
  /// Round caps and joins.
  case round
}

extension Canvas {
  /// Replaces all pixels in `rect`, including their transparency, by `color`; the rectangle is in
  /// user coordinates.
  public func clear(_ rect: Rect, to color: Color = .clear) {
    setPath(to: rect)
    cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
    setSource(color)
    cairo_fill(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  public func fill(_ rect: Rect, _ color: Color) {
    if !fillInBands([rect], color) { fillByCairo(rect, color) }
  }

  /// Fills rectangles that do not overlap, in user coordinates, with one colour.
  package func fill(_ rects: [Rect], _ color: Color) {
    guard !fillInBands(rects, color) else { return }
    for rect in rects { fillByCairo(rect, color) }
  }

  func fillByCairo(_ rect: Rect, _ color: Color) {
    setPath(to: rect)
    setSource(color)
    cairo_fill(context)
  }

  /// Fills a rectangle, in user coordinates, with a vertical gradient between two colours.
  public func fillGradient(_ rect: Rect, top: Color, bottom: Color) {
    guard rect.isDrawable else { return }
    let pattern = cairo_pattern_create_linear(0, rect.minY, 0, rect.maxY)
    for (offset, color) in [(0.0, top), (1.0, bottom)] {
      cairo_pattern_add_color_stop_rgba(
        pattern, offset, color.red, color.green, color.blue, color.alpha)
    }
    setPath(to: rect)
    cairo_set_source(context, pattern)
    cairo_fill(context)
    cairo_pattern_destroy(pattern)
  }

  /// Fills a rectangle with rounded corners; rectangle and radius are in user coordinates.
  public func fillRounded(_ rect: Rect, radius: Double, _ color: Color) {
    guard rect.isDrawable else { return }
    var path = Path()
    path.add(rounded: rect, radius: radius)
    fill(path, color)
  }

  /// Strokes the border of a rounded rectangle, on the inside of its edges; radius and line width
  /// are in user coordinates.
  public func strokeRounded(_ rect: Rect, radius: Double, width: Double, _ color: Color) {
    let inside = rect.inset(by: .all(width / 2))
    guard inside.isDrawable else { return }
    var path = Path()
    path.add(rounded: inside, radius: max(0, radius - width / 2))
    stroke(path, width: width, color)
  }

  /// Fills a sector of a circle. Angles are in radians from 3 o'clock, clockwise on screen; lengths
  /// are in user coordinates.
  public func fillPie(
    center: Point, radius: Double, from: Double, sweep: Double, _ color: Color
  ) {
    guard sweep != 0 else { return }
    var path = Path()
    if abs(sweep) >= 2 * .pi {
      path.add(circle: center, radius: radius)
    } else {
      path.append(.move(center))
      path.append(.arc(center: center, radius: radius, from: from, sweep: sweep))
      path.close()
    }
    fill(path, color)
  }

  /// Strokes an arc of a circle, by default the whole circle. Angles are in radians from 3 o'clock,
  /// clockwise on screen; lengths are in user coordinates.
  public func strokeArc(
    center: Point, radius: Double, from: Double = 0, sweep: Double = 2 * .pi, width: Double,
    style: LineStyle = .sharp, _ color: Color
  ) {
    var path = Path()
    if abs(sweep) >= 2 * .pi {
      path.add(circle: center, radius: radius)
    } else {
      path.append(.arc(center: center, radius: radius, from: from, sweep: sweep))
    }
    stroke(path, width: width, style: style, color)
  }

  /// Fills a path. `evenOdd` selects the even-odd rule, which leaves holes where figures overlap,
  /// instead of the nonzero winding rule.
  public func fill(_ path: Path, evenOdd: Bool = false, _ color: Color) {
    setPath(to: path)
    setSource(color)
    cairo_set_fill_rule(
      context, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    cairo_fill(context)
    cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
  }

  /// Strokes a path with a line width in user coordinates; draws nothing for a width of 0.
  public func stroke(
    _ path: Path, width: Double, style: LineStyle = .sharp, _ color: Color
  ) {
    guard width.isFinite, width > 0 else { return }
    setPath(to: path)
    setSource(color)
    cairo_set_line_width(context, width)
    cairo_set_line_cap(context, style == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    cairo_set_line_join(context, style == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER)
    cairo_stroke(context)
  }

  /// Draws a soft shadow around a rounded rectangle, which ends `blur` beyond its edges; lengths
  /// are in user coordinates.
  ///
  /// The inside of the rectangle is darkened, too: draw its content afterwards.
  public func shadow(around rect: Rect, radius: Double, blur: Double, _ color: Color) {
    guard rect.isDrawable, blur.isFinite, blur > 0 else { return }
    // The shadow consists of faint shapes of growing size, one over the other, most of them near
    // the edge. Their sum falls off like a Gaussian, from `blur / 2` inside the edge to `blur`
    // outside.
    let layers = min(32, max(6, Int(blur)))
    for layer in 0..<layers {
      let step = (Double(layer) + 0.5) / Double(layers)
      let grow = blur * (1.5 * step - 0.5)
      let shape = Rect(
        x: rect.minX - grow, y: rect.minY - grow,
        width: rect.width + 2 * grow, height: rect.height + 2 * grow)
      let share = 6 * step * (1 - step) / Double(layers)
      fillRounded(shape, radius: max(0, radius + grow), color.opacity(share))
    }
  }

  /// Fills a rectangle with a checkerboard of two colours; lengths are in user coordinates.
  ///
  /// - Parameters:
  ///   - cell: the side of a square.
  ///   - first: the colour of the square whose top left corner is at `origin`.
  ///   - origin: the corner of a square; nil for the rectangle's top left corner.
  public func checkerboard(
    in rect: Rect, cell: Double, _ first: Color, _ second: Color, origin: Point? = nil
  ) {
    guard rect.isDrawable, cell.isFinite, cell > 0 else { return }
    let start = origin ?? rect.origin
    guard start.isFinite else { return }
    var tile = [
      first.premultiplied, second.premultiplied, second.premultiplied, first.premultiplied,
    ]
    tile.withUnsafeMutableBytes { bytes in
      let image = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, 2, 2, 8)
      let pattern = cairo_pattern_create_for_surface(image)
      var matrix = cairo_matrix_t()
      cairo_matrix_init(
        &matrix, 1 / cell, 0, 0, 1 / cell, -start.x / cell, -start.y / cell)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
      cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
      setPath(to: rect)
      cairo_set_source(context, pattern)
      cairo_fill(context)
      // A new source colour makes the context release its reference to the pattern, before the
      // tile's memory is freed.
      cairo_set_source_rgb(context, 0, 0, 0)
      cairo_pattern_destroy(pattern)
      cairo_surface_finish(image)
      cairo_surface_destroy(image)
    }
  }
}
