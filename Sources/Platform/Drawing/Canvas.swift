import CCairo
public import Geometry
public import Pixels

/// A Cairo context over borrowed pixels: everything the program shows is drawn through one of these.
///
/// Points are pixels of the buffer, y down, until `translate` or `scale` says otherwise. Numbers
/// that are not finite draw nothing. The buffer's memory must outlive the canvas, and nobody else
/// may write it meanwhile. A canvas belongs to one thread.
public final class Canvas {
  /// The pixels drawn into.
  public let buffer: PixelBuffer
  /// Owned; destroyed in deinit.
  let context: OpaquePointer
  /// Owned; finished in deinit, so Cairo forgets the borrowed memory.
  let surface: OpaquePointer
  /// How many groups are open: while one is, drawing does not reach the buffer.
  private(set) var groupDepth = 0

  /// Makes a canvas over `buffer`; what is in the buffer stays until drawn over.
  public init(_ buffer: PixelBuffer) {
    self.buffer = buffer
    surface = cairo_image_surface_create_for_data(
      buffer.bytes.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
      Int32(clamping: buffer.size.width), Int32(clamping: buffer.size.height),
      Int32(clamping: buffer.stride))
    context = cairo_create(surface)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// The whole buffer, in its own pixels.
  public var bounds: Rect { Rect(origin: .zero, size: buffer.size.size) }

  /// The smallest rectangle around what may be drawn, in present points; empty when nothing may.
  public var clipBounds: Rect {
    var x0 = 0.0
    var y0 = 0.0
    var x1 = 0.0
    var y1 = 0.0
    cairo_clip_extents(context, &x0, &y0, &x1, &y1)
    return Rect(x: x0, y: y0, width: max(0, x1 - x0), height: max(0, y1 - y0))
  }

  // MARK: State

  /// Runs `body` and undoes its clips and movements afterwards.
  public func saved<T>(_ body: () throws -> T) rethrows -> T {
    cairo_save(context)
    defer { cairo_restore(context) }
    return try body()
  }

  /// Lets only what is inside `rect` be drawn, within what was allowed before.
  public func clip(to rect: Rect) {
    addRectangle(rect)
    cairo_clip(context)
  }

  /// Lets only what is inside any of `rects` be drawn.
  public func clip(to rects: [Rect]) {
    cairo_new_path(context)
    for rect in rects where rect.isDrawable {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    }
    cairo_clip(context)
  }

  /// Lets only what is inside the rounded rectangle be drawn.
  public func clip(toRounded rect: Rect, radius: Double) {
    var path = Path()
    if rect.isDrawable { path.add(rounded: rect, radius: radius) }
    clip(to: path)
  }

  /// Lets only what is inside `path` be drawn.
  public func clip(to path: Path) {
    trace(path)
    cairo_clip(context)
  }

  /// Moves the origin.
  public func translate(_ v: Vector) {
    guard v.isFinite else { return forbid() }
    cairo_translate(context, v.dx, v.dy)
  }

  /// Makes everything after `k` times as large; 0 and what is no number let nothing be drawn.
  public func scale(_ k: Double) { scale(x: k, y: k) }

  /// Makes everything after larger by one factor across and one down.
  public func scale(x: Double, y: Double) {
    guard x.isFinite, y.isFinite, x != 0, y != 0 else { return forbid() }
    cairo_scale(context, x, y)
  }

  /// Draws what `body` draws as one picture, `alpha` times as opaque.
  ///
  /// - Complexity: needs a picture of the clip's size; clip first.
  public func withOpacity(_ alpha: Double, _ body: () throws -> Void) rethrows {
    guard alpha > 0 else { return }
    guard alpha < 1 else { return try saved(body) }
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

  /// Draws what `body` draws as one picture with round corners: clipped one by one, what lies under
  /// something else would shine through at the corners' soft edges.
  ///
  /// - Complexity: needs a picture of the clip's size; clip first.
  public func withRoundCorners(_ rect: Rect, radius: Double, _ body: () throws -> Void) rethrows {
    cairo_push_group(context)
    groupDepth += 1
    defer {
      groupDepth -= 1
      cairo_pop_group_to_source(context)
      var path = Path()
      if rect.isDrawable { path.add(rounded: rect, radius: radius) }
      trace(path)
      cairo_fill(context)
      cairo_set_source_rgb(context, 0, 0, 0)
    }
    try body()
  }

  // MARK: Inside

  /// A bad matrix would leave Cairo in error for good; an empty clip says the same, harmlessly.
  private func forbid() {
    cairo_new_path(context)
    cairo_clip(context)
  }

  /// What Cairo still has in hand is in the buffer; to be called before it is written directly.
  func flush() { cairo_surface_flush(surface) }

  /// The buffer was written directly.
  func markDirty() { cairo_surface_mark_dirty(surface) }

  func addRectangle(_ rect: Rect) {
    cairo_new_path(context)
    guard rect.isDrawable else { return }
    cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
  }

  func setSource(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  func trace(_ path: Path) {
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
  /// True when every number is finite and there is something inside.
  var isDrawable: Bool { origin.isFinite && !size.isEmpty }
}
