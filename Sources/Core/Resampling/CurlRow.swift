import Geometry
import Pixels

/// One row of screen pixels of a curled page, divided into column ranges by the parts of the sheet
/// that are drawn there.
struct CurlRow {
  let y: Int
  /// The columns in which the sheet or its shadow is drawn.
  let drawnColumns: Range<Int>
  /// The columns in which the lower layer of the sheet is flat, before the fold.
  let flatColumns: Range<Int>
  /// The columns of the flat sheet that lie under the part turned over or in its shadow.
  let shadowedColumns: Range<Int>
  /// The columns of the flat sheet that lie at least partly under the part turned over, not only in
  /// its shadow.
  let partlyCoveredColumns: Range<Int>
  /// The columns beyond the roll of paper, which contain only its shadow on the background.
  let columnsBeyondRoll: Range<Int>
  /// The columns of the flat sheet that the part turned over covers completely.
  let fullyCoveredColumns: Range<Int>

  /// The position, on the unrolled sheet, of the point that is turned over above the centre of
  /// pixel 0; valid in the columns of ``flatColumns``.
  let mirrorPosition: Point
  /// The difference of ``mirrorPosition`` from one pixel of the row to the next.
  let mirrorPositionStep: Vector

  /// The increase of ``distance(_:)`` from one pixel of the row to the next.
  private let slope: Double
  /// The distance of the centre of pixel 0 from the fold line, in pixels.
  private let start: Double

  init(_ sheet: RolledSheet, y: Int, size: PixelSize) {
    self.y = y
    let n = sheet.normal
    slope = n.dx
    start = sheet.distance(of: Point(x: 0.5, y: Double(y) + 0.5))
    let all = 0..<size.width
    drawnColumns = Self.columnsInside(
      all, [(-n.dx, sheet.radius + sheet.shadowWidth + 1 - start)], isInside: false)
    flatColumns = Self.columnsInside(all, [(-n.dx, -start)], isInside: true)
    // A point and the point turned over above it are half a turn of arc apart.
    let mirrorPosition = Point(x: 0.5, y: Double(y) + 0.5) + n * (.pi * sheet.radius - 2 * start)
    let step = Vector(dx: 1 - 2 * n.dx * n.dx, dy: -2 * n.dx * n.dy)
    self.mirrorPosition = mirrorPosition
    mirrorPositionStep = step
    func within(_ margin: Double) -> [(slope: Double, offset: Double)] {
      [
        (step.dx, mirrorPosition.x - margin),
        (-step.dx, Double(size.width) - mirrorPosition.x - margin),
        (step.dy, mirrorPosition.y - margin),
        (-step.dy, Double(size.height) - mirrorPosition.y - margin),
      ]
    }
    shadowedColumns = Self.columnsInside(
      flatColumns, within(-sheet.shadowWidth - 1), isInside: false)
    partlyCoveredColumns = Self.columnsInside(flatColumns, within(-1), isInside: false)
    fullyCoveredColumns = Self.columnsInside(flatColumns, within(1), isInside: true)
    columnsBeyondRoll = Self.columnsInside(
      drawnColumns, [(n.dx, start - sheet.radius - 1)], isInside: true)
  }

  /// The distance of the centre of pixel `x` from the fold line, where the sheet begins to roll up,
  /// in pixels; negative on the flat part of the sheet.
  @inline(__always)
  func distanceFromFold(_ x: Int) -> Float { Float(start + slope * Double(x)) }

  /// The next column after `x` at which a range of columns begins or ends, at most `limit`.
  func nextBoundary(after x: Int, limit: Int) -> Int {
    var end = limit
    for range in [
      flatColumns, shadowedColumns, partlyCoveredColumns, fullyCoveredColumns, columnsBeyondRoll,
    ] {
      if range.lowerBound > x { end = min(end, range.lowerBound) }
      if range.upperBound > x { end = min(end, range.upperBound) }
    }
    return end
  }

  /// The columns of `range` with slope · x + offset ≥ 0 for every pair in `bounds`; fractions are
  /// rounded inwards (`isInside`) or outwards.
  private static func columnsInside(
    _ range: Range<Int>, _ bounds: [(slope: Double, offset: Double)], isInside: Bool
  ) -> Range<Int> {
    var low = Double(range.lowerBound)
    var high = Double(range.upperBound - 1)
    for (slope, offset) in bounds {
      guard abs(slope) > 1e-9 else {
        if offset < 0 { return range.lowerBound..<range.lowerBound }
        continue
      }
      if slope > 0 { low = max(low, -offset / slope) } else { high = min(high, -offset / slope) }
    }
    guard low <= high else { return range.lowerBound..<range.lowerBound }
    let first = Int(low.rounded(isInside ? .up : .down))
    let last = Int(high.rounded(isInside ? .down : .up))
    guard first <= last else { return range.lowerBound..<range.lowerBound }
    return (first..<(last + 1)).clamped(to: range)
  }
}
