import Geometry

/// Light and shadow on a rolled sheet, and where its points are.
struct RollLight {
  let radius: Float
  let nx: Float
  let ny: Float
  private let reach: Float

  /// The darkest shadow on what is below the sheet, and on the sheet itself, 0…1.
  private static let darkest: (below: Float, above: Float) = (0.55, 0.34)
  /// The light on the roll's crest, which is seen from its edge.
  private static let crestLight: Float = 0.42
  /// How much brighter than paper the roll is where it shines.
  private static let gloss: Float = 0.07

  init(_ sheet: RolledSheet) {
    radius = Float(sheet.radius)
    nx = Float(sheet.normal.dx)
    ny = Float(sheet.normal.dy)
    reach = Float(sheet.shadow)
  }

  /// The lengths of sheet from the fold to the points above and below, `d` beyond the fold.
  @inline(__always)
  func arcs(at d: Float) -> (upper: Float, lower: Float) {
    guard d > 0 else { return (.pi * radius - d, d) }
    let lower = radius * Self.arcSine(min(d / radius, 1))
    return (.pi * radius - lower, lower)
  }

  /// The angle whose sine is `x`, 0…1, in radians.
  ///
  /// - Source: Abramowitz and Stegun, 4.4.45; wrong by less than 0.0001.
  @inline(__always)
  private static func arcSine(_ x: Float) -> Float {
    let series = 1.570_728_8 + x * (-0.212_114_4 + x * (0.074_261 - x * 0.018_729_3))
    return .pi / 2 - (1 - x).squareRoot() * series
  }

  /// The light on the outer side of the roll, in 256ths of paper's.
  @inline(__always)
  func turning(at d: Float) -> UInt16 {
    guard d > 0 else { return 256 }
    let t = min(d / radius, 1)
    let upright = (1 - t * t).squareRoot()
    // A bright line runs along the roll where it leaves the flat, between 0 and 0.6 of the radius.
    let line = max(0, 1 - abs(t - 0.3) / 0.3)
    let light = Self.crestLight + (1 - Self.crestLight) * upright + Self.gloss * line * line
    return UInt16(min(light, 1.03) * 256)
  }

  /// The light on the inner side, which rises from the page under the roll, in 256ths.
  @inline(__always)
  func rising(at d: Float) -> UInt16 {
    let t = min(max(d / radius, 0), 1)
    return UInt16((1 - 0.5 * t * t) * 256)
  }

  /// The shadow so far from what casts it, in 256ths: on what is below, and on the sheet itself.
  @inline(__always)
  func shadow(_ distance: Float) -> (below: UInt16, above: UInt16) {
    let share = max(0, 1 - distance / reach)
    let soft = share * share
    return (UInt16(Self.darkest.below * soft * 256), UInt16(Self.darkest.above * soft * 256))
  }
}
