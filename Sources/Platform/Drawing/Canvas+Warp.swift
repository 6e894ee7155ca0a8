public import Geometry
public import Pixels
public import Resampling

/// Pages turned and rolled, on several processors where that pays.
extension Canvas {
  /// Pixels from which a second processor is worth waking.
  private static let spreadFrom = 100_000

  /// Draws an opaque picture of the warp's size out of shape, over what is there.
  ///
  /// - Parameter corner: where the picture's corner lies while it is flat; a whole point.
  public func draw(_ bitmap: Bitmap, through warp: any PageWarp, at corner: Point = .zero) {
    guard bitmap.size == warp.size, !warp.size.isEmpty, corner.isFinite else { return }
    let m = deviceMapping
    let x = (corner.x * m.sx + m.tx).rounded()
    let y = (corner.y * m.sy + m.ty).rounded()
    guard abs(x) < 1e6, abs(y) < 1e6 else { return }
    let place = Rect(origin: Point(x: x, y: y), size: warp.size.size)
    guard groupDepth == 0, m.sx == 1, m.sy == 1, let areas = wholePixelClip(within: place) else {
      return drawApart(bitmap, through: warp, at: corner)
    }
    flush()
    let job = WarpJob(warp: warp, page: PixelView(bitmap), buffer: buffer, x: Int(x), y: Int(y))
    for area in areas where area.isDrawable {
      job.run(area, isSpread: area.pixels >= Self.spreadFrom)
    }
    markDirty()
    withExtendedLifetime(bitmap) {}
  }

  /// Where pixels cannot be written directly, a picture of the result is drawn.
  private func drawApart(_ bitmap: Bitmap, through warp: any PageWarp, at corner: Point) {
    let result = Bitmap(size: warp.size, isOpaque: false) { memory, stride in
      guard let bytes = memory.baseAddress else { return }
      let buffer = PixelBuffer(size: warp.size, stride: stride, bytes: bytes)
      let job = WarpJob(warp: warp, page: PixelView(bitmap), buffer: buffer, x: 0, y: 0)
      job.run(Rect(origin: .zero, size: warp.size.size), isSpread: true)
    }
    draw(result, in: Rect(origin: corner, size: warp.size.size))
  }
}

/// One warped picture. Sendable because each band writes other rows of the buffer, all of them end
/// before the canvas goes on, and everything else is only read.
private struct WarpJob: @unchecked Sendable {
  let warp: any PageWarp
  let page: PixelView
  let buffer: PixelBuffer
  let x: Int
  let y: Int

  func run(_ area: Rect, isSpread: Bool) {
    let columns = Int(area.minX) - x..<Int(area.maxX) - x
    let rows = Int(area.minY) - y..<Int(area.maxY) - y
    guard isSpread else { return run(columns, rows) }
    BandThreads.shared.run(rows) { run(columns, $0) }
  }

  private func run(_ columns: Range<Int>, _ rows: Range<Int>) {
    warp.run(
      page, into: WarpTarget(buffer, x: x, y: y), area: WarpArea(columns: columns, rows: rows))
  }
}

extension Rect {
  fileprivate var pixels: Int { Int(width * height) }
}
