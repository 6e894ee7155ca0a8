import Geometry

/// The shading of a rolled sheet of paper, and the geometry of its roll.
struct RollShading {
  let radius: Float
  let normalX: Float
  let normalY: Float
  private let shadowLength: Float

  /// The maximum darkness, 0…1, of the roll's shadow on the background (`below`) and on the sheet
  /// itself (`above`).
  private static let maxDarkness: (below: Float, above: Float) = (0.55, 0.34)
  /// The brightness, 0…1, at the crest of the roll, where its surface is perpendicular to the
  /// screen.
  private static let crestBrightness: Float = 0.42
  /// The additional brightness of the specular line on the roll, as a fraction of that of flat
  /// paper.
  private static let gloss: Float = 0.07

  init(_ sheet: RolledSheet) {
    radius = Float(sheet.radius)
    normalX = Float(sheet.normal.dx)
    normalY = Float(sheet.normal.dy)
    shadowLength = Float(sheet.shadowWidth)
  }

  /// The lengths of paper, in pixels, from the fold line to the upper and to the lower layer of the
  /// roll at the distance `d` beyond the fold.
  @inline(__always)
  func arcs(at d: Float) -> (upper: Float, lower: Float) {
    guard d > 0 else { return (.pi * radius - d, d) }
    let lower = radius * Self.arcSine(min(d / radius, 1))
    return (.pi * radius - lower, lower)
  }

  /// The arc sine of `x`, 0…1, in radians.
  ///
  /// - Source: Abramowitz and Stegun, 4.4.45; the error is less than 0.0001.
  @inline(__always)
  private static func arcSine(_ x: Float) -> Float {
    let series = 1.570_728_8 + x * (-0.212_114_4 + x * (0.074_261 - x * 0.018_729_3))
    return .pi / 2 - (1 - x).squareRoot() * series
  }

  /// The brightness of the outer side of the roll at the distance `d` in pixels beyond the fold
  /// line, in 256ths of that of flat paper.
  @inline(__always)
  func outerBrightness(at d: Float) -> UInt16 {
    guard d > 0 else { return 256 }
    let t = min(d / radius, 1)
    let upright = (1 - t * t).squareRoot()
    // A specular line runs along the roll between 0 and 0.6 of the radius.
    let line = max(0, 1 - abs(t - 0.3) / 0.3)
    let light =
      Self.crestBrightness + (1 - Self.crestBrightness) * upright + Self.gloss * line * line
    return UInt16(min(light, 1.03) * 256)
  }

  /// The brightness of the inner side of the roll, which rises from the flat page, at the distance
  /// `d` in pixels beyond the fold line, in 256ths of that of flat paper.
  @inline(__always)
  func innerBrightness(at d: Float) -> UInt16 {
    let t = min(max(d / radius, 0), 1)
    return UInt16((1 - 0.5 * t * t) * 256)
  }

  /// The darkness of the roll's shadow, in 256ths, at a distance in pixels from the paper that
  /// casts the shadow: on the background (`below`), and on the sheet itself (`above`).
  @inline(__always)
  func shadowDarkness(_ distance: Float) -> (below: UInt16, above: UInt16) {
    let share = max(0, 1 - distance / shadowLength)
    let soft = share * share
    return (
      UInt16(Self.maxDarkness.below * soft * 256), UInt16(Self.maxDarkness.above * soft * 256)
    )
  }
}
