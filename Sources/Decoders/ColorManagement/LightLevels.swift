import Glibc

/// The encoded levels for scene light: tone mapping and the sRGB curve, as a table.
///
/// Light is relative to diffuse white. Darker tones are unchanged; highlights are compressed, so
/// that the light of the given peak becomes white.
package final class LightLevels: Sendable {
  /// The number of low bits of a float that the table ignores: the rest has ten bits of mantissa.
  private static let ignoredBits: UInt32 = 13
  /// The bit pattern of positive infinity as a 32-bit float.
  private static let infinity: UInt32 = 0x7F80_0000
  /// The maximum light that becomes white, and the light that an infinite value stands for.
  private static let maxPeak = 1000.0

  private let levels: [UInt16]

  /// Computes the level of every light that the table distinguishes.
  ///
  /// - Parameters:
  ///   - peak: the light that becomes white; at most 1 leaves all tones unchanged.
  ///   - exposure: the change of the exposure in stops. Highlights are compressed as much as the
  ///     brighter picture needs.
  package init(peak: Double, exposure: Int = 0) {
    let gain = exp2(Double(exposure))
    let peak = min(Self.maxPeak, max(1, peak * gain))
    levels = (0...(Self.infinity >> Self.ignoredBits)).map { index in
      let light = Double(Float(bitPattern: index << Self.ignoredBits))
      let shown = ToneCurve.mapped(light.isFinite ? light * gain : Self.maxPeak, peak: peak)
      return UInt16((ToneCurve.encoded(shown) * 65535).rounded())
    }
  }

  /// The level, from 0 to 65,535, of a component of scene light; 0 for negative light and for no
  /// number.
  package func level(of light: Float) -> UInt16 {
    guard light > 0 else { return 0 }
    return levels[Int(light.bitPattern >> Self.ignoredBits)]
  }
}

/// A survey of the brightness of a picture, from a part of its pixels.
package struct LightSurvey {
  /// The share of the pixels that may be brighter than white.
  private static let brightShare = 0.002

  private var lights: [Float] = []

  package init() {}

  /// Adds the scene light of one pixel to the survey.
  package mutating func add(_ light: Float) {
    if light.isFinite, light > 0 { lights.append(light) }
  }

  /// The scene light that is mapped to white, relative to diffuse white: all but a small share of
  /// the pixels are darker.
  package var peak: Double {
    let sorted = lights.sorted()
    guard !sorted.isEmpty else { return 1 }
    let index = Int(Double(sorted.count - 1) * (1 - Self.brightShare))
    return Double(sorted[index])
  }
}
