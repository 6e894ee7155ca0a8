import CLCMS

/// The inverse tone curves of a target colour space of tone curves and a matrix: the levels that
/// encode linear light.
struct InverseToneCurves: Sendable {
  /// The linear light below which every level is that of no light.
  private static let minLight: Float = 0x1p-24
  /// The number of low bits of a 32-bit float that the table of levels ignores: ten bits of
  /// mantissa remain, whose steps are less than a tenth of a level.
  private static let ignoredMantissaBits: UInt32 = 13
  private static let lightCount =
    Int((Float(1).bitPattern - minLight.bitPattern) >> ignoredMantissaBits) + 1

  /// The primaries of the target colour space.
  let primaries: Primaries
  /// The encoded level of each distinguished light: tables of red, green and blue.
  private let levels: [UInt8]

  /// Samples the tone curves of an open profile, to which Little CMS converts from `xyz`.
  ///
  /// - Returns: nil when the colour space is not defined by tone curves and a matrix.
  init?(_ library: LCMSLibrary, _ target: LCMSLibrary.Object, _ xyz: LCMSLibrary.Object) {
    guard let primaries = Primaries(library, target, xyz) else { return nil }
    let white = primaries.red + primaries.green + primaries.blue
    var grays: [Float] = []
    grays.reserveCapacity(3 * Self.lightCount)
    for index in 0..<Self.lightCount {
      let gray = primaries.black + white * Double(Self.light(at: index))
      for axis in 0..<3 { grays.append(Float(gray[axis])) }
    }
    guard
      let colors = library.exactColors(of: grays, xyz, LCMS_XYZ_FLOAT, target, LCMS_RGB_FLOAT)
    else { return nil }
    var levels = [UInt8](repeating: 0, count: 3 * Self.lightCount)
    for index in 0..<Self.lightCount {
      for channel in 0..<3 {
        let level = (min(1, max(0, colors[3 * index + channel])) * 255).rounded()
        levels[channel * Self.lightCount + index] = UInt8(level)
      }
    }
    self.primaries = primaries
    self.levels = levels
  }

  /// The light in the middle of the interval whose lights have this index in a table of levels; 0
  /// for the first index, 1 for the last one.
  private static func light(at index: Int) -> Float {
    if index == 0 { return 0 }
    if index == lightCount - 1 { return 1 }
    let half: UInt32 = 1 << (ignoredMantissaBits - 1)
    return Float(bitPattern: minLight.bitPattern + UInt32(index) << ignoredMantissaBits + half)
  }

  /// Calls `work` with the tables, which are valid during the call.
  func withTables(_ work: (Tables) -> Void) {
    levels.withUnsafeBufferPointer { work(Tables(levels: $0, lightCount: Self.lightCount)) }
  }

  /// The tables of levels, for the time of one call.
  struct Tables {
    fileprivate let levels: UnsafeBufferPointer<UInt8>
    fileprivate let lightCount: Int

    /// The BGRA pixel, with an alpha of 0, for the linear light of each channel, of any value.
    @inline(__always)
    func pixel(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
      let redLevel = levels[InverseToneCurves.index(of: red)]
      let greenLevel = levels[lightCount + InverseToneCurves.index(of: green)]
      let blueLevel = levels[2 * lightCount + InverseToneCurves.index(of: blue)]
      return UInt32(redLevel) << 16 | UInt32(greenLevel) << 8 | UInt32(blueLevel)
    }
  }

  /// The index of `light` in a table of levels, for any value of `light`.
  @inline(__always)
  private static func index(of light: Float) -> Int {
    // NaN counts as 1: for a second argument that is NaN, min returns the first one.
    Int((max(minLight, min(1, light)).bitPattern &- minLight.bitPattern) &>> ignoredMantissaBits)
  }
}
