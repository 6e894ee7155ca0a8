/// The profiles of formats that have one as it is, at a place of its own.
enum ContainerColors {
  /// - Source: RFC 9649, 2.7.1.4: before the pixels, behind a header that announces it.
  static func webP(_ b: PictureBytes) -> PictureColors {
    guard b.has("VP8X", at: 12), let length = b.little32(16), b.has("ICCP", at: 20 + length),
      let size = b.little32(24 + length)
    else { return .unknown }
    return profile(b, 28 + length, size, .rgb)
  }

  /// - Source: TIFF 6.0, section 16 (InkSet); ICC.1:2022, annex B.3 (tag 34675).
  static func tiff(_ b: PictureBytes) -> PictureColors {
    guard let reader = ExifReader(b), let first = reader.directory(at: reader.firstDirectory),
      let profile = first.data(34675)
    else { return .unknown }
    let samples: PictureColors.Samples
    switch first.value(262) {
    case 0, 1: samples = .gray
    case 2, 3, 6: samples = .rgb
    // Of the sets of inks only cyan, magenta, yellow and black have a number.
    case 5 where (first.value(332) ?? 1) == 1 && (first.value(277) ?? 1) >= 4:
      samples = .inks(inverted: false)
    // The rest has become red, green and blue before it comes here.
    default: return .unknown
    }
    return PictureColors(profile: profile, of: samples) ?? .unknown
  }

  /// - Source: BITMAPV5HEADER: "MBED" where colours are named, then where the profile is from there
  ///   on and how long.
  static func bmp(_ b: PictureBytes) -> PictureColors {
    guard let head = b.little32(14), head >= 124, b.has("DEBM", at: 70),
      let start = b.little32(126), let size = b.little32(130)
    else { return .unknown }
    return profile(b, 14 + start, size, .rgb)
  }

  private static func profile(
    _ b: PictureBytes, _ start: Int, _ size: Int, _ samples: PictureColors.Samples
  ) -> PictureColors {
    guard start + size <= b.count else { return .unknown }
    return PictureColors(profile: b.part(start..<start + size), of: samples) ?? .unknown
  }
}
