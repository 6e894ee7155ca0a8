import Glibc

/// A table of encoded levels for scene light, by tone mapping and the sRGB curve.
///
/// Light is relative to diffuse white, which is 1. Dark and middle tones are unchanged; lighter
/// ones are compressed, so that the light `peak` becomes white.
package final class ToneMappingTable: Sendable {
  /// The number of low bits of a 32-bit float that the table ignores: ten bits of mantissa remain.
  private static let ignoredMantissaBits: UInt32 = 13
  /// The bit pattern of positive infinity as a 32-bit float.
  private static let infinityBits: UInt32 = 0x7F80_0000
  /// The maximum light that can become white, relative to diffuse white; also the light that an
  /// infinite value counts as.
  private static let maxPeak = 1000.0

  private let levels: [UInt16]

  /// Computes the level of every light that the table distinguishes.
  ///
  /// - Parameters:
  ///   - peak: the light that becomes white, relative to diffuse white; at most 1 leaves all tones
  ///     unchanged.
  ///   - exposure: the change of the exposure in stops, by which `peak` is multiplied, too.
  package init(peak: Double, exposure: Int = 0) {
    let gain = exp2(Double(exposure))
    let peak = min(Self.maxPeak, max(1, peak * gain))
    levels = (0...(Self.infinityBits >> Self.ignoredMantissaBits)).map { index in
      let light = Double(Float(bitPattern: index << Self.ignoredMantissaBits))
      let shown = ToneCurve.toneMapped(light.isFinite ? light * gain : Self.maxPeak, peak: peak)
      return UInt16((ToneCurve.encodedBySRGB(shown) * 65535).rounded())
    }
  }

  /// The encoded level, from 0 to 65,535, of a colour component of scene light relative to diffuse
  /// white; 0 for negative light and NaN.
  package func level(of light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    return levels[Int(light.bitPattern >> Self.ignoredMantissaBits)]
  }
}

/// A measurement of the brightness of a picture, from a part of its pixels.
package struct BrightnessStatistics {
  /// The share of the sampled pixels that may become brighter than white.
  private static let brighterThanWhiteShare = 0.002

  private var lights: [Float] = []

  package init() {}

  /// Adds the scene light of one pixel, relative to diffuse white; light that is infinite or not
  /// positive is ignored.
  package mutating func add(_ light: Float) {
    if light.isFinite, light > 0 { lights.append(light) }
  }

  /// The scene light that is to become white, relative to diffuse white: only a small share of the
  /// sampled pixels is brighter. 1 when no pixels were added.
  package var peak: Double {
    let sorted = lights.sorted()
    guard !sorted.isEmpty else { return 1 }
    let index = Int(Double(sorted.count - 1) * (1 - Self.brighterThanWhiteShare))
    return Double(sorted[index])
  }
}
