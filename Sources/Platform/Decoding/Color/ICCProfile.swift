/// The few parts of an ICC profile that tell whether it is one, what it is for, what it is called,
/// and whether it is sRGB by another name. Borrowed from the bytes.
///
/// What is in its tables only Little CMS reads; most pictures never come so far.
/// - Source: ICC.1:2022 (version 4) and ICC.1:2001-04 (version 2).
struct ICCProfile {
  /// What the numbers are that go in.
  enum Space {
    case gray
    case rgb
    case inks
  }
  let space: Space
  private let bytes: PictureBytes
  /// Where the contents of each tag are.
  private var tags: [Int: Range<Int>] = [:]

  static let headBytes = 128
  private static let mostTags = 200
  private static let mostNameLength = 100

  /// - Returns: nil when it is cut, is no profile of a device or a colour space, or lacks what such a
  ///   profile needs.
  init?(_ bytes: PictureBytes) {
    guard let length = bytes.big32(0), length >= Self.headBytes + 4, length <= bytes.count,
      bytes.has("acsp", at: 36),
      ["mntr", "scnr", "prtr", "spac"].contains(where: { bytes.has($0, at: 12) }),
      bytes.has("XYZ ", at: 20) || bytes.has("Lab ", at: 20)
    else { return nil }
    if bytes.has("RGB ", at: 16) {
      space = .rgb
    } else if bytes.has("GRAY", at: 16) {
      space = .gray
    } else if bytes.has("CMYK", at: 16) {
      space = .inks
    } else {
      return nil
    }
    self.bytes = bytes.part(0..<length)
    guard let count = bytes.big32(Self.headBytes), count <= Self.mostTags else { return nil }
    for i in 0..<count {
      let entry = Self.headBytes + 4 + i * 12
      guard let name = self.bytes.big32(entry), let start = self.bytes.big32(entry + 4),
        let size = self.bytes.big32(entry + 8), start + size <= length
      else { return nil }
      tags[name] = start..<start + size
    }
    guard isComplete else { return nil }
  }

  private func tag(_ name: StaticString) -> PictureBytes? {
    PictureBytes(name).big32(0).flatMap { tags[$0] }.map(bytes.part)
  }

  private var isComplete: Bool {
    switch space {
    case .gray: tag("kTRC") != nil || hasTable
    case .rgb: hasTable || (columns != nil && curves != nil)
    case .inks: hasTable
    }
  }

  /// True when a table says what comes out, not a matrix and curves alone.
  private var hasTable: Bool { tag("A2B0") != nil || tag("A2B1") != nil }

  private var curves: [PictureBytes]? {
    let curves = [tag("rTRC"), tag("gTRC"), tag("bTRC")].compactMap(\.self)
    return curves.count == 3 ? curves : nil
  }

  /// The light of red, green and blue, three numbers each.
  private var columns: [Double]? {
    let columns = [tag("rXYZ"), tag("gXYZ"), tag("bXYZ")].compactMap(\.self)
    let numbers = columns.flatMap { column in [8, 12, 16].compactMap { column.fixed($0) } }
    return numbers.count == 9 ? numbers : nil
  }

  // MARK: Whether it is sRGB

  /// The light of sRGB's primaries under the white of the connection space.
  /// - Source: IEC 61966-2-1, adapted to D50 as ICC.1 annex E says.
  private static let standardColumns = [
    0.43607, 0.22249, 0.01392, 0.38515, 0.71687, 0.09708, 0.14307, 0.06061, 0.71410,
  ]
  /// Less than what changes a number of eight bits.
  private static let sameLight = 0.001
  static let sameNumber = 0.6 / 255
  /// Steps at which curves are compared.
  static let curveSteps = 64

  /// True when a conversion to sRGB would change nothing, but for rounding.
  var isStandard: Bool {
    guard !hasTable else { return false }
    if space == .gray { return tag("kTRC")?.isStandardCurve ?? false }
    guard let columns, let curves else { return false }
    return zip(columns, Self.standardColumns).allSatisfy { abs($0 - $1) < Self.sameLight }
      && curves.allSatisfy(\.isStandardCurve)
  }

  /// The numbers of ITU-T H.273 for its colours; nil when it has none, or ones of inks.
  ///
  /// - Source: ICC.1:2022, 9.2.17 (cicpTag) and 10.3 (cicpType).
  var coded: (primaries: Int, transfer: Int)? {
    guard space != .inks, let tag = tag("cicp"), tag.has("cicp"), let primaries = tag.byte(8),
      let transfer = tag.byte(9)
    else { return nil }
    return (Int(primaries), Int(transfer))
  }

  // MARK: Its name

  /// What it calls itself; "" when it does not say.
  var name: String {
    guard let tag = tag("desc") else { return "" }
    let text = tag.has("mluc") ? Self.localised(tag) : Self.plain(tag)
    // Control characters are in two blocks.
    let shown = text.unicodeScalars.prefix { $0.value != 0 }
      .filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    var name = String(String.UnicodeScalarView(shown.prefix(Self.mostNameLength)))
    while name.last == " " { name.removeLast() }
    return name
  }

  private static func plain(_ tag: PictureBytes) -> String {
    guard tag.has("desc"), let length = tag.big32(8) else { return "" }
    return String(decoding: tag.part(12..<12 + min(length, mostNameLength + 1)).raw, as: UTF8.self)
  }

  /// The first English text, else the first.
  private static func localised(_ tag: PictureBytes) -> String {
    let count = min(tag.big32(8) ?? 0, mostTags)
    let entries = (0..<count).map { 16 + $0 * 12 }
    guard let entry = entries.first(where: { tag.has("en", at: $0) }) ?? entries.first,
      let length = tag.big32(entry + 4), let start = tag.big32(entry + 8)
    else { return "" }
    let units = stride(from: start, to: start + min(length, 2 * mostNameLength), by: 2)
      .compactMap { tag.big16($0).map(UInt16.init) }
    return String(decoding: units, as: UTF16.self)
  }
}
