import CCairo
import Geometry
import Pixels

/// Drawing of large scaled bitmaps and of large rectangles by several threads, each with a band of
/// rows.
extension Canvas {
  /// The number of pixels from which several threads draw a bitmap faster than one; below, waking
  /// threads costs as much as it saves.
  private static let minParallelPixels = 250_000.0

  /// The number of pixels from which several threads fill a rectangle faster than one.
  private static let minParallelFillPixels = 1_000_000.0

  /// Draws the part of a bitmap inside `part` (in buffer pixels) like
  /// ``paintPart(_:_:in:alpha:filter:replaces:)``, but a large area by several threads.
  func paintInBands(
    _ bitmap: Bitmap, _ placement: BitmapPlacement, in part: Rect, alpha: Double, filter: Filter,
    replaces: Bool
  ) {
    let pixels = part.width * part.height
    guard groupDepth == 0, pixels >= Self.minParallelPixels,
      let allowed = wholePixelClip(within: part)
    else {
      return paintPart(
        bitmap, placement, in: part, alpha: alpha, filter: filter, replaces: replaces)
    }
    run(
      BandJob(buffer: buffer, clipRects: allowed) {
        $0.paintPart(bitmap, placement, in: part, alpha: alpha, filter: filter, replaces: replaces)
      })
    withExtendedLifetime(bitmap) {}
  }

  /// Fills large rectangles that do not overlap, in user coordinates, in parallel bands, with the
  /// same pixels as Cairo.
  ///
  /// - Returns: false, without drawing, when the rectangles are small together, when an edge is
  ///   between pixels, or when the case is not supported.
  func fillInBands(_ rects: [Rect], _ color: Color) -> Bool {
    func area(_ rects: [Rect]) -> Double { rects.reduce(0) { $0 + $1.width * $1.height } }
    // Most rectangles are small; this check comes first, because asking Cairo for the clip takes
    // longer.
    guard groupDepth == 0, rects.allSatisfy(\.isDrawable), area(rects) >= Self.minParallelFillPixels
    else { return false }
    let m = deviceMapping
    guard m.sx > 0, m.sy > 0 else { return false }
    let deviceRects = rects.map {
      Rect(
        x: $0.minX * m.sx + m.tx, y: $0.minY * m.sy + m.ty, width: $0.width * m.sx,
        height: $0.height * m.sy)
    }
    // Rectangles with an edge between pixels are left to Cairo, whose coverage of the pixels at
    // such edges depends on the clip.
    guard deviceRects.allSatisfy({ $0 == $0.roundedOut }),
      let box = deviceRects.reduce(nil, { $0?.union($1) ?? $1 }),
      let allowed = wholePixelClip(within: box)
    else { return false }
    let covered = allowed.flatMap { part in deviceRects.compactMap { $0.intersection(part) } }
    guard area(covered) >= Self.minParallelFillPixels else { return false }
    run(
      BandJob(buffer: buffer, clipRects: allowed) { canvas in
        for rect in deviceRects { canvas.fillByCairo(rect, color) }
      })
    return true
  }

  /// Draws areas of the buffer, in whole buffer pixels, without Cairo by calls of `draw`. An area
  /// of at least `minParallelPixels` pixels is divided into bands of rows, which several threads
  /// draw.
  func drawDirectly(
    in areas: [Rect], minParallelPixels: Double,
    _ draw: @escaping @Sendable (_ columns: Range<Int>, _ rows: Range<Int>) -> Void
  ) {
    flush()
    for area in areas where area.isDrawable {
      let columns = Int(area.minX)..<Int(area.maxX)
      let rows = Int(area.minY)..<Int(area.maxY)
      guard area.width * area.height >= minParallelPixels else {
        draw(columns, rows)
        continue
      }
      BandThreadPool.shared.run(rows) { draw(columns, $0) }
    }
    markDirty()
  }

  /// Runs `body` in parallel bands that together cover `areas`, which are in whole buffer pixels,
  /// each with a canvas of its own that is clipped to its band.
  func paintInBands(within areas: [Rect], _ body: @escaping (Canvas) -> Void) {
    run(BandJob(buffer: buffer, clipRects: areas, body: body))
  }

  private func run(_ job: BandJob) {
    guard let covered = job.clipRects.reduce(nil, { $0?.union($1) ?? $1 }) else { return }
    flush()
    BandThreadPool.shared.run(Int(covered.minY)..<Int(covered.maxY.rounded(.up))) { rows in
      job.paint(
        Rect(
          x: covered.minX, y: Double(rows.lowerBound), width: covered.width,
          height: Double(rows.count)))
    }
    markDirty()
  }
}

/// The drawing that the threads of all bands share. Sendable because each band writes other rows of
/// the buffer, all bands end before the canvas continues, and everything else is only read.
private struct BandJob: @unchecked Sendable {
  let buffer: PixelBuffer
  let clipRects: [Rect]
  let body: (Canvas) -> Void

  func paint(_ band: Rect) {
    let rects = clipRects.compactMap { $0.intersection(band) }
    guard !rects.isEmpty else { return }
    let canvas = Canvas(buffer)
    canvas.clip(to: rects)
    body(canvas)
  }
}
