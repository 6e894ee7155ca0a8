import CCairo
public import Geometry
public import Pixels
import Resampling

/// Drawing of rotated bitmaps, of large ones by several threads.
extension Canvas {
  /// The maximum side of a rotated bitmap in pixels: Pixman's coordinates end at 32767.
  private static let maxRotatedSide = 32_000
  /// The number of pixels from which several threads draw a rotated bitmap faster than one.
  private static let minParallelPixels = 100_000.0

  /// Draws a bitmap scaled to `rect`, in user coordinates, and rotated clockwise about the centre
  /// of `rect` by an angle in radians. Pixels are interpolated between four, and edges are
  /// antialiased. The result aliases below half size. A bitmap with a side of more than 32 000
  /// pixels is not drawn.
  ///
  /// - Complexity: O(pixels drawn), about three nanoseconds each.
  public func draw(_ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double) {
    draw(bitmap, in: rect, rotatedBy: angle, around: nil)
  }

  /// Draws a bitmap scaled to `rect`, in user coordinates, and rotated clockwise about the centre
  /// of `rect` by an angle in radians.
  ///
  /// - Parameter background: the opaque colour that replaces everything around the bitmap within
  ///   the clip; nil changes nothing there.
  package func draw(
    _ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double, around background: Color?
  ) {
    if deviceMapping.sx < 0 {
      return unmirrored(rect) { draw(bitmap, in: rect, rotatedBy: angle, around: background) }
    }
    let size = bitmap.size
    guard rect.isDrawable, angle.isFinite, !size.isEmpty,
      max(size.width, size.height) <= Self.maxRotatedSide
    else { return }
    if drawInBands(bitmap, in: rect, rotatedBy: angle, background) { return }
    if let background { fill(clipBounds, background) }
    drawByCairo(bitmap, in: rect, rotatedBy: angle)
  }

  /// Draws a rotated bitmap directly into the buffer, with several threads if it is large.
  ///
  /// - Returns: false, without drawing, when the case is not supported and Cairo has to draw the
  ///   bitmap.
  private func drawInBands(
    _ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double, _ background: Color?
  ) -> Bool {
    let m = deviceMapping
    guard groupDepth == 0, m.sx == m.sy, m.sx > 0, bounds.isDrawable else { return false }
    let deviceRect = Rect(
      x: rect.minX * m.sx + m.tx, y: rect.minY * m.sy + m.ty, width: rect.width * m.sx,
      height: rect.height * m.sy)
    // The circle with this diameter contains the rectangle at every angle.
    let diagonal = Vector(dx: deviceRect.width, dy: deviceRect.height).length + 2
    let reach = Rect(
      center: deviceRect.center, size: Size(width: diagonal, height: diagonal)
    ).roundedOut
    guard RotatedPicture.canDraw(bitmap.size, in: deviceRect),
      let areas = wholePixelClip(within: background == nil ? reach : bounds)
    else { return false }
    let job = RotationJob(
      picture: RotatedPicture(
        PixelView(bitmap), isOpaque: bitmap.isOpaque, in: deviceRect, rotatedBy: angle),
      buffer: buffer, background: background?.premultiplied)
    drawDirectly(in: areas, minParallelPixels: Self.minParallelPixels) { job.run($0, $1) }
    withExtendedLifetime(bitmap) {}
    return true
  }

  private func drawByCairo(_ bitmap: Bitmap, in rect: Rect, rotatedBy angle: Double) {
    let size = bitmap.size
    // Cairo requires mutable memory, but nothing draws into this surface.
    let memory = UnsafeMutableRawPointer(mutating: bitmap.bytes)
    guard
      let image = cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(size.width),
        Int32(size.height), Int32(clamping: bitmap.stride))
    else { return }
    cairo_save(context)
    cairo_translate(context, rect.midX, rect.midY)
    cairo_rotate(context, angle)
    cairo_scale(context, rect.width / Double(size.width), rect.height / Double(size.height))
    cairo_translate(context, -Double(size.width) / 2, -Double(size.height) / 2)
    cairo_set_source_surface(context, image, 0, 0)
    let pattern = cairo_get_source(context)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    // The edge pixels of the bitmap are repeated, so that nothing transparent is interpolated in.
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_rectangle(context, 0, 0, Double(size.width), Double(size.height))
    cairo_fill(context)
    cairo_restore(context)
    cairo_set_source_rgb(context, 0, 0, 0)
    withExtendedLifetime(bitmap) {
      cairo_surface_finish(image)
      cairo_surface_destroy(image)
    }
  }
}

/// The drawing of one rotated bitmap. Sendable because each band writes other rows of the buffer,
/// all bands end before the canvas continues, and everything else is only read.
private struct RotationJob: @unchecked Sendable {
  let picture: RotatedPicture
  let buffer: PixelBuffer
  let background: UInt32?

  func run(_ columns: Range<Int>, _ rows: Range<Int>) {
    picture.draw(into: buffer, columns: columns, rows: rows, background: background)
  }
}
