import CLCMS

/// A conversion of RGB samples of 16 bits whose results are those of Little CMS without its tables
/// of colours, up to rounding.
protocol SixteenBitConversion: Sendable {
  /// Converts a row of BGRA samples of 16 bits to BGRA of eight bits with an alpha of 0.
  ///
  /// - Parameter count: the number of pixels.
  func convert(
    _ row: UnsafePointer<UInt16>, to result: UnsafeMutablePointer<UInt32>, count: Int)
}

extension SixteenBitConversion {
  /// Whether the results of ``convert(_:to:count:)`` differ by at most `limit` of the 256 levels in
  /// every colour component from those of the exact transform of Little CMS between two open
  /// profiles. Mixtures of 16 values of each channel are compared.
  func agreesWithLittleCMS(
    _ library: LCMSLibrary, _ source: LCMSLibrary.Object, _ target: LCMSLibrary.Object,
    limit: Int
  ) -> Bool {
    guard
      let exact = library.makeTransform(
        source, LCMS_BGRA_16, target, LCMS_BGRA_8, LCMS_PERCEPTUAL,
        LCMS_NO_CACHE | LCMS_NO_OPTIMIZATION)
    else { return false }
    defer { library.deleteTransform(exact) }
    let samples = Self.verifiedSamples
    let count = samples.count / 4
    var own = [UInt32](repeating: 0, count: count)
    var expected = own
    convert(samples, to: &own, count: count)
    library.applyTransform(exact, samples, &expected, UInt32(count))
    return zip(own, expected).allSatisfy { pair in
      (0..<3).allSatisfy { channel in
        let shift = UInt32(8 * channel)
        return abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)) <= limit
      }
    }
  }

  /// The BGRA samples of all mixtures of 16 values. The values are squares, which are closer to
  /// each other in the dark.
  private static var verifiedSamples: [UInt16] {
    let last = 15
    let values = (0...last).map { UInt16($0 * $0 * Int(UInt16.max) / (last * last)) }
    var samples: [UInt16] = []
    for red in values {
      for green in values {
        for blue in values { samples += [blue, green, red, .max] }
      }
    }
    return samples
  }
}

extension LCMSLibrary {
  /// The colours, of three components each, that an exact transform between two profiles with these
  /// pixel layouts makes; nil when there is no such transform, or a component is not finite.
  func exactColors(
    of colors: [Float], _ source: Object, _ layout: UInt32, _ target: Object,
    _ targetLayout: UInt32
  ) -> [Float]? {
    guard colors.allSatisfy(\.isFinite),
      let exact = makeTransform(
        source, layout, target, targetLayout, LCMS_PERCEPTUAL,
        LCMS_NO_CACHE | LCMS_NO_OPTIMIZATION)
    else { return nil }
    defer { deleteTransform(exact) }
    var result = [Float](repeating: 0, count: colors.count)
    applyTransform(exact, colors, &result, UInt32(colors.count / 3))
    return result.allSatisfy(\.isFinite) ? result : nil
  }
}

/// The factors by which three components, of the light of a source or of CIE XYZ, add up to the
/// linear light of one target channel.
struct MatrixRow {
  let first: Float
  let second: Float
  let third: Float
  /// The light where all components are 0.
  let offset: Float

  @inline(__always)
  func light(_ first: Float, _ second: Float, _ third: Float) -> Float {
    self.first * first + self.second * second + self.third * third + offset
  }
}

/// The primaries and the black of a colour space in CIE XYZ under D50.
struct Primaries {
  /// The smallest determinant of primaries that are the corners of a triangle.
  private static let minDeterminant = 1e-6
  /// The maximum distance in CIE XYZ, whose white has Y = 1, between white and the sum of the
  /// primaries. The distance is greater in a colour space that is defined by a table.
  private static let maxWhiteDifference = 1e-4

  let black: SIMD3<Double>
  /// The differences of the full primaries from black.
  let red: SIMD3<Double>
  let green: SIMD3<Double>
  let blue: SIMD3<Double>
  private let determinant: Double

  /// Measures the primaries of an open profile, from which Little CMS converts to `xyz`; nil when
  /// they make no triangle, or do not add up to white.
  init?(_ library: LCMSLibrary, _ profile: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object) {
    let corners: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1]
    guard
      let colors = library.exactColors(of: corners, profile, LCMS_RGB_FLOAT, xyz, LCMS_XYZ_FLOAT)
    else { return nil }
    black = colors.color(3)
    red = colors.color(0) - black
    green = colors.color(1) - black
    blue = colors.color(2) - black
    determinant = (red * green.crossed(blue)).sum()
    let difference = colors.color(4) - black - red - green - blue
    guard abs(determinant) > Self.minDeterminant,
      (difference * difference).sum() < Self.maxWhiteDifference * Self.maxWhiteDifference
    else { return nil }
  }

  /// The amounts of red, green and blue that make the difference `xyz` from black, by Cramer's
  /// rule.
  func amounts(of xyz: SIMD3<Double>) -> SIMD3<Double> {
    let first: Double = (xyz * green.crossed(blue)).sum()
    let second: Double = (xyz * blue.crossed(red)).sum()
    let third: Double = (xyz * red.crossed(green)).sum()
    return SIMD3<Double>(first / determinant, second / determinant, third / determinant)
  }
}

extension SIMD3<Double> {
  /// The cross product with another vector.
  fileprivate func crossed(_ other: Self) -> Self {
    let first: Double = y * other.z - z * other.y
    let second: Double = z * other.x - x * other.z
    let third: Double = x * other.y - y * other.x
    return SIMD3<Double>(first, second, third)
  }
}

extension [Float] {
  /// The three components of a colour.
  func color(_ index: Int) -> SIMD3<Double> {
    let first = 3 * index
    return SIMD3<Double>(Double(self[first]), Double(self[first + 1]), Double(self[first + 2]))
  }
}
