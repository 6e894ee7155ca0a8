package import DecodingSupport
import PictureMetadata

/// The reader of the colour properties of an item of a HEIF or AVIF file, by default the primary
/// one.
///
/// - Source: ISO/IEC 14496-12, 12.1.5 ("colr"); ISO/IEC 23008-12, 6.5.6 ("pixi").
package enum HEIFColorReader {
  package static func read(_ b: PictureBytes, item: Int? = nil) -> PictureColorSpace {
    let properties = mainProperties(b, item: item)
    let colors = properties.filter(\.describesColors).map(\.body)
    let channels = properties.first { $0.name == "pixi" }?.body.byte(4)
    // An ICC profile takes precedence over the code points of an "nclx" box.
    if let profile = colors.first(where: { $0.hasBytes("prof") || $0.hasBytes("rICC") }),
      let read = PictureColorSpace(profile: profile.rest(from: 4), of: channels == 1 ? .gray : .rgb)
    {
      return read
    }
    guard let coded = colors.first(where: { $0.hasBytes("nclx") }), let primaries = coded.big16(4),
      let transfer = coded.big16(6)
    else { return .unknown }
    return PictureColorSpace(primaries: primaries, transfer: transfer)
  }

  /// Whether the primary picture of a HEIF or AVIF file is YCbCr of BT.709 or BT.2020 in narrow
  /// range, as in television.
  package static func isBroadcastYCbCr(_ b: PictureBytes) -> Bool {
    let properties = mainProperties(b)
    guard
      let coded = properties.first(where: { $0.describesColors && $0.body.hasBytes("nclx") })?.body,
      let matrix = coded.big16(8), let range = coded.byte(10)
    else { return false }
    return [1, 9].contains(matrix) && range & 0x80 == 0
  }

  /// A fast guess of ``isBroadcastYCbCr(_:)``: it searches the bytes for "nclx" without parsing the
  /// boxes around it.
  package static func resemblesBroadcastYCbCr(_ b: PictureBytes) -> Bool {
    let offsets = 0..<b.count
    guard let coded = offsets.first(where: { b.byte($0) == 0x6E && b.hasBytes("nclx", at: $0) }),
      let matrix = b.big16(coded + 8), let range = b.byte(coded + 10)
    else { return false }
    return [1, 9].contains(matrix) && range & 0x80 == 0
  }

  /// The name of the picture's YCbCr matrix when libavif and libheif do not know the matrix and
  /// would show wrong colours; nil for all other pictures.
  ///
  /// - Source: ITU-T H.273, table 4; libavif 0.11, `avifImageYUVToRGB`; libheif 1.15, `nclx.cc`.
  package static func unknownMatrix(_ b: PictureBytes) -> String? {
    let properties = mainProperties(b)
    guard
      let coded = properties.first(where: { $0.describesColors && $0.body.hasBytes("nclx") })?.body,
      let matrix = coded.big16(8), !knownMatrices.contains(matrix)
    else { return nil }
    return unknownMatrices[matrix] ?? "number \(matrix)"
  }

  private static let knownMatrices = [0, 1, 2, 4, 5, 6, 7, 8, 9, 12]
  private static let unknownMatrices = [
    10: "BT.2020 constant luminance", 11: "SMPTE ST 2085", 13: "constant luminance by chromaticity",
    14: "ICtCp", 15: "IPT-C2", 16: "YCgCo-Re", 17: "YCgCo-Ro",
  ]

  /// The properties of `item`, by default the primary item, in a HEIF file, followed by those of
  /// its first input item if none of them describes colours; empty when there are none.
  private static func mainProperties(_ b: PictureBytes, item: Int? = nil) -> [HEIFItems.Box] {
    guard let items = HEIFItems(b) else { return [] }
    let item = item ?? items.primaryItem
    let own = items.properties(of: item)
    if own.contains(where: \.describesColors) { return own }
    // A derived item without a "colr" box has the colours of its input items, which are alike.
    return own + (items.firstInputItem(of: item).map(items.properties) ?? [])
  }
}

extension HEIFItems.Box {
  fileprivate var describesColors: Bool { name == "colr" }
}
