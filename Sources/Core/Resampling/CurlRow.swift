import Geometry
import Pixels

/// One screen row of a curled page, divided into column ranges.
struct CurlRow {
  let y: Int
  /// The columns in which anything is drawn.
  let touched: Range<Int>
  /// The columns in which the sheet is flat.
  let flat: Range<Int>
  /// The flat columns that lie under the turned part or its shadow.
  let near: Range<Int>
  /// The flat columns that are not only in the shadow of the turned part.
  let edge: Range<Int>
  /// The columns beyond the roll, which contain only its shadow.
  let beyond: Range<Int>
  /// The flat columns that the turned part covers completely.
  let turned: Range<Int>

  /// The position on the sheet of the turned-over point above pixel 0; for flat columns.
  let mirror: Point
  /// The difference between that position for a pixel and for the next one.
  let mirrorStep: Vector

  /// The increase of ``distance(_:)`` from a pixel to the next one, in pixels.
  private let slope: Double
  /// The distance of the centre of pixel 0 from the fold, in pixels.
  private let start: Double

  init(_ sheet: RolledSheet, y: Int, size: PixelSize) {
    self.y = y
    let n = sheet.normal
    slope = n.dx
    start = sheet.distance(of: Point(x: 0.5, y: Double(y) + 0.5))
    let all = 0..<size.width
    touched = Self.stretch(
      all, [(-n.dx, sheet.radius + sheet.shadow + 1 - start)], isInside: false)
    flat = Self.stretch(all, [(-n.dx, -start)], isInside: true)
    // A point and the point turned over above it are half a turn of arc apart.
    let mirror = Point(x: 0.5, y: Double(y) + 0.5) + n * (.pi * sheet.radius - 2 * start)
    let step = Vector(dx: 1 - 2 * n.dx * n.dx, dy: -2 * n.dx * n.dy)
    self.mirror = mirror
    mirrorStep = step
    func within(_ margin: Double) -> [(slope: Double, offset: Double)] {
      [
        (step.dx, mirror.x - margin), (-step.dx, Double(size.width) - mirror.x - margin),
        (step.dy, mirror.y - margin), (-step.dy, Double(size.height) - mirror.y - margin),
      ]
    }
    near = Self.stretch(flat, within(-sheet.shadow - 1), isInside: false)
    edge = Self.stretch(flat, within(-1), isInside: false)
    turned = Self.stretch(flat, within(1), isInside: true)
    beyond = Self.stretch(touched, [(n.dx, start - sheet.radius - 1)], isInside: true)
  }

  /// The distance of the centre of pixel `x` from the fold, where the sheet begins to roll up, in
  /// pixels; negative on the flat part.
  @inline(__always)
  func distance(_ x: Int) -> Float { Float(start + slope * Double(x)) }

  /// The end of the range that contains `x`, at most `limit`.
  func end(of x: Int, _ limit: Int) -> Int {
    var end = limit
    for range in [flat, near, edge, turned, beyond] {
      if range.lowerBound > x { end = min(end, range.lowerBound) }
      if range.upperBound > x { end = min(end, range.upperBound) }
    }
    return end
  }

  /// The columns with slope·x + offset ≥ 0 for every pair; rounded inwards (`isInside`) or
  /// outwards.
  private static func stretch(
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
