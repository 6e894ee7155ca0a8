import Geometry
import Pixels
import Resampling

/// Pictures that are enlarged, in place of what was there: what a zoom draws sixty times a second.
extension Canvas {
  /// Pixels from which a second processor is worth waking: half as many take a millisecond, and
  /// waking it for each frame costs a tenth of that.
  private static let spreadFrom = 4_000_000.0
  /// Numbers beyond this are drawn by Cairo, which knows what it cannot do.
  private static let furthest = 1e9

  /// Draws what Cairo would, sooner.
  ///
  /// - Parameter part: whole pixels.
  /// - Returns: false when it has to be drawn by Cairo; nothing is done then.
  func enlarge(_ bitmap: Bitmap, _ placement: Placement, in part: Rect) -> Bool {
    guard groupDepth == 0, placement.scale.dx <= 1, placement.scale.dy <= 1,
      bitmap.size.width > 1, bitmap.size.width < Int32.max / 4,
      max(abs(placement.offset.dx), abs(placement.offset.dy)) < Self.furthest,
      let areas = wholePixelClip(within: part)
    else { return false }
    flush()
    let job = EnlargementJob(
      enlargement: Enlargement(
        across: Enlargement.Axis(placement.scale.dx, placement.offset.dx),
        down: Enlargement.Axis(placement.scale.dy, placement.offset.dy)),
      view: PixelView(bitmap), buffer: buffer)
    for area in areas where area.isDrawable {
      let columns = Int(area.minX)..<Int(area.maxX)
      let rows = Int(area.minY)..<Int(area.maxY)
      guard area.width * area.height >= Self.spreadFrom else {
        job.run(columns, rows)
        continue
      }
      BandThreads.shared.run(rows) { job.run(columns, $0) }
    }
    markDirty()
    withExtendedLifetime(bitmap) {}
    return true
  }
}

/// One picture. Sendable because each band writes other rows of the buffer, all of them end before
/// the canvas goes on, and everything else is only read.
private struct EnlargementJob: @unchecked Sendable {
  let enlargement: Enlargement
  let view: PixelView
  let buffer: PixelBuffer

  func run(_ columns: Range<Int>, _ rows: Range<Int>) {
    enlargement.run(view, into: buffer, columns: columns, rows: rows)
  }
}

extension Enlargement.Axis {
  /// A placement's numbers are whole 65536ths.
  fileprivate init(_ scale: Double, _ offset: Double) {
    self.init(step: Int((scale * 65536).rounded()), start: Int((offset * 65536).rounded()))
  }
}
