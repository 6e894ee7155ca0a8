import CCairo
public import Geometry
public import Pixels

/// A Cairo context that draws into borrowed pixels. Everything the program shows is drawn through a
/// canvas.
///
/// User coordinates are pixels of the buffer, y down, until `translate` or `scale` changes them.
/// Non-finite numbers draw nothing. The buffer's memory must outlive the canvas and must not be
/// written by others meanwhile. A canvas must be used on one thread.
public final class Canvas {
  /// The pixels that the canvas draws into.
  public var buffer: PixelBuffer { surfaces.buffer }
  /// The Cairo context; owned.
  var context: OpaquePointer { surfaces.context }
  /// The Cairo surface on the buffer; owned.
  var surface: OpaquePointer { surfaces.surface }
  /// The buffer that is drawn into, with its surface and context: those of the canvas, or of the
  /// large group that is open.
  var surfaces: CanvasSurfaces
  /// The number of open groups whose pixels are in memory of Cairo. While such a group is open,
  /// drawing does not reach the buffer.
  private(set) var groupDepth = 0

  /// Makes a canvas that draws over the present pixels of `buffer`.
  public init(_ buffer: PixelBuffer) { surfaces = CanvasSurfaces(buffer) }

  deinit { surfaces.close() }

  /// The rectangle of the whole buffer, in buffer pixels.
  public var bounds: Rect { Rect(origin: .zero, size: buffer.size.size) }

  /// The bounding box of the clip in current user coordinates; empty when the clip excludes
  /// everything.
  public var clipBounds: Rect {
    var x0 = 0.0
    var y0 = 0.0
    var x1 = 0.0
    var y1 = 0.0
    cairo_clip_extents(context, &x0, &y0, &x1, &y1)
    return Rect(x: x0, y: y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
  }

  // MARK: State

  /// Runs `body` and restores the clip and the transform afterwards.
  public func saved<T>(_ body: () throws -> T) rethrows -> T {
    cairo_save(context)
    defer { cairo_restore(context) }
    return try body()
  }

  /// Restricts the clip to its intersection with `rect`, in user coordinates.
  public func clip(to rect: Rect) {
    setPath(to: rect)
    cairo_clip(context)
  }

  /// Restricts the clip to its intersection with the buffer pixels that `rect`, in user
  /// coordinates, covers or touches. Edges between pixels would make drawing inside slow.
  public func clip(toPixelsOf rect: Rect) {
    let m = deviceMapping
    guard rect.isDrawable, m.sx != 0, m.sy != 0 else { return clip(to: rect) }
    let a = Point(x: rect.minX * m.sx + m.tx, y: rect.minY * m.sy + m.ty)
    let b = Point(x: rect.maxX * m.sx + m.tx, y: rect.maxY * m.sy + m.ty)
    let box = Rect(
      x: min(a.x, b.x), y: min(a.y, b.y), width: abs(b.x - a.x), height: abs(b.y - a.y))
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    cairo_identity_matrix(context)
    clip(to: box.snappedToPixels.roundedOut)
    cairo_set_matrix(context, &matrix)
  }

  /// Restricts the clip to its intersection with the union of `rects`, in user coordinates.
  public func clip(to rects: [Rect]) {
    cairo_new_path(context)
    for rect in rects where rect.isDrawable {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    }
    cairo_clip(context)
  }

  /// Restricts the clip to its intersection with a rounded rectangle, in user coordinates.
  public func clip(toRounded rect: Rect, radius: Double) {
    var path = Path()
    if rect.isDrawable { path.add(rounded: rect, radius: radius) }
    clip(to: path)
  }

  /// Restricts the clip to its intersection with the inside of `path`, in user coordinates.
  public func clip(to path: Path) {
    setPath(to: path)
    cairo_clip(context)
  }

  /// Moves the origin of the coordinate system by `v`, in the current user coordinates. After a
  /// non-finite vector nothing is drawn.
  public func translate(_ v: Vector) {
    guard v.isFinite else { return setEmptyClip() }
    cairo_translate(context, v.dx, v.dy)
  }

  /// Scales the coordinate system by the factor `k`. After 0 or a non-finite factor nothing is
  /// drawn.
  public func scale(_ k: Double) { scale(x: k, y: k) }

  /// Scales the coordinate system by a horizontal and a vertical factor. After 0 or a non-finite
  /// factor nothing is drawn.
  public func scale(x: Double, y: Double) {
    guard x.isFinite, y.isFinite, x != 0, y != 0 else { return setEmptyClip() }
    cairo_scale(context, x, y)
  }

  /// Draws the output of `body` as one group with the opacity `alpha`. For 0 and below, `body` is
  /// not run; for 1 and above, it draws directly.
  ///
  /// - Complexity: needs an intermediate surface of the clip's size; clip first.
  public func withOpacity(_ alpha: Double, _ body: () throws -> Void) rethrows {
    guard alpha > 0 else { return }
    guard alpha < 1 else { return try saved(body) }
    if let group = LargeOpacityGroup(in: self) {
      defer { group.end(alpha: alpha) }
      return try body()
    }
    cairo_push_group(context)
    groupDepth += 1
    defer {
      groupDepth -= 1
      cairo_pop_group_to_source(context)
      cairo_paint_with_alpha(context, alpha)
      cairo_set_source_rgb(context, 0, 0, 0)
    }
    try body()
  }

  /// Draws the output of `body` as one group with rounded corners; rectangle and radius are in user
  /// coordinates. With a clip instead, shapes below others would be visible at the antialiased
  /// corners.
  ///
  /// - Complexity: needs an intermediate surface of the clip's size; clip first.
  public func withRoundCorners(_ rect: Rect, radius: Double, _ body: () throws -> Void) rethrows {
    cairo_push_group(context)
    groupDepth += 1
    defer {
      groupDepth -= 1
      cairo_pop_group_to_source(context)
      var path = Path()
      if rect.isDrawable { path.add(rounded: rect, radius: radius) }
      setPath(to: path)
      cairo_fill(context)
      cairo_set_source_rgb(context, 0, 0, 0)
    }
    try body()
  }

  // MARK: Mirroring

  /// Mirrors the coordinate system from left to right: x becomes `width` − x. Shapes are mirrored;
  /// texts and bitmaps keep their reading direction and only change their position.
  package func mirror(width: Double) {
    translate(Vector(dx: width, dy: 0))
    scale(x: -1, y: 1)
  }

  /// Runs `body` in a coordinate system that is not mirrored and in which `rect` has the same
  /// position in the buffer. Without mirroring, runs `body` in the current coordinate system.
  package func unmirrored(_ rect: Rect, _ body: () -> Void) {
    guard deviceMapping.sx < 0 else { return body() }
    saved {
      mirror(width: rect.minX + rect.maxX)
      body()
    }
  }

  /// Whether whole numbers of user coordinates are whole buffer pixels: true without a scale and
  /// with an origin on a whole pixel, also when mirrored.
  package var isOnWholePixels: Bool {
    let m = deviceMapping
    return abs(m.sx) == 1 && m.sy == 1 && m.tx == m.tx.rounded() && m.ty == m.ty.rounded()
  }

  // MARK: Internals

  /// Sets an empty clip, so that nothing is drawn. A matrix without an inverse, as after a scale of
  /// 0, would put the Cairo context into a permanent error state instead.
  private func setEmptyClip() {
    cairo_new_path(context)
    cairo_clip(context)
  }

  /// Completes Cairo's pending drawing. Call this before writing the buffer directly.
  func flush() { cairo_surface_flush(surface) }

  /// Marks the buffer as changed for Cairo after it was written directly.
  func markDirty() { cairo_surface_mark_dirty(surface) }

  func setPath(to rect: Rect) {
    cairo_new_path(context)
    guard rect.isDrawable else { return }
    cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
  }

  func setSource(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  func setPath(to path: Path) {
    cairo_new_path(context)
    for element in path.elements {
      switch element {
      case .move(let p): cairo_move_to(context, p.x, p.y)
      case .line(let p): cairo_line_to(context, p.x, p.y)
      case .curve(let a, let b, let c): cairo_curve_to(context, a.x, a.y, b.x, b.y, c.x, c.y)
      case .arc(let c, let radius, let from, let sweep) where sweep < 0:
        cairo_arc_negative(context, c.x, c.y, radius, from, from + sweep)
      case .arc(let c, let radius, let from, let sweep):
        cairo_arc(context, c.x, c.y, radius, from, from + sweep)
      case .close: cairo_close_path(context)
      }
    }
  }
}

extension Rect {
  /// Whether the origin is finite and the size is positive, so that the rectangle can be drawn.
  var isDrawable: Bool { origin.isFinite && !size.isEmpty }
}
