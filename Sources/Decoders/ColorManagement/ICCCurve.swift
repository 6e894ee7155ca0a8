import DecodingSupport
import Glibc

/// The reading of tone curves of an ICC profile, which map encoded values to linear light.
///
/// - Source: ICC.1:2022, 10.6 (curveType) and 10.18 (parametricCurveType).
extension PictureBytes {
  /// The number of ICC type s15Fixed16Number at byte offset `i`; nil outside the bounds.
  func fixedPointNumber(_ i: Int) -> Double? {
    big32(i).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  /// Whether these bytes are a curveType or parametricCurveType element equal to the tone curve of
  /// sRGB, within ``ICCProfile/curveTolerance``.
  var isSRGBCurve: Bool {
    (0...ICCProfile.curveStepCount).allSatisfy { step in
      let x = Double(step) / Double(ICCProfile.curveStepCount)
      guard let light = linearValue(at: x) else { return false }
      return abs(Self.srgbValue(forLight: light) - x) < ICCProfile.curveTolerance
    }
  }

  /// The encoded value of linear light by the sRGB tone curve, both 0…1.
  private static func srgbValue(forLight light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  private func linearValue(at x: Double) -> Double? {
    if hasBytes("curv") { return linearTableValue(at: x) }
    guard hasBytes("para"), let kind = big16(8) else { return nil }
    let counts = [1, 3, 4, 5, 7]
    guard kind < counts.count else { return nil }
    let p = (0..<counts[kind]).compactMap { fixedPointNumber(12 + $0 * 4) }
    guard p.count == counts[kind] else { return nil }
    switch kind {
    case 0: return pow(x, p[0])
    case 1: return p[1] != 0 && x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) : 0
    case 2: return p[1] != 0 && x >= -p[2] / p[1] ? pow(p[1] * x + p[2], p[0]) + p[3] : p[3]
    case 3: return x >= p[4] ? pow(p[1] * x + p[2], p[0]) : p[3] * x
    default: return x >= p[4] ? pow(p[1] * x + p[2], p[0]) + p[5] : p[3] * x + p[6]
    }
  }

  private func linearTableValue(at x: Double) -> Double? {
    guard let count = big32(8) else { return nil }
    if count == 0 { return x }
    if count == 1 { return big16(12).map { pow(x, Double($0) / 256) } }
    let position = x * Double(count - 1)
    let i = min(Int(position), count - 2)
    guard let a = big16(12 + i * 2), let b = big16(14 + i * 2) else { return nil }
    return (Double(a) + (position - Double(i)) * Double(b - a)) / 65535
  }
}
