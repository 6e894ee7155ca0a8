import Glibc

/// The sRGB transfer function (IEC 61966-2-1), computed as a reference for the tables.
enum Light {
  /// The linear light of an sRGB byte; white is 1.
  static func of(_ byte: UInt32) -> Double {
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The sRGB byte of a linear light value.
  static func byte(_ light: Double) -> UInt32 {
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt32((value * 255).rounded())
  }

  /// The mean of premultiplied ARGB pixels, computed in linear light.
  static func mean(_ pixels: [UInt32]) -> UInt32 {
    let count = Double(pixels.count)
    let alpha = pixels.reduce(0.0) { $0 + Double($1 >> 24) } / 255 / count
    guard alpha > 0 else { return 0 }
    let colors = [0, 8, 16].map { (shift: UInt32) -> UInt32 in
      let light = pixels.reduce(0.0) { sum, pixel in
        let alpha = pixel >> 24
        guard alpha > 0 else { return sum }
        let color = Double(pixel >> shift & 0xFF) * 255 / Double(alpha)
        return sum + of(UInt32(min(255, color.rounded()))) * Double(alpha) / 255
      }
      return UInt32((Double(byte(min(1, light / count / alpha))) * alpha).rounded()) << shift
    }
    return colors.reduce(UInt32((alpha * 255).rounded()) << 24, |)
  }
}
