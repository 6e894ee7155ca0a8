import Geometry
import Pixels

/// One row of the screen under a rolled sheet, cut into stretches.
struct CurlRow {
  let y: Int
  /// Where there is anything to draw.
  let touched: Range<Int>
  /// Where the sheet lies flat.
  let flat: Range<Int>
  /// Flat, and under the turned-over part or its shadow.
  let near: Range<Int>
  /// Flat, and not only under the shadow of the turned-over part.
  let edge: Range<Int>
  /// Beyond the roll, where only its shadow falls.
  let beyond: Range<Int>
  /// Flat, and hidden by the turned-over part to the last pixel.
  let turned: Range<Int>

  /// The place of the sheet that lies on its face over the first pixel, and from one pixel's to the
  /// next one's; for flat ones.
  let mirror: Point
  let mirrorStep: Vector

  /// How much further beyond the fold each pixel is.
  private let slope: Double
  /// The distance beyond the fold of the first pixel's middle.
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
    // Half a turn of arc lies between a place and what lies on its face over it.
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

  /// How far beyond the fold the middle of pixel `x` is.
  @inline(__always)
  func distance(_ x: Int) -> Float { Float(start + slope * Double(x)) }

  /// Where the stretch that `x` is in ends, at most `limit`.
  func end(of x: Int, _ limit: Int) -> Int {
    var end = limit
    for range in [flat, near, edge, turned, beyond] {
      if range.lowerBound > x { end = min(end, range.lowerBound) }
      if range.upperBound > x { end = min(end, range.upperBound) }
    }
    return end
  }

  /// Where slope·x + offset ≥ 0 for every pair; rounded inwards, or outwards to be on the safe side.
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
