import CLCMS

/// A conversion of RGB samples of 16 bits between two colour spaces that are defined by tone curves
/// and a matrix.
///
/// Little CMS is exact and fast for samples of eight bits. For 16 bits it interpolates in a coarse
/// table of colours, which is wrong by up to 28 of 255 levels where the light of a channel falls
/// below zero; its exact transform without the table is slow. This conversion samples the tone
/// curves and the matrices from such exact transforms.
struct MatrixConversion: Sendable {
  /// The number of values of a sample.
  private static let valueCount = 1 << 16
  /// The linear light below which every level is that of no light.
  private static let minLight: Float = 0x1p-24
  /// The number of low bits of a 32-bit float that the table of levels ignores: ten bits of
  /// mantissa remain, which are less than a tenth of a level.
  private static let ignoredBits: UInt32 = 13
  private static let lightCount =
    Int((Float(1).bitPattern - minLight.bitPattern) >> ignoredBits) + 1

  /// The linear light of each value in the source colour space: tables of red, green and blue.
  private let lights: [Float]
  /// The mixture of source channels that makes the red channel of the target colour space.
  private let red: Mixture
  private let green: Mixture
  private let blue: Mixture
  /// The encoded level of each distinguished light in the target colour space: tables of red, green
  /// and blue.
  private let levels: [UInt8]

  /// Makes a conversion between two open profiles, which may be closed afterwards.
  ///
  /// - Returns: nil when a profile is not defined by tone curves and a matrix, so that the result
  ///   would differ from that of Little CMS.
  init?(_ library: LCMSLibrary, from source: LCMSLibrary.Object, to target: LCMSLibrary.Object) {
    guard let xyz = library.makeXYZProfile() else { return nil }
    defer { _ = library.closeProfile(xyz) }
    guard let first = Primaries(library, source, xyz), let last = Primaries(library, target, xyz),
      let lights = Self.lights(library, source, xyz, first),
      let levels = Self.levels(library, target, xyz, last)
    else { return nil }
    self.lights = lights
    self.levels = levels
    let parts = [first.red, first.green, first.blue].map(last.amounts(of:))
    let black = last.amounts(of: first.black - last.black)
    func mixture(_ channel: Int) -> Mixture {
      Mixture(
        red: Float(parts[0][channel]), green: Float(parts[1][channel]),
        blue: Float(parts[2][channel]), black: Float(black[channel]))
    }
    red = mixture(0)
    green = mixture(1)
    blue = mixture(2)
    guard agrees(library, source, target) else { return nil }
  }

  /// Converts a row of BGRA samples of 16 bits to BGRA of eight bits with an alpha of 0.
  ///
  /// - Parameter count: the number of pixels.
  func convert(
    _ row: UnsafePointer<UInt16>, to result: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    let (values, lightCount) = (Self.valueCount, Self.lightCount)
    lights.withUnsafeBufferPointer { lights in
      levels.withUnsafeBufferPointer { levels in
        for x in 0..<count {
          let r = lights[Int(row[4 * x + 2])]
          let g = lights[values + Int(row[4 * x + 1])]
          let b = lights[2 * values + Int(row[4 * x])]
          let redLevel = levels[Self.index(of: red.light(r, g, b))]
          let greenLevel = levels[lightCount + Self.index(of: green.light(r, g, b))]
          let blueLevel = levels[2 * lightCount + Self.index(of: blue.light(r, g, b))]
          result[x] = UInt32(redLevel) << 16 | UInt32(greenLevel) << 8 | UInt32(blueLevel)
        }
      }
    }
  }

  // MARK: Tables

  /// The index of `light` in a table of levels, for any value of `light`.
  @inline(__always)
  private static func index(of light: Float) -> Int {
    // For NaN, min returns its first argument.
    Int((max(minLight, min(1, light)).bitPattern &- minLight.bitPattern) &>> ignoredBits)
  }

  /// The light in the middle of those that have an index in a table of levels; 0 and 1 at its ends.
  private static func light(at index: Int) -> Float {
    if index == 0 { return 0 }
    if index == lightCount - 1 { return 1 }
    let half: UInt32 = 1 << (ignoredBits - 1)
    return Float(bitPattern: minLight.bitPattern + UInt32(index) << ignoredBits + half)
  }

  private static func lights(
    _ library: LCMSLibrary, _ source: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object,
    _ primaries: Primaries
  ) -> [Float]? {
    let grays = (0..<3 * valueCount).map { Float($0 / 3) / Float(valueCount - 1) }
    guard
      let colors = library.exactColors(of: grays, source, LCMS_RGB_FLOAT, xyz, LCMS_XYZ_FLOAT)
    else { return nil }
    var lights = [Float](repeating: 0, count: 3 * valueCount)
    for value in 0..<valueCount {
      let amounts = primaries.amounts(of: colors.color(value) - primaries.black)
      for channel in 0..<3 { lights[channel * valueCount + value] = Float(amounts[channel]) }
    }
    return lights
  }

  private static func levels(
    _ library: LCMSLibrary, _ target: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object,
    _ primaries: Primaries
  ) -> [UInt8]? {
    let white = primaries.red + primaries.green + primaries.blue
    var grays: [Float] = []
    grays.reserveCapacity(3 * lightCount)
    for index in 0..<lightCount {
      let gray = primaries.black + white * Double(light(at: index))
      for axis in 0..<3 { grays.append(Float(gray[axis])) }
    }
    guard
      let colors = library.exactColors(of: grays, xyz, LCMS_XYZ_FLOAT, target, LCMS_RGB_FLOAT)
    else { return nil }
    var levels = [UInt8](repeating: 0, count: 3 * lightCount)
    for index in 0..<lightCount {
      for channel in 0..<3 {
        let level = (min(1, max(0, colors[3 * index + channel])) * 255).rounded()
        levels[channel * lightCount + index] = UInt8(level)
      }
    }
    return levels
  }

  // MARK: Verification

  /// The number of values of each channel that are verified with all of the other channels.
  private static let verifiedSteps = 16

  /// Whether the results are those of the exact transform of Little CMS, up to rounding.
  private func agrees(
    _ library: LCMSLibrary, _ source: LCMSLibrary.Object, _ target: LCMSLibrary.Object
  ) -> Bool {
    guard
      let exact = library.makeTransform(
        source, LCMS_BGRA_16, target, LCMS_BGRA_8, LCMS_PERCEPTUAL,
        LCMS_NO_CACHE | LCMS_NO_OPTIMIZATION)
    else { return false }
    defer { library.deleteTransform(exact) }
    // Squares are closer to each other in the dark.
    let last = Self.verifiedSteps - 1
    let values = (0...last).map { UInt16($0 * $0 * (Self.valueCount - 1) / (last * last)) }
    var samples: [UInt16] = []
    for r in values {
      for g in values {
        for b in values { samples += [b, g, r, .max] }
      }
    }
    let count = samples.count / 4
    var own = [UInt32](repeating: 0, count: count)
    var expected = own
    convert(samples, to: &own, count: count)
    library.transform(exact, samples, &expected, UInt32(count))
    return zip(own, expected).allSatisfy { Self.areSame($0, $1) }
  }

  /// Whether no colour component of two pixels differs by more than one level.
  private static func areSame(_ one: UInt32, _ other: UInt32) -> Bool {
    (0..<3).allSatisfy { channel in
      let shift = UInt32(8 * channel)
      return abs(Int(one >> shift & 255) - Int(other >> shift & 255)) <= 1
    }
  }
}

/// The factors by which the linear light of the source channels adds up to that of one target
/// channel.
private struct Mixture {
  let red: Float
  let green: Float
  let blue: Float
  /// The light where the source is black.
  let black: Float

  @inline(__always)
  func light(_ r: Float, _ g: Float, _ b: Float) -> Float {
    red * r + green * g + blue * b + black
  }
}

/// The primaries and the black of a colour space in CIE XYZ under D50.
private struct Primaries {
  /// The smallest determinant of primaries that are the corners of a triangle.
  private static let minDeterminant = 1e-6
  /// The maximum distance in CIE XYZ, whose white has Y = 1, between white and the sum of the
  /// primaries. The distance is greater in a colour space that is defined by a table.
  private static let maxDifference = 1e-4

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
      (difference * difference).sum() < Self.maxDifference * Self.maxDifference
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
  fileprivate func color(_ index: Int) -> SIMD3<Double> {
    let first = 3 * index
    return SIMD3<Double>(Double(self[first]), Double(self[first + 1]), Double(self[first + 2]))
  }
}

extension LCMSLibrary {
  /// The colours, of three components each, that an exact transform between two profiles with these
  /// pixel layouts makes; nil when there is no such transform, or a component is not finite.
  fileprivate func exactColors(
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
    transform(exact, colors, &result, UInt32(colors.count / 3))
    return result.allSatisfy(\.isFinite) ? result : nil
  }
}
