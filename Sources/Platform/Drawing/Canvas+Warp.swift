public import Geometry
public import Pixels
public import Resampling

/// Drawing of page effects that bend a page, of large pages by several threads.
extension Canvas {
  /// The number of pixels from which several threads draw a bent page faster than one.
  private static let minParallelPixels = 100_000

  /// Draws an opaque bitmap, deformed by `warp`, over the background. A bitmap of another size than
  /// that of the warp is not drawn.
  ///
  /// - Parameter corner: the top left corner of the undeformed bitmap in user coordinates, rounded
  ///   to whole buffer pixels.
  public func draw(_ bitmap: Bitmap, through warp: any PageWarp, at corner: Point = .zero) {
    guard bitmap.size == warp.size, !warp.size.isEmpty, corner.isFinite else { return }
    let m = deviceMapping
    let x = (corner.x * m.sx + m.tx).rounded()
    let y = (corner.y * m.sy + m.ty).rounded()
    guard abs(x) < 1e6, abs(y) < 1e6 else { return }
    let deviceRect = Rect(origin: Point(x: x, y: y), size: warp.size.size)
    guard groupDepth == 0, m.sx == 1, m.sy == 1, let areas = wholePixelClip(within: deviceRect)
    else { return drawViaBitmap(bitmap, through: warp, at: corner) }
    flush()
    let job = WarpJob(warp: warp, page: PixelView(bitmap), buffer: buffer, x: Int(x), y: Int(y))
    for area in areas where area.isDrawable {
      job.run(area, isParallel: area.pixelCount >= Self.minParallelPixels)
    }
    markDirty()
    withExtendedLifetime(bitmap) {}
  }

  /// Draws a deformed bitmap through an intermediate one, when a scale, clip or group prevents
  /// writing to the buffer directly.
  private func drawViaBitmap(_ bitmap: Bitmap, through warp: any PageWarp, at corner: Point) {
    let result = Bitmap(size: warp.size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let buffer = PixelBuffer(size: warp.size, stride: stride, bytes: bytes)
      let job = WarpJob(warp: warp, page: PixelView(bitmap), buffer: buffer, x: 0, y: 0)
      job.run(Rect(origin: .zero, size: warp.size.size), isParallel: true)
    }
    draw(result, in: Rect(origin: corner, size: warp.size.size))
  }
}

/// The drawing of one deformed bitmap. Sendable because each band writes other rows of the buffer,
/// all bands end before the canvas continues, and everything else is only read.
private struct WarpJob: @unchecked Sendable {
  let warp: any PageWarp
  let page: PixelView
  let buffer: PixelBuffer
  let x: Int
  let y: Int

  func run(_ area: Rect, isParallel: Bool) {
    let columns = Int(area.minX) - x..<Int(area.maxX) - x
    let rows = Int(area.minY) - y..<Int(area.maxY) - y
    guard isParallel else { return run(columns, rows) }
    BandThreadPool.shared.run(rows) { run(columns, $0) }
  }

  private func run(_ columns: Range<Int>, _ rows: Range<Int>) {
    warp.run(
      page, into: WarpTarget(buffer, x: x, y: y), area: WarpArea(columns: columns, rows: rows))
  }
}

extension Rect {
  fileprivate var pixelCount: Int { Int(width * height) }
}
