import RealModule

/// Conversion of picture bytes to linear light and back.
///
/// sRGB values are about the square roots of the light they represent: the mean of black and white
/// is 188, not 128, and averaging the bytes darkens fine detail. Linear light has sixteen bits per
/// channel; white is 255 × 256. Alpha is multiplied by 256.
///
/// The sRGB transfer function is used whatever the colour space is: those of displays differ too
/// little to be visible in a mean, and the conversion cancels out where nothing is averaged.
/// - Source: IEC 61966-2-1.
struct LinearLightTable: @unchecked Sendable {
  // Sendable because the memory is never written after init, and never freed.

  /// The shared table; made in 20 µs when the first picture is scaled.
  static let standard = LinearLightTable()

  /// The linear value of white, and of full opacity.
  static let white: UInt32 = 255 * 256

  /// The linear light of each byte, 256 words for each colour channel, shifted to the lane of the
  /// channel.
  private let lanes: UnsafeMutablePointer<UInt64>
  /// The byte for every value of linear light.
  private let bytes: UnsafeMutablePointer<UInt8>

  private init() {
    lanes = .allocate(capacity: 3 * 256)
    bytes = .allocate(capacity: 1 << 16)
    let white = Double(Self.white)
    var next = 0
    for value in 0..<256 {
      let light = UInt64((Self.light(Double(value) / 255) * white).rounded())
      for channel in 0..<3 {
        (lanes + channel * 256 + value).initialize(to: light << UInt64(channel * 16))
      }
      // A byte represents the light that is nearer to it than to another byte, in sRGB distance.
      let end = Self.light((Double(value) + 0.5) / 255) * white
      let count = (value == 255 ? 1 << 16 : Int(end.rounded(.up))) - next
      (bytes + next).initialize(repeating: UInt8(value), count: count)
      next += count
    }
  }

  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : Double.pow((value + 0.055) / 1.055, 2.4)
  }

  /// The linear light of a pixel: four 16-bit lanes in the order of its bytes, premultiplied.
  @inline(__always)
  func light(_ pixel: UInt32) -> UInt64 {
    guard pixel >= 0xFF00_0000 else { return translucent(pixel) }
    return lanes[Int(pixel & 255)] | lanes[256 + Int(pixel >> 8 & 255)]
      | lanes[512 + Int(pixel >> 16 & 255)] | 0xFF00_0000_0000_0000
  }

  /// The pixel for linear light; each channel at most 65535, no colour above alpha but for
  /// rounding.
  @inline(__always)
  func pixel(_ b: UInt32, _ g: UInt32, _ r: UInt32, _ a: UInt32) -> UInt32 {
    let alpha = (a &+ 128) &>> 8
    guard alpha >= 255 else { return translucent(b, g, r, a) }
    return UInt32(bytes[Int(b)]) | UInt32(bytes[Int(g)]) &<< 8 | UInt32(bytes[Int(r)]) &<< 16
      | 0xFF00_0000
  }

  // Translucent colours are divided by alpha before the conversion, and multiplied after it.

  @inline(never)
  private func translucent(_ pixel: UInt32) -> UInt64 {
    let alpha = pixel >> 24
    guard alpha > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt64 {
      let value = min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha)
      return (lanes[Int(value)] * UInt64(alpha) + 127) / 255
    }
    return channel(0) | channel(8) << 16 | channel(16) << 32 | UInt64(alpha) << 56
  }

  @inline(never)
  private func translucent(_ b: UInt32, _ g: UInt32, _ r: UInt32, _ a: UInt32) -> UInt32 {
    let alpha = (a + 128) >> 8
    guard alpha > 0 else { return 0 }
    func channel(_ light: UInt32) -> UInt32 {
      let value = UInt32(bytes[Int(min(0xFFFF, light * Self.white / a))])
      return (value * alpha * 2 + 255) / 510
    }
    return channel(b) | channel(g) << 8 | channel(r) << 16 | alpha << 24
  }
}
