import DecoderWire
import DecodingSupport
import Deflate

/// The reader of the colour chunks of a PNG. Of several chunks, cICP takes precedence over iCCP,
/// that over sRGB, and that over gAMA and cHRM.
///
/// - Source: PNG specification, third edition, 4.3.
enum PNGColorReader {
  private static let maxChunks = 10_000
  /// Range of plausible decoding exponents, which are the inverse of the value in a gAMA chunk; a
  /// chunk with another exponent is ignored.
  private static let plausibleExponents = 0.1...10.0
  /// The exponent of the sRGB curve in gAMA chunks. Exponents within ``exponentTolerance`` of it
  /// count as the sRGB curve, because the writers of such chunks mean that.
  private static let sRGBExponent = 2.2
  private static let exponentTolerance = 0.05

  static func read(_ b: PictureBytes) -> PictureColorSpace {
    var chunks: [ColorChunk: PictureBytes] = [:]
    var i = 33
    for _ in 0..<maxChunks {
      // Colour chunks precede IDAT.
      guard let length = b.big32(i), !b.hasBytes("IDAT", at: i + 4), i + 8 + length <= b.count
      else { break }
      if let chunk = ColorChunk.allCases.first(where: { b.hasBytes($0.name, at: i + 4) }) {
        chunks[chunk] = chunks[chunk] ?? b.part(i + 8..<i + 8 + length)
      }
      i += length + 12
    }
    let isGray = b.byte(25) == 0 || b.byte(25) == 4
    return codePointColors(chunks[.codePoints]) ?? profileColors(chunks[.profile], isGray: isGray)
      ?? (chunks[.sRGB] == nil ? nil : .sRGB)
      ?? gammaAndChromaticities(chunks[.gamma], chunks[.chromaticities]) ?? .unknown
  }

  private enum ColorChunk: CaseIterable {
    case codePoints
    case profile
    case sRGB
    case gamma
    case chromaticities

    var name: StaticString {
      switch self {
      case .codePoints: "cICP"
      case .profile: "iCCP"
      case .sRGB: "sRGB"
      case .gamma: "gAMA"
      case .chromaticities: "cHRM"
      }
    }
  }

  /// Parses a cICP chunk: colour primaries, transfer function, matrix (0 in a PNG), and the range
  /// flag: 1 for full range, 0 for narrow range.
  ///
  /// - Returns: nil without a valid chunk, and for code points that state no colours, such as 2
  ///   (unspecified).
  private static func codePointColors(_ b: PictureBytes?) -> PictureColorSpace? {
    guard let b, b.count == 4, let primaries = b.byte(0), let transfer = b.byte(1), b.byte(2) == 0
    else { return nil }
    let colors = PictureColorSpace(
      primaries: Int(primaries), transfer: Int(transfer), isNarrow: b.byte(3) == 0)
    return colors == .unknown ? nil : colors
  }

  /// Parses an iCCP chunk: a profile name, a zero byte, the compression method, and the compressed
  /// profile.
  ///
  /// - Returns: nil without a valid chunk.
  private static func profileColors(_ b: PictureBytes?, isGray: Bool) -> PictureColorSpace? {
    guard let b, let end = (0..<min(b.count, 80)).first(where: { b.byte($0) == 0 }),
      b.byte(end + 1) == 0, let bytes = inflated(b.rest(from: end + 2)),
      let colors = PictureColorSpace(profile: bytes, of: isGray ? .gray : .rgb)
    else { return nil }
    // A gray PNG must not have an RGB profile.
    if isGray, case .profile(_, .rgb) = colors.source { return nil }
    return colors
  }

  /// The decompressed profile of an iCCP chunk, in the length that its own header states; nil when
  /// it is invalid or too long.
  private static func inflated(_ b: PictureBytes) -> [UInt8]? {
    guard let head = inflated(b, count: 4),
      let length = head.withUnsafeBytes({ PictureBytes(raw: $0).big32(0) }),
      (ICCProfile.headerBytes...PictureColorSpace.maxProfileBytes).contains(length)
    else { return nil }
    return inflated(b, count: length)
  }

  private static func inflated(_ b: PictureBytes, count: Int) -> [UInt8]? {
    let capacity = count + Inflater.outputMargin
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { memory, length in
      memory.initialize(repeating: 0)
      guard let start = memory.baseAddress else { return }
      var inflater = Inflater(CompressedPieces([b], of: b))
      length = min(inflater.fill(start, history: 0, count: count), count)
    }
    return bytes.count == count ? bytes : nil
  }

  /// The colour space of gAMA and cHRM chunks, each of which may be missing; nil when both are
  /// missing or invalid.
  private static func gammaAndChromaticities(
    _ power: PictureBytes?, _ primaries: PictureBytes?
  ) -> PictureColorSpace? {
    let exponent = power?.big32(0).flatMap { $0 > 0 ? 100_000 / Double($0) : nil }
      .flatMap { plausibleExponents.contains($0) ? $0 : nil }
    let numbers = (0..<8).compactMap { primaries?.big32($0 * 4) }.map { Double($0) / 100_000 }
    let light = numbers.count == 8 ? chromaticities(numbers) : nil
    guard exponent != nil || light != nil else { return nil }
    let isSRGB = exponent.map { abs($0 - sRGBExponent) < exponentTolerance } ?? true
    if isSRGB, light?.areSRGB ?? true { return .unknown }
    return PictureColorSpace(
      source: .chromaticities(
        light ?? .sRGB, isSRGB ? .sRGB : .power(exponent ?? sRGBExponent)))
  }

  private static func chromaticities(_ n: [Double]) -> Chromaticities? {
    // The primaries must be the corners of a triangle.
    let area = (n[4] - n[2]) * (n[7] - n[3]) - (n[6] - n[2]) * (n[5] - n[3])
    guard abs(area) > 0.001, n[1] > 0, n.allSatisfy({ $0 <= 1 }) else { return nil }
    return Chromaticities((n[2], n[3]), (n[4], n[5]), (n[6], n[7]), white: (n[0], n[1]))
  }
}
