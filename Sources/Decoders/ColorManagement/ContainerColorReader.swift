import DecodingSupport
import PictureMetadata

/// The readers of the ICC profile in formats that store the profile uncompressed, at a fixed offset
/// or in a box of the container.
enum ContainerColorReader {
  /// The colour space of the ICC profile in a WebP file.
  ///
  /// - Source: RFC 9649, 2.7.1.4: the ICCP chunk follows the VP8X chunk that announces it.
  static func webP(_ b: PictureBytes) -> PictureColorSpace {
    guard b.hasBytes("VP8X", at: 12), let length = b.little32(16),
      b.hasBytes("ICCP", at: 20 + length), let size = b.little32(24 + length)
    else { return .unknown }
    return profileColors(b, 28 + length, size, .rgb)
  }

  /// The colour space of the ICC profile of page `page` of a TIFF, counted from 0.
  ///
  /// - Source: TIFF 6.0, section 16 (InkSet); ICC.1:2022, annex B.3 (tag 34675).
  static func tiff(_ b: PictureBytes, page: Int) -> PictureColorSpace {
    guard let reader = ExifReader(b) else { return .unknown }
    let pages = page == 0 ? [reader.firstDirectoryOffset] : TIFFPages.pageOffsets(b)
    guard pages.indices.contains(page), let first = reader.directory(at: pages[page]),
      let profile = first.data(34675)
    else { return .unknown }
    let samples: PictureColorSpace.ColorModel
    switch first.value(262) {
    case 0, 1: samples = .gray
    case 2, 3, 6: samples = .rgb
    // Of the values of InkSet only 1 defines its inks: cyan, magenta, yellow and black.
    case 5 where (first.value(332) ?? 1) == 1 && (first.value(277) ?? 1) >= 4:
      samples = .cmyk(inverted: false)
    // Pictures of other photometric interpretations have been converted to RGB by libtiff.
    default: return .unknown
    }
    return PictureColorSpace(profile: profile, of: samples) ?? .unknown
  }

  /// The colour space of the ICC profile in a BMP file.
  ///
  /// - Source: BITMAPV5HEADER: bV5CSType is PROFILE_EMBEDDED ("MBED"); bV5ProfileData is relative
  ///   to the header, bV5ProfileSize is the length.
  static func bmp(_ b: PictureBytes) -> PictureColorSpace {
    guard let head = b.little32(14), head >= 124, b.hasBytes("DEBM", at: 70),
      let start = b.little32(126), let size = b.little32(130)
    else { return .unknown }
    return profileColors(b, 14 + start, size, .rgb)
  }

  /// The colour space of the ICC profile in a JPEG 2000 file; unknown for a bare codestream.
  ///
  /// - Source: ISO/IEC 15444-1, I.5.3 (`jp2h`, `ihdr`, `colr`; METH 2 and 3 are ICC profiles).
  static func jpeg2000(_ b: PictureBytes) -> PictureColorSpace {
    guard let header = box("jp2h", in: b), let size = box("ihdr", in: header),
      let color = box("colr", in: header), let method = color.byte(0), method == 2 || method == 3
    else { return .unknown }
    let isGray = (size.big16(8) ?? 3) < 3
    return PictureColorSpace(profile: color.rest(from: 3), of: isGray ? .gray : .rgb) ?? .unknown
  }

  /// The maximum number of boxes that are searched for one name.
  private static let maxBoxes = 1000

  /// The body of the first box called `name`, at the top level of `b`; nil when there is none.
  private static func box(_ name: StaticString, in b: PictureBytes) -> PictureBytes? {
    var i = 0
    for _ in 0..<maxBoxes {
      guard let length = b.big32(i) else { return nil }
      // Length 1 means that a 64-bit length follows the name, length 0 that the box extends to the
      // end.
      let head = length == 1 ? 16 : 8
      let stated = length == 1 ? b.number(at: i + 8, size: 8, bigEndian: true) ?? 0 : length
      let size = length == 0 ? b.count - i : stated
      guard size >= head, size <= b.count - i else { return nil }
      if b.hasBytes(name, at: i + 4) { return b.part(i + head..<i + size) }
      i += size
    }
    return nil
  }

  private static func profileColors(
    _ b: PictureBytes, _ start: Int, _ size: Int, _ samples: PictureColorSpace.ColorModel
  ) -> PictureColorSpace {
    guard start + size <= b.count else { return .unknown }
    return PictureColorSpace(profile: b.part(start..<start + size), of: samples) ?? .unknown
  }
}
