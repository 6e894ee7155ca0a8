/// What a HEIF or AVIF says of the colours of its main picture.
///
/// - Source: ISO/IEC 14496-12, 12.1.5 ("colr"); ISO/IEC 23008-12, 6.5.6 ("pixi").
enum HEIFColors {
  static func read(_ b: PictureBytes) -> PictureColors {
    guard let items = HEIFItems(b) else { return .unknown }
    let own = items.properties(of: items.main)
    if own.contains(where: \.tellsColors) { return read(own) }
    // What is put together has the colours of its parts, unless it says others; theirs are alike.
    return read(own + (items.firstPart(of: items.main).map(items.properties) ?? []))
  }

  /// A profile says more than numbers.
  private static func read(_ told: [HEIFItems.Box]) -> PictureColors {
    let colors = told.filter(\.tellsColors).map(\.body)
    let channels = told.first { $0.name == "pixi" }?.body.byte(4)
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
