/// What a HEIF or AVIF says of the colours of its main picture.
///
/// - Source: ISO/IEC 14496-12, 12.1.5 ("colr"); ISO/IEC 23008-12, 6.5.6 ("pixi").
enum HEIFColors {
  static func read(_ b: PictureBytes) -> PictureColors {
    let told = told(b)
    let colors = told.filter(\.tellsColors).map(\.body)
    let channels = told.first { $0.name == "pixi" }?.body.byte(4)
    // A profile says more than numbers.
    if let profile = colors.first(where: { $0.has("prof") || $0.has("rICC") }),
      let read = PictureColors(profile: profile.rest(from: 4), of: channels == 1 ? .gray : .rgb)
    {
      return read
    }
    guard let coded = colors.first(where: { $0.has("nclx") }), let primaries = coded.big16(4),
      let transfer = coded.big16(6)
    else { return .unknown }
    return PictureColors(primaries: primaries, transfer: transfer)
  }

  /// True for brightness and colours as in television of today: by BT.709 or BT.2020, from 16 on.
  static func areOfTelevision(_ b: PictureBytes) -> Bool {
    guard let coded = told(b).first(where: { $0.tellsColors && $0.body.has("nclx") })?.body,
      let matrix = coded.big16(8), let range = coded.byte(10)
    else { return false }
    return [1, 9].contains(matrix) && range & 0x80 == 0
  }

  /// True when bytes look like those of a picture for which `areOfTelevision` holds. The boxes around
  /// them are not read.
  static func resembleTelevision(_ b: PictureBytes) -> Bool {
    let places = 0..<b.count
    guard let coded = places.first(where: { b.byte($0) == 0x6E && b.has("nclx", at: $0) }),
      let matrix = b.big16(coded + 8), let range = b.byte(coded + 10)
    else { return false }
    return [1, 9].contains(matrix) && range & 0x80 == 0
  }

  /// The name of the matrix that made brightness and colours of red, green and blue, where it is one
  /// that the loaders know nothing of, and show wrong colours for; nil for all others.
  ///
  /// - Source: ITU-T H.273, table 4; libavif 0.11, `avifImageYUVToRGB`; libheif 1.15, `nclx.cc`.
  static func unknownMatrix(_ b: PictureBytes) -> String? {
    guard let coded = told(b).first(where: { $0.tellsColors && $0.body.has("nclx") })?.body,
      let matrix = coded.big16(8), !knownMatrices.contains(matrix)
    else { return nil }
    return unknownMatrices[matrix] ?? "number \(matrix)"
  }

  private static let knownMatrices = [0, 1, 2, 4, 5, 6, 7, 8, 9, 12]
  private static let unknownMatrices = [
    10: "BT.2020 constant luminance", 11: "SMPTE ST 2085", 13: "constant luminance by chromaticity",
    14: "ICtCp", 15: "IPT-C2", 16: "YCgCo-Re", 17: "YCgCo-Ro",
  ]

  /// What is told of the picture that is shown.
  private static func told(_ b: PictureBytes) -> [HEIFItems.Box] {
    guard let items = HEIFItems(b) else { return [] }
    let own = items.properties(of: items.main)
    if own.contains(where: \.tellsColors) { return own }
    // What is put together has the colours of its parts, unless it says others; theirs are alike.
    return own + (items.firstPart(of: items.main).map(items.properties) ?? [])
  }
}

extension HEIFItems.Box {
  fileprivate var tellsColors: Bool { name == "colr" }
}

/// The reading of colours alone, for whoever tries it with bytes of all kinds.
package enum ColorReading {
  /// What the HEIF or AVIF in `bytes` calls its colours, "" when it does not say.
  package static func nameOfHEIF(_ bytes: UnsafeRawBufferPointer) -> String {
    HEIFColors.read(PictureBytes(raw: bytes)).name
  }
}
