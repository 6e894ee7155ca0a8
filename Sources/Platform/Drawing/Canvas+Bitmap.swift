import CCairo
public import Geometry
public import Pixels

/// How a picture is read between its pixels.
public enum Filter: Hashable, Sendable {
  /// The nearest pixel: crisp squares when enlarged.
  case nearest
  /// Between four pixels: fast; aliases below half size, where a smaller level should be offered.
  case bilinear
  /// Over all pixels covered: right at every size, ten times as slow; for what rests.
  case good
}

extension Canvas {
  /// Draws a picture, or the part `source` of it, into `rect`.
  ///
  /// Unscaled opaque pictures on whole pixels are copied row by row. Scaled ones are read between
  /// their pixels without letting transparency bleed in at the edges; edges between pixels are
  /// smooth.
  ///
  /// - Parameters:
  ///   - source: in the bitmap's pixels; all of it when nil. What lies outside is left out.
  ///   - replaces: true to put the picture's transparency in place of what was there.
  public func draw(
    _ bitmap: Bitmap, in rect: Rect, source: Rect? = nil, alpha: Double = 1,
    filter: Filter = .bilinear, replaces: Bool = false
  ) {
    guard let placement = placement(of: bitmap, in: rect, source: source), alpha > 0 else {
      return
    }
    let copies = alpha >= 1 && (bitmap.isOpaque || replaces)
    if copies, groupDepth == 0, let offset = placement.wholePixelOffset {
      if copyRows(of: bitmap, into: placement.target.snapped, offset: offset) { return }
    }
    paint(bitmap, placement, alpha: alpha, filter: filter, replaces: copies)
  }

  /// Draws the best of several sizes of one picture: the smallest that is not enlarged.
  ///
  /// - Parameters:
  ///   - levels: the same picture, largest first, as a mip chain has them.
  ///   - source: in pixels of the first level; all of it when nil.
  public func draw(
    _ levels: [Bitmap], in rect: Rect, source: Rect? = nil, alpha: Double = 1,
    filter: Filter = .bilinear, replaces: Bool = false
  ) {
    guard let first = levels.first, !first.size.isEmpty, rect.isDrawable else { return }
    let part = source ?? Rect(origin: .zero, size: first.size.size)
    let place = deviceMapping
    let needed = Size(
      width: abs(place.sx) * rect.width * Double(first.size.width) / max(part.width, 1e-9),
      height: abs(place.sy) * rect.height * Double(first.size.height) / max(part.height, 1e-9))
    let index = Self.level(for: needed, among: levels.map(\.size))
    let level = levels[index]
    let kx = Double(level.size.width) / Double(first.size.width)
    let ky = Double(level.size.height) / Double(first.size.height)
    let scaled = Rect(
      x: part.minX * kx, y: part.minY * ky, width: part.width * kx, height: part.height * ky)
    draw(
      level, in: rect, source: index == 0 ? source : scaled, alpha: alpha, filter: filter,
      replaces: replaces)
  }

  /// The place in `sizes`, largest first, of the smallest that covers `needed` pixels.
  ///
  /// A level may be one pixel short: halving rounds down. 0 when none is large enough.
  public static func level(for needed: Size, among sizes: [PixelSize]) -> Int {
    sizes.lastIndex {
      Double($0.width) + 1 >= needed.width && Double($0.height) + 1 >= needed.height
    } ?? 0
  }

  // MARK: Where it goes

  /// Present points to buffer pixels; only moved and scaled, never turned.
  struct Mapping {
    var sx: Double
    var sy: Double
    var tx: Double
    var ty: Double
  }

  /// One picture's place among the buffer's pixels.
  struct Placement {
    /// What is covered, in buffer pixels.
    var target: Rect
    /// Buffer pixel → picture pixel: `source = buffer × scale + offset` on each axis.
    var scale: Vector
    var offset: Vector

    /// Picture pixel minus buffer pixel, when it is the same whole number everywhere.
    var wholePixelOffset: (x: Int, y: Int)? {
      guard scale == Vector(dx: 1, dy: 1), target == target.snapped,
        offset.dx == offset.dx.rounded(), offset.dy == offset.dy.rounded(),
        max(abs(offset.dx), abs(offset.dy)) < 1e9
      else { return nil }
      return (Int(offset.dx), Int(offset.dy))
    }
  }

  var deviceMapping: Mapping {
    var m = cairo_matrix_t()
    cairo_get_matrix(context, &m)
    return Mapping(sx: m.xx, sy: m.yy, tx: m.x0, ty: m.y0)
  }

  private func placement(of bitmap: Bitmap, in rect: Rect, source: Rect?) -> Placement? {
    let whole = Rect(origin: .zero, size: bitmap.size.size)
    guard rect.isDrawable, !whole.isEmpty else { return nil }
    let asked = source ?? whole
    guard asked.isDrawable, let part = asked.intersection(whole) else { return nil }
    let m = deviceMapping
    // Mirrored drawing is not offered; Cairo would do it, the row copy would not.
    guard m.sx > 0, m.sy > 0 else { return nil }
    let kx = rect.width / asked.width * m.sx
    let ky = rect.height / asked.height * m.sy
    let originX = rect.minX * m.sx + m.tx - asked.minX * kx
    let originY = rect.minY * m.sy + m.ty - asked.minY * ky
    let target = Rect(
      x: originX + part.minX * kx, y: originY + part.minY * ky, width: part.width * kx,
      height: part.height * ky
    ).settled
    guard target.isDrawable else { return nil }
    // Pixman computes in steps of 1/65536. Numbers that are such steps already are not rounded
    // again in a way that depends on the clip, so a partial redraw equals a full one.
    let scale = Vector(dx: (1 / kx).step, dy: (1 / ky).step)
    guard scale.dx > 0, scale.dy > 0 else { return nil }
    let middle = Point(x: (target.midX).rounded(), y: (target.midY).rounded())
    return Placement(
      target: target, scale: scale,
      offset: Vector(
        dx: ((middle.x - originX) / kx - middle.x * scale.dx).step,
        dy: ((middle.y - originY) / ky - middle.y * scale.dy).step))
  }

  // MARK: The row copy

  /// Copies whole rows within the clip.
  ///
  /// - Returns: false when the clip is not made of whole-pixel rectangles; nothing is done then.
  private func copyRows(of bitmap: Bitmap, into target: Rect, offset: (x: Int, y: Int)) -> Bool {
    guard let allowed = wholePixelClip(within: target) else { return false }
    guard !allowed.isEmpty else { return true }
    cairo_surface_flush(surface)
    for rect in allowed {
      let x = Int(rect.minX)
      let bytes = Int(rect.width) * 4
      for y in Int(rect.minY)..<Int(rect.maxY) {
        let from = bitmap.bytes + (y + offset.y) * bitmap.stride + (x + offset.x) * 4
        (buffer.bytes + y * buffer.stride + x * 4).copyMemory(from: from, byteCount: bytes)
      }
      cairo_surface_mark_dirty_rectangle(
        surface, Int32(x), Int32(rect.minY), Int32(rect.width), Int32(rect.height))
    }
    return true
  }

  /// The whole-pixel rectangles of the clip inside `target`, in buffer pixels, or nil when the clip
  /// has other shapes.
  func wholePixelClip(within target: Rect) -> [Rect]? {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_identity_matrix(context)
    guard let list = cairo_copy_clip_rectangle_list(context) else { return nil }
    defer { cairo_rectangle_list_destroy(list) }
    guard list.pointee.status == CAIRO_STATUS_SUCCESS else { return nil }
    guard let inside = target.intersection(bounds) else { return [] }
    let rects = UnsafeBufferPointer(
      start: list.pointee.rectangles, count: Int(list.pointee.num_rectangles))
    return rects.compactMap {
      Rect(x: $0.x, y: $0.y, width: $0.width, height: $0.height).intersection(inside)
    }
  }

  // MARK: Cairo

  private func paint(
    _ bitmap: Bitmap, _ placement: Placement, alpha: Double, filter: Filter, replaces: Bool
  ) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_identity_matrix(context)
    let whole = placement.target
    let inner = whole.roundedIn
    let isEnlarged = replaces && alpha >= 1 && filter == .bilinear
    if isEnlarged, whole == inner, enlarge(bitmap, placement, in: whole) { return }
    guard whole != inner, inner.isDrawable else {
      return paintSpread(
        bitmap, placement, in: whole, alpha: alpha, filter: filter, replaces: replaces)
    }
    // Whole pixels take Pixman's fast paths; only the thin smooth edges take the slow one.
    for part in [inner] + whole.subtracting(inner) {
      if isEnlarged, part == inner, enlarge(bitmap, placement, in: part) { continue }
      paintSpread(bitmap, placement, in: part, alpha: alpha, filter: filter, replaces: replaces)
    }
  }

  func paintPart(
    _ bitmap: Bitmap, _ placement: Placement, in part: Rect, alpha: Double, filter: Filter,
    replaces: Bool
  ) {
    cairo_save(context)
    defer { cairo_restore(context) }
    addRectangle(part)
    cairo_clip(context)
    // What cannot be seen must not be looked at either: it may be far larger than Cairo's numbers.
    guard let seen = clipBounds.intersection(part) else { return }
    BitmapWindow.covering(seen, bitmap, placement, filter: filter) { window, image in
      var matrix = cairo_matrix_t()
      cairo_matrix_init(
        &matrix, placement.scale.dx, 0, 0, placement.scale.dy,
        placement.offset.dx - Double(window.x), placement.offset.dy - Double(window.y))
      let pattern = cairo_pattern_create_for_surface(image)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(pattern, filter.cairo)
      cairo_save(context)
      addRectangle(window.target)
      cairo_clip(context)
      cairo_set_source(context, pattern)
      cairo_set_operator(context, replaces ? CAIRO_OPERATOR_SOURCE : CAIRO_OPERATOR_OVER)
      if alpha < 1 {
        cairo_paint_with_alpha(context, alpha)
      } else {
        cairo_paint(context)
      }
      cairo_restore(context)
      cairo_pattern_destroy(pattern)
    }
  }
}

extension Filter {
  fileprivate var cairo: cairo_filter_t {
    switch self {
    case .nearest: CAIRO_FILTER_NEAREST
    case .bilinear: CAIRO_FILTER_BILINEAR
    case .good: CAIRO_FILTER_GOOD
    }
  }
}

extension Double {
  /// The nearest multiple of Pixman's smallest step.
  fileprivate var step: Double { (self * 65536).rounded() / 65536 }

  /// The nearest whole number when it is too near to tell (Cairo's own grid is 1/256).
  fileprivate var settled: Double { abs(self - rounded()) < 1.0 / 512 ? rounded() : self }
}

extension Rect {
  /// Edges that are whole numbers but for rounding errors are made so.
  fileprivate var settled: Rect {
    let x0 = minX.settled
    let y0 = minY.settled
    return Rect(x: x0, y: y0, width: maxX.settled - x0, height: maxY.settled - y0)
  }
}
