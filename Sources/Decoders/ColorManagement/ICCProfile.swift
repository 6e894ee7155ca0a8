import DecodingSupport

/// The header and a few tags of an ICC profile, from which its validity, colour space and name are
/// read, and whether it is equivalent to sRGB. The bytes of the profile are borrowed.
///
/// Its look-up tables are read by Little CMS only. The README of this folder says why Little CMS
/// does not read the rest, too.
/// - Source: ICC.1:2022 (version 4) and ICC.1:2001-04 (version 2).
struct ICCProfile {
  /// The colour space of the device values (the data colour space of the header).
  enum DataColorSpace {
    case gray
    case rgb
    case cmyk
  }
  let dataColorSpace: DataColorSpace
  private let bytes: PictureBytes
  /// The range in the profile of the data of each tag, by tag signature.
  private var tags: [Int: Range<Int>] = [:]

  static let headerBytes = 128
  private static let maxTags = 200
  private static let maxNameLength = 100

  /// Parses the header and the tag table of a profile, whose bytes must outlive this value.
  ///
  /// - Returns: nil when the profile is truncated, is not of a device or colour space class, is not
  ///   for gray, RGB or CMYK, or lacks a required tag.
  init?(_ bytes: PictureBytes) {
    guard let length = bytes.big32(0), length >= Self.headerBytes + 4, length <= bytes.count,
      bytes.hasBytes("acsp", at: 36),
      ["mntr", "scnr", "prtr", "spac"].contains(where: { bytes.hasBytes($0, at: 12) }),
      bytes.hasBytes("XYZ ", at: 20) || bytes.hasBytes("Lab ", at: 20)
    else { return nil }
    if bytes.hasBytes("RGB ", at: 16) {
      dataColorSpace = .rgb
    } else if bytes.hasBytes("GRAY", at: 16) {
      dataColorSpace = .gray
    } else if bytes.hasBytes("CMYK", at: 16) {
      dataColorSpace = .cmyk
    } else {
      return nil
    }
    self.bytes = bytes.part(0..<length)
    guard let count = bytes.big32(Self.headerBytes), count <= Self.maxTags else { return nil }
    for i in 0..<count {
      let entry = Self.headerBytes + 4 + i * 12
      guard let name = self.bytes.big32(entry), let start = self.bytes.big32(entry + 4),
        let size = self.bytes.big32(entry + 8), start + size <= length
      else { return nil }
      tags[name] = start..<start + size
    }
    guard hasRequiredTags else { return nil }
  }

  private func tag(_ name: StaticString) -> PictureBytes? {
    PictureBytes(name).big32(0).flatMap { tags[$0] }.map(bytes.part)
  }

  private var hasRequiredTags: Bool {
    switch dataColorSpace {
    case .gray: tag("kTRC") != nil || hasLookUpTable
    case .rgb: hasLookUpTable || (matrixColumns != nil && toneCurves != nil)
    case .cmyk: hasLookUpTable
    }
  }

  /// Whether the profile has look-up tables (A2B0, A2B1), which take precedence over matrix and
  /// tone curves.
  private var hasLookUpTable: Bool { tag("A2B0") != nil || tag("A2B1") != nil }

  private var toneCurves: [PictureBytes]? {
    let toneCurves = [tag("rTRC"), tag("gTRC"), tag("bTRC")].compactMap(\.self)
    return toneCurves.count == 3 ? toneCurves : nil
  }

  /// The columns of the RGB matrix: X, Y and Z of the red, green and blue primary in turn; nil when
  /// one is missing.
  private var matrixColumns: [Double]? {
    let matrixColumns = [tag("rXYZ"), tag("gXYZ"), tag("bXYZ")].compactMap(\.self)
    let numbers = matrixColumns.flatMap { column in
      [8, 12, 16].compactMap { column.fixedPointNumber($0) }
    }
    return numbers.count == 9 ? numbers : nil
  }

  // MARK: Whether it is sRGB

  /// The columns of the sRGB matrix, relative to the D50 white of the profile connection space.
  /// - Source: IEC 61966-2-1, adapted to D50 as ICC.1 annex E says.
  private static let sRGBColumns = [
    0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.71410,
  ]
  /// Maximum difference of two matrix elements that count as equal; a smaller one changes no 8-bit
  /// value.
  private static let matrixTolerance = 0.001
  static let curveTolerance = 0.6 / 255
  /// Number of equal steps into which 0…1 is divided to compare tone curves.
  static let curveStepCount = 64

  /// Whether the profile is equivalent to sRGB up to rounding, so that a conversion is unnecessary.
  var isSRGB: Bool {
    guard !hasLookUpTable else { return false }
    if dataColorSpace == .gray { return tag("kTRC")?.isSRGBCurve ?? false }
    guard let matrixColumns, let toneCurves else { return false }
    return zip(matrixColumns, Self.sRGBColumns).allSatisfy { abs($0 - $1) < Self.matrixTolerance }
      && toneCurves.allSatisfy(\.isSRGBCurve)
  }

  /// The ITU-T H.273 code points of the profile; nil when it has none or is for CMYK.
  ///
  /// - Source: ICC.1:2022, 9.2.17 (cicpTag) and 10.3 (cicpType).
  var codePoints: (primaries: Int, transfer: Int)? {
    guard dataColorSpace != .cmyk, let tag = tag("cicp"), tag.hasBytes("cicp"),
      let primaries = tag.byte(8),
      let transfer = tag.byte(9)
    else { return nil }
    return (Int(primaries), Int(transfer))
  }

  // MARK: Its name

  /// The profile description, without control characters and cut to 100 characters; "" when the
  /// profile has none.
  var name: String {
    guard let tag = tag("desc") else { return "" }
    let text = tag.hasBytes("mluc") ? Self.localizedText(tag) : Self.descriptionText(tag)
    // Control characters, which are U+0000 to U+001F and U+007F to U+009F, are left out; the text
    // ends at a zero.
    let shown = text.unicodeScalars.prefix { $0.value != 0 }
      .filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    var name = String(String.UnicodeScalarView(shown.prefix(Self.maxNameLength)))
    while name.last == " " { name.removeLast() }
    return name
  }

  private static func descriptionText(_ tag: PictureBytes) -> String {
    guard tag.hasBytes("desc"), let length = tag.big32(8) else { return "" }
    return String(decoding: tag.part(12..<12 + min(length, maxNameLength + 1)).raw, as: UTF8.self)
  }

  /// The first English text of a multiLocalizedUnicodeType element, else its first text.
  private static func localizedText(_ tag: PictureBytes) -> String {
    let count = min(tag.big32(8) ?? 0, maxTags)
    let entries = (0..<count).map { 16 + $0 * 12 }
    guard let entry = entries.first(where: { tag.hasBytes("en", at: $0) }) ?? entries.first,
      let length = tag.big32(entry + 4), let start = tag.big32(entry + 8)
    else { return "" }
    let units = stride(from: start, to: start + min(length, 2 * maxNameLength), by: 2)
      .compactMap { tag.big16($0).map(UInt16.init) }
    return String(decoding: units, as: UTF16.self)
  }
}
