import CCairo
import Geometry
import Pixels

/// Painting of large scaled bitmaps in parallel bands.
extension Canvas {
  /// The number of pixels above which parallel bands are faster; below, waking threads costs as
  /// much as it saves.
  private static let minParallelPixels = 250_000.0

  /// Paints like ``paintPart(_:_:in:alpha:filter:replaces:)``, in parallel bands for large areas.
  func paintInBands(
    _ bitmap: Bitmap, _ placement: Placement, in part: Rect, alpha: Double, filter: Filter,
    replaces: Bool
  ) {
    let pixels = part.width * part.height
    guard groupDepth == 0, pixels >= Self.minParallelPixels,
      let allowed = wholePixelClip(within: part)
    else {
      return paintPart(
        bitmap, placement, in: part, alpha: alpha, filter: filter, replaces: replaces)
    }
    guard let covered = allowed.reduce(nil, { $0?.union($1) ?? $1 }) else { return }
    cairo_surface_flush(surface)
    let job = BandJob(buffer: buffer, bitmap: bitmap, placement: placement, allowed: allowed) {
      $0.paintPart(bitmap, placement, in: part, alpha: alpha, filter: filter, replaces: replaces)
    }
    BandThreads.shared.run(Int(covered.minY)..<Int(covered.maxY.rounded(.up))) { rows in
      job.paint(
        Rect(
          x: covered.minX, y: Double(rows.lowerBound), width: covered.width,
          height: Double(rows.count)))
    }
    cairo_surface_mark_dirty(surface)
  }
}

/// The data shared by all bands. Sendable because each band writes other rows of the buffer, all
/// bands end before the canvas continues, and everything else is only read.
private struct BandJob: @unchecked Sendable {
  let buffer: PixelBuffer
  let bitmap: Bitmap
  let placement: Canvas.Placement
  let allowed: [Rect]
  let body: (Canvas) -> Void

  func paint(_ band: Rect) {
    let rects = allowed.compactMap { $0.intersection(band) }
    guard !rects.isEmpty else { return }
    let canvas = Canvas(buffer)
    canvas.clip(to: rects)
    body(canvas)
  }
}
