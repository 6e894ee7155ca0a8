import CCairo
public import Geometry
public import Pixels
import Resampling

/// The resampling filter with which a bitmap is scaled when it is drawn.
public enum Filter: Hashable, Sendable {
  /// The nearest pixel: crisp squares when enlarged.
  case nearest
  /// Linear interpolation between the four nearest pixels: fast. It aliases below half size; draw a
  /// smaller mip level there.
  case bilinear
  /// The average of all pixels that a drawn pixel covers: correct at every size but ten times
  /// slower than `bilinear`, for pictures that do not move.
  case high
}

extension Canvas {
  /// Draws a bitmap, or its region `source`, scaled into `rect`, which is in user coordinates.
  ///
  /// Unscaled opaque bitmaps on whole pixels are copied row by row. Scaled bitmaps are interpolated
  /// without transparency at their borders; borders between pixels are antialiased.
  ///
  /// - Parameters:
  ///   - source: a rectangle in bitmap pixels; nil for the whole bitmap. Parts outside of the
  ///     bitmap are not drawn.
  ///   - alpha: the opacity with which the bitmap is drawn, 0 to 1.
  ///   - replaces: whether the bitmap, with its transparency, replaces the background instead of
  ///     being blended with it.
  public func draw(
    _ bitmap: Bitmap, in rect: Rect, source: Rect? = nil, alpha: Double = 1,
    filter: Filter = .bilinear, replaces: Bool = false
  ) {
    if deviceMapping.sx < 0 {
      return unmirrored(rect) {
        draw(bitmap, in: rect, source: source, alpha: alpha, filter: filter, replaces: replaces)
      }
    }
    guard let placement = placement(of: bitmap, in: rect, source: source), alpha > 0 else {
      return
    }
    let copies = alpha >= 1 && (bitmap.isOpaque || replaces)
    if copies, groupDepth == 0, let offset = placement.wholePixelOffset {
      if copyRows(of: bitmap, into: placement.target.snapped, offset: offset) { return }
    }
    paint(bitmap, placement, alpha: alpha, filter: filter, replaces: copies)
  }

  /// Draws one of several sizes of the same picture into `rect`, which is in user coordinates: the
  /// smallest level that is not enlarged, or the largest one.
  ///
  /// - Parameters:
  ///   - levels: the sizes of the picture, largest first, as in a mip chain.
  ///   - source: a rectangle in pixels of the first level; nil for the whole picture.
  ///   - alpha: the opacity with which the picture is drawn, 0 to 1.
  ///   - replaces: whether the picture, with its transparency, replaces the background instead of
  ///     being blended with it.
  public func draw(
    _ levels: [Bitmap], in rect: Rect, source: Rect? = nil, alpha: Double = 1,
    filter: Filter = .bilinear, replaces: Bool = false
  ) {
    guard let first = levels.first, !first.size.isEmpty, rect.isDrawable else { return }
    let part = source ?? Rect(origin: .zero, size: first.size.size)
    let mapping = deviceMapping
    let needed = Size(
      width: abs(mapping.sx) * rect.width * Double(first.size.width) / max(part.width, 1e-9),
      height: abs(mapping.sy) * rect.height * Double(first.size.height) / max(part.height, 1e-9))
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

  /// The index in `sizes`, which are ordered from the largest, of the smallest size that is at
  /// least `needed` (in pixels); 0 when none is.
  ///
  /// A size may be one pixel smaller than needed, since halving rounds down.
  public static func level(for needed: Size, among sizes: [PixelSize]) -> Int {
    sizes.lastIndex {
      Double($0.width) + 1 >= needed.width && Double($0.height) + 1 >= needed.height
    } ?? 0
  }

  // MARK: Placement

  /// The transform from user coordinates to buffer pixels: a scale and a translation, without
  /// rotation.
  struct DeviceMapping {
    var sx: Double
    var sy: Double
    var tx: Double
    var ty: Double
  }

  /// The position and scale at which a bitmap is drawn in the buffer.
  struct BitmapPlacement {
    /// The area that the bitmap covers, in buffer pixels.
    var target: Rect
    /// The mapping from buffer to bitmap pixels: `bitmap = buffer × bitmapScale + bitmapOffset` on
    /// each axis.
    var bitmapScale: Vector
    var bitmapOffset: Vector

    /// The offset from buffer to bitmap pixels when the bitmap is drawn unscaled and on whole
    /// pixels; else nil.
    var wholePixelOffset: (x: Int, y: Int)? {
      guard bitmapScale == Vector(dx: 1, dy: 1), target == target.snapped,
        bitmapOffset.dx == bitmapOffset.dx.rounded(),
        bitmapOffset.dy == bitmapOffset.dy.rounded(),
        max(abs(bitmapOffset.dx), abs(bitmapOffset.dy)) < 1e9
      else { return nil }
      return (Int(bitmapOffset.dx), Int(bitmapOffset.dy))
    }
  }

  var deviceMapping: DeviceMapping {
    var m = cairo_matrix_t()
    cairo_get_matrix(context, &m)
    return DeviceMapping(sx: m.xx, sy: m.yy, tx: m.x0, ty: m.y0)
  }

  private func placement(of bitmap: Bitmap, in rect: Rect, source: Rect?) -> BitmapPlacement? {
    let whole = Rect(origin: .zero, size: bitmap.size.size)
    guard rect.isDrawable, !whole.isEmpty else { return nil }
    let asked = source ?? whole
    guard asked.isDrawable, let part = asked.intersection(whole) else { return nil }
    let m = deviceMapping
    // A bitmap that is drawn mirrored is not supported, because rows of pixels cannot be copied
    // from right to left.
    guard m.sx > 0, m.sy > 0 else { return nil }
    let kx = rect.width / asked.width * m.sx
    let ky = rect.height / asked.height * m.sy
    let originX = rect.minX * m.sx + m.tx - asked.minX * kx
    let originY = rect.minY * m.sy + m.ty - asked.minY * ky
    let target = Rect(
      x: originX + part.minX * kx, y: originY + part.minY * ky, width: part.width * kx,
      height: part.height * ky
    ).snappedToPixels
    guard target.isDrawable else { return nil }
    // Pixman computes in steps of 1/65536. Rounding to these steps here avoids a later rounding
    // that depends on the clip, so that a partial redraw has the same pixels as a full one.
    let scale = Vector(dx: (1 / kx).roundedToFixedPoint, dy: (1 / ky).roundedToFixedPoint)
    guard scale.dx > 0, scale.dy > 0 else { return nil }
    let middle = Point(x: (target.midX).rounded(), y: (target.midY).rounded())
    return BitmapPlacement(
      target: target, bitmapScale: scale,
      bitmapOffset: Vector(
        dx: ((middle.x - originX) / kx - middle.x * scale.dx).roundedToFixedPoint,
        dy: ((middle.y - originY) / ky - middle.y * scale.dy).roundedToFixedPoint))
  }

  // MARK: The row copy

  /// Copies the pixels of a bitmap that is drawn unscaled on whole pixels, within the clip.
  ///
  /// - Parameters:
  ///   - target: the rectangle that the bitmap covers, in whole buffer pixels.
  ///   - offset: the offset from buffer to bitmap pixels.
  /// - Returns: false, without drawing, when the clip does not consist of whole-pixel rectangles.
  private func copyRows(of bitmap: Bitmap, into target: Rect, offset: (x: Int, y: Int)) -> Bool {
    guard let allowed = wholePixelClip(within: target) else { return false }
    guard !allowed.isEmpty else { return true }
    cairo_surface_flush(surface)
    for rect in allowed {
      let x = Int(rect.minX)
      let y = Int(rect.minY)
      RowCopy.copy(
        rows: Int(rect.maxY) - y, width: Int(rect.width) * 4,
        from: bitmap.bytes + (y + offset.y) * bitmap.stride + (x + offset.x) * 4,
        stride: bitmap.stride, to: buffer.bytes + y * buffer.stride + x * 4,
        stride: buffer.stride, frameBytes: buffer.stride * buffer.size.height)
      cairo_surface_mark_dirty_rectangle(
        surface, Int32(x), Int32(rect.minY), Int32(rect.width), Int32(rect.height))
    }
    return true
  }

  /// The rectangles of which the clip inside `target` consists, all in buffer pixels; nil when the
  /// clip has other shapes than rectangles on whole pixels.
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
    _ bitmap: Bitmap, _ placement: BitmapPlacement, alpha: Double, filter: Filter, replaces: Bool
  ) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_identity_matrix(context)
    let whole = placement.target
    let inner = whole.roundedIn
    let isEnlarged = replaces && alpha >= 1 && filter == .bilinear
    if isEnlarged, whole == inner, drawEnlarged(bitmap, placement, in: whole) { return }
    guard whole != inner, inner.isDrawable else {
      return paintInBands(
        bitmap, placement, in: whole, alpha: alpha, filter: filter, replaces: replaces)
    }
    // Pixman draws whole pixels on fast paths; only the thin antialiased borders are drawn on the
    // slow path.
    for part in [inner] + whole.subtracting(inner) {
      if isEnlarged, part == inner, drawEnlarged(bitmap, placement, in: part) { continue }
      paintInBands(bitmap, placement, in: part, alpha: alpha, filter: filter, replaces: replaces)
    }
  }

  func paintPart(
    _ bitmap: Bitmap, _ placement: BitmapPlacement, in part: Rect, alpha: Double, filter: Filter,
    replaces: Bool
  ) {
    cairo_save(context)
    defer { cairo_restore(context) }
    setPath(to: part)
    cairo_clip(context)
    // Only the visible pixels are passed to Cairo: the bitmap may exceed its coordinate range.
    guard let seen = clipBounds.intersection(part) else { return }
    BitmapRegion.forEachRegion(covering: seen, bitmap, placement, filter: filter) { window, image in
      var matrix = cairo_matrix_t()
      cairo_matrix_init(
        &matrix, placement.bitmapScale.dx, 0, 0, placement.bitmapScale.dy,
        placement.bitmapOffset.dx - Double(window.left),
        placement.bitmapOffset.dy - Double(window.top))
      let pattern = cairo_pattern_create_for_surface(image)
      cairo_pattern_set_matrix(pattern, &matrix)
      cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
      cairo_pattern_set_filter(pattern, filter.cairo)
      cairo_save(context)
      setPath(to: window.target)
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
    case .high: CAIRO_FILTER_GOOD
    }
  }
}

extension Double {
  /// The nearest multiple of 1/65536, the step of Pixman's fixed-point numbers.
  fileprivate var roundedToFixedPoint: Double { (self * 65536).rounded() / 65536 }

  /// The nearest whole number if it is within 1/512 of the value (half a step of Cairo's grid);
  /// else the value.
  fileprivate var snappedToPixels: Double { abs(self - rounded()) < 1.0 / 512 ? rounded() : self }
}

extension Rect {
  /// The rectangle with its edges moved to whole pixels where they differ only by rounding errors.
  var snappedToPixels: Rect {
    let x0 = minX.snappedToPixels
    let y0 = minY.snappedToPixels
    return Rect(x: x0, y: y0, width: maxX.snappedToPixels - x0, height: maxY.snappedToPixels - y0)
  }
}
