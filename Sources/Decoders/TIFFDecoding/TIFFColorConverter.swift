import Glibc
import Resampling

/// The in-place conversion of pixels to premultiplied BGRA. Before it, a pixel has the four bytes
/// that ``TIFFSampleConverter`` writes: up to three components and alpha, a palette index of two
/// bytes and alpha, or CMYK, whose alpha is stored separately.
struct TIFFColorConverter {
  private let interpretation: TIFFFile.Photometric
  private let palette: [UInt32]
  private let alpha: (sample: Int, isPremultiplied: Bool)?
  private let lab: LabColors?

  init(_ file: TIFFFile, _ interpretation: TIFFFile.Photometric) {
    self.interpretation = interpretation
    palette = interpretation == .palette ? file.palette : []
    alpha = file.alpha
    lab = interpretation == .lab || interpretation == .iccLab ? LabColors() : nil
  }

  var isOpaque: Bool { alpha == nil }

  /// Whether the samples are CMYK. An ICC profile, if there is one, converts all their rows at
  /// once.
  var isCMYK: Bool { interpretation == .cmyk }

  /// Divides the CMYK samples of a row by their alpha if they are premultiplied, because a profile
  /// needs straight values.
  ///
  /// - Parameter alphas: the alpha of each pixel in the first of four bytes.
  func unpremultiply(_ row: UnsafeMutableRawPointer, _ alphas: UnsafeRawPointer, count: Int) {
    guard alpha?.isPremultiplied == true else { return }
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    for x in 0..<count {
      let alpha = Int(alphas.load(fromByteOffset: x * 4, as: UInt8.self))
      guard alpha > 0, alpha < 255 else { continue }
      for ink in x * 4..<x * 4 + 4 {
        bytes[ink] = UInt8(min(255, (Int(bytes[ink]) * 255 + alpha / 2) / alpha))
      }
    }
  }

  /// Gives the opaque pixels of a row, converted from CMYK, their alpha, and premultiplies them.
  ///
  /// - Parameter alphas: the alpha of each pixel in the first of four bytes.
  static func applyAlphas(_ alphas: UnsafeRawPointer, to row: UnsafeMutableRawPointer, count: Int) {
    let pixels = row.assumingMemoryBound(to: UInt32.self)
    for x in 0..<count {
      let alpha = UInt32(alphas.load(fromByteOffset: x * 4, as: UInt8.self))
      pixels[x] = pixels[x] & 0x00FF_FFFF | alpha << 24
    }
    StraightAlpha.premultiply(pixels, count: count)
  }

  func convert(_ row: UnsafeMutableRawPointer, count: Int) {
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    switch interpretation {
    case .cmyk:
      return PixelConversion.convertToOpaque(cmyk: bytes, inverted: false, count: count, into: row)
    case .whiteIsZero, .blackIsZero:
      let flip: UInt8 = interpretation == .whiteIsZero ? 0xFF : 0
      for x in 0..<count {
        let level = bytes[x * 4] ^ flip
        (bytes[x * 4], bytes[x * 4 + 1], bytes[x * 4 + 2]) = (level, level, level)
      }
    case .palette:
      for x in 0..<count {
        let index = Int(bytes[x * 4]) | Int(bytes[x * 4 + 1]) << 8
        let color = index < palette.count ? palette[index] : 0
        bytes[x * 4] = UInt8(truncatingIfNeeded: color >> 16)
        bytes[x * 4 + 1] = UInt8(truncatingIfNeeded: color >> 8)
        bytes[x * 4 + 2] = UInt8(truncatingIfNeeded: color)
      }
    case .lab, .iccLab:
      let flip: UInt8 = interpretation == .iccLab ? 0x80 : 0
      for x in 0..<count { lab?.convert(bytes + x * 4, flip) }
    case .rgb: break
    }
    convertAlpha(bytes, count)
  }

  private func convertAlpha(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
    switch alpha?.isPremultiplied {
    case nil:
      for x in 0..<count {
        (bytes[x * 4], bytes[x * 4 + 2], bytes[x * 4 + 3]) = (bytes[x * 4 + 2], bytes[x * 4], 255)
      }
    case false?:
      _ = PixelConversion.premultiplyReturningIsOpaque(rgba: bytes, count: count, into: bytes)
    case true?:
      for x in 0..<count {
        // A premultiplied component cannot exceed alpha.
        let limit = bytes[x * 4 + 3]
        let (red, blue) = (bytes[x * 4], bytes[x * 4 + 2])
        bytes[x * 4] = min(blue, limit)
        bytes[x * 4 + 1] = min(bytes[x * 4 + 1], limit)
        bytes[x * 4 + 2] = min(red, limit)
      }
    }
  }
}

/// The conversion of CIE L*a*b* under the illuminant D50 to sRGB.
///
/// - Source: ISO 12639 (TIFF/IT) for the encoding; CIE 15 for the space; the Bradford-adapted
///   matrix from D50 as given by B. Lindbloom.
struct LabColors {
  private static let linearSteps = 4096
  private let sRGBLevelsByLinear: [UInt8]

  init() {
    sRGBLevelsByLinear = (0...Self.linearSteps).map {
      let linear = Double($0) / Double(Self.linearSteps)
      let level = linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
      return UInt8((level * 255).rounded())
    }
  }

  /// Converts three bytes in place: L*, and the signed a* and b*, in which `flip` inverts bits:
  /// 0x80 when they are stored with an offset of 128.
  func convert(_ bytes: UnsafeMutablePointer<UInt8>, _ flip: UInt8) {
    let y = (Double(bytes[0]) * 100 / 255 + 16) / 116
    let x = y + Double(Int8(bitPattern: bytes[1] ^ flip)) / 500
    let z = y - Double(Int8(bitPattern: bytes[2] ^ flip)) / 200
    let (cx, cy, cz) = (
      0.964_22 * Self.inverseLabFunction(x), Self.inverseLabFunction(y),
      0.825_21 * Self.inverseLabFunction(z)
    )
    bytes[0] = sRGBLevel(3.133_856_1 * cx - 1.616_866_7 * cy - 0.490_614_6 * cz)
    bytes[1] = sRGBLevel(-0.978_768_4 * cx + 1.916_141_5 * cy + 0.033_454_0 * cz)
    bytes[2] = sRGBLevel(0.071_945_3 * cx - 0.228_991_4 * cy + 1.405_242_7 * cz)
  }

  private static func inverseLabFunction(_ f: Double) -> Double {
    f > 6.0 / 29 ? f * f * f : 3 * 36.0 / 841 * (f - 4.0 / 29)
  }

  private func sRGBLevel(_ linear: Double) -> UInt8 {
    sRGBLevelsByLinear[Int((max(0, min(1, linear)) * Double(Self.linearSteps)).rounded())]
  }
}
