import Glibc

/// A tone curve: the transfer function from encoded values to linear light.
package indirect enum ToneCurve: Hashable, Sendable {
  /// The tone curve of sRGB.
  case sRGB
  /// A power law with this exponent.
  case power(Double)
  /// The PQ curve of BT.2100, which encodes absolute luminance in cd/m².
  case perceptualQuantizer
  /// The HLG curve of BT.2100, which is compatible with older displays.
  case hybridLogGamma
  /// The PQ or HLG curve with a change of the exposure in stops.
  case exposed(ToneCurve, stops: Int)
  /// Another curve in narrow range, in which 8-bit black is 16 and white is 235.
  case narrowRange(ToneCurve)

  /// Luminance of diffuse white in cd/m².
  /// - Source: ITU-R BT.2408, 2.1.
  private static let whiteLuminance = 203.0
  /// Peak luminance in cd/m² of the display on which HDR pictures are usually graded.
  private static let peakLuminance = 1000.0
  /// Linear light, relative to diffuse white, up to which tone mapping leaves values unchanged.
  /// Brighter light is compressed into the remaining range up to white.
  private static let toneMappingKnee = 0.6

  /// The linear light for the encoded value `x`, both 0…1; that of PQ and HLG is tone-mapped.
  func light(at x: Double) -> Double {
    switch self {
    case .sRGB: x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4)
    case .power(let exponent): pow(x, exponent)
    case .perceptualQuantizer, .hybridLogGamma: Self.displayLight(luminance(at: x))
    case .exposed(let curve, let stops):
      Self.displayLight(curve.luminance(at: x), gain: exp2(Double(stops)))
    case .narrowRange(let curve): curve.light(at: min(1, max(0, (x * 255 - 16) / 219)))
    }
  }

  /// Whether the curve encodes light brighter than diffuse white, so that its exposure can be
  /// changed.
  var isHighDynamicRange: Bool {
    switch self {
    case .perceptualQuantizer, .hybridLogGamma, .exposed: true
    case .narrowRange(let curve): curve.isHighDynamicRange
    case .sRGB, .power: false
    }
  }

  /// This curve with a change of the exposure in stops; the same curve without high dynamic range.
  func exposed(by stops: Int) -> ToneCurve {
    switch self {
    case .perceptualQuantizer, .hybridLogGamma: stops == 0 ? self : .exposed(self, stops: stops)
    case .narrowRange(let curve): .narrowRange(curve.exposed(by: stops))
    case .sRGB, .power, .exposed: self
    }
  }

  /// The luminance in cd/m² of an encoded value `x` (0…1) by PQ or HLG.
  private func luminance(at x: Double) -> Double {
    self == .perceptualQuantizer
      ? Self.pqLuminance(x) : Self.peakLuminance * pow(Self.sceneLight(x), 1.2)
  }

  /// The encoded value of linear light by the sRGB curve, both 0…1.
  static func encodedBySRGB(_ light: Double) -> Double {
    light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The luminance in cd/m² of a value `x` (0…1) encoded by PQ.
  ///
  /// - Source: SMPTE ST 2084, 5.1.
  private static func pqLuminance(_ x: Double) -> Double {
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 128, 2392.0 / 128)
    let p = pow(x, 32.0 / 2523)
    return 10_000 * pow(max(0, p - c1) / (c2 - c3 * p), 8192.0 / 1305)
  }

  /// The scene light 0…1 of a value `x` (0…1) encoded by HLG.
  ///
  /// - Source: ITU-R BT.2100, table 5.
  private static func sceneLight(_ x: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return x <= 0.5 ? x * x / 3 : (exp((x - c) / a) + b) / 12
  }

  /// The tone-mapped light 0…1 for an absolute luminance, for a display without highlights: light
  /// up to the knee is only multiplied, brighter light is compressed.
  ///
  /// - Parameters:
  ///   - luminance: absolute luminance in cd/m².
  ///   - gain: the factor of the exposure.
  private static func displayLight(_ luminance: Double, gain: Double = 1) -> Double {
    toneMapped(luminance / whiteLuminance * gain, peak: peakLuminance / whiteLuminance * gain)
  }

  /// The tone-mapped light 0…1 for `light`, relative to diffuse white, so that `peak` becomes
  /// white. For a peak of at most 1 all values up to white are unchanged.
  static func toneMapped(_ light: Double, peak: Double) -> Double {
    guard light > toneMappingKnee, peak > 1 else { return min(1, light) }
    let room = 1 - toneMappingKnee
    let maxAbove = (peak - toneMappingKnee) / room
    let above = (light - toneMappingKnee) / room
    return min(1, toneMappingKnee + room * above / (1 + above) * (1 + 1 / maxAbove))
  }
}

/// The chromaticities of the white point and the three primaries of a colour space.
///
/// - Source: CIE 1931, x and y.
package struct Chromaticities: Hashable {
  /// One chromaticity: its coordinates in the CIE 1931 diagram.
  struct Coordinates: Hashable {
    var x: Double
    var y: Double
  }
  var white: Coordinates
  var red: Coordinates
  var green: Coordinates
  var blue: Coordinates

  /// Differences of a coordinate below this one count as rounding, which is invisible.
  private static let tolerance = 0.002

  init(
    _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
    white: (Double, Double) = (0.3127, 0.3290)
  ) {
    self.red = Coordinates(x: red.0, y: red.1)
    self.green = Coordinates(x: green.0, y: green.1)
    self.blue = Coordinates(x: blue.0, y: blue.1)
    self.white = Coordinates(x: white.0, y: white.1)
  }

  /// The chromaticities of sRGB and BT.709.
  static let sRGB = Chromaticities((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
  /// The chromaticities of Adobe RGB (1998).
  static let adobeRGB = Chromaticities((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))

  /// Whether the chromaticities are those of sRGB, up to rounding.
  var areSRGB: Bool {
    let pairs = [
      (white, Self.sRGB.white), (red, Self.sRGB.red), (green, Self.sRGB.green),
      (blue, Self.sRGB.blue),
    ]
    return pairs.allSatisfy {
      abs($0.x - $1.x) < Self.tolerance && abs($0.y - $1.y) < Self.tolerance
    }
  }
}
