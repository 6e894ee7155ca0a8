import DecoderWire

/// What a file says its colours are.
struct PictureColors: Equatable {
  /// What the samples of a picture are.
  enum Samples: Equatable {
    case gray
    case rgb
    /// Cyan, magenta, yellow, black; Adobe stores 255 for no ink.
    case inks(inverted: Bool)
  }
  /// What a conversion begins with.
  enum Source: Equatable {
    /// sRGB.
    case standard
    /// A profile that was checked, and what it is for.
    case profile([UInt8], Samples)
    /// Red, green and blue light, and the curve of all three.
    case measured(Chromaticities, ToneCurve)
  }
  var source = Source.standard
  /// What the file calls them, "" when it says nothing.
  var name = ""

  /// A file that says nothing is sRGB.
  static let unknown = PictureColors()
  static let adobe = PictureColors(
    source: .measured(.adobe, .power(563.0 / 256)), name: "Adobe RGB (1998)")
  static let standard = PictureColors(name: "sRGB")

  /// True when the profile is one of inks, which cannot be told from red, green and blue later.
  var areInks: Bool {
    if case .profile(_, .inks) = source { true } else { false }
  }

  /// What the picture in `bytes` says.
  static func read(_ bytes: PictureBytes, _ format: PictureFormat) -> PictureColors {
    switch format {
    case .jpeg: PictureColors(JPEGHeader(bytes))
    case .png: PNGColors.read(bytes)
    case .webp: ContainerColors.webP(bytes)
    case .tiff: ContainerColors.tiff(bytes)
    case .bmp: ContainerColors.bmp(bytes)
    case .heif, .avif: HEIFColors.read(bytes)
    default: .unknown
    }
  }
}

extension PictureColors {
  /// Most bytes of a profile; those of printers have two million.
  static let mostProfileBytes = 4 << 20

  /// What an embedded ICC profile says.
  ///
  /// - Returns: nil when it is not whole, or not for a picture of such samples: it says nothing then.
  init?(profile bytes: [UInt8], of samples: Samples) {
    guard bytes.count <= Self.mostProfileBytes else { return nil }
    let read = bytes.withUnsafeBytes { ICCProfile(PictureBytes(raw: $0)).map(Facts.init) }
    guard let facts = read else { return nil }
    switch (samples, facts.space) {
    case (.gray, .gray), (.rgb, .rgb), (.inks, .inks): break
    // A gray picture is a picture of three equal colours, too.
    case (.gray, .rgb): break
    default: return nil
    }
    // A profile's tables end at white; highlights are brought down by the rules for all formats.
    if let coded = facts.coded, Self.highRangeTransfers.contains(coded.transfer) {
      self.init(primaries: coded.primaries, transfer: coded.transfer)
      if !facts.name.isEmpty { name = facts.name }
      return
    }
    let kind = facts.space == .rgb ? Samples.rgb : samples
    self.init(source: facts.isStandard ? .standard : .profile(bytes, kind), name: facts.name)
  }

  /// The same for bytes of the file, which are copied.
  init?(profile bytes: PictureBytes, of samples: Samples) {
    guard bytes.count <= Self.mostProfileBytes else { return nil }
    self.init(profile: Array(bytes.raw), of: samples)
  }

  /// PQ and HLG.
  static let highRangeTransfers = [16, 18]

  /// The facts of a profile whose bytes are not kept.
  private struct Facts {
    let space: ICCProfile.Space
    let isStandard: Bool
    let name: String
    let coded: (primaries: Int, transfer: Int)?

    init(_ profile: ICCProfile) {
      (space, isStandard, name) = (profile.space, profile.isStandard, profile.name)
      coded = profile.coded
    }
  }

  /// What the numbers of ITU-T H.273 say, which PNG, AVIF and HEIF use; what they do not tell is as
  /// in sRGB.
  ///
  /// - Parameter isNarrow: true when black is 16 and white 235 of 255.
  init(primaries: Int, transfer: Int, isNarrow: Bool = false) {
    let place = Self.primaries[primaries]
    let (curve, curveName) = Self.transfers[transfer] ?? (.standard, "")
    let chromaticities = place?.0 ?? .standard
    if chromaticities == .standard, curve == .standard, !isNarrow {
      self = place == nil && curveName.isEmpty ? .unknown : .standard
      return
    }
    let words = [
      place?.1 ?? "BT.709", curve == .standard ? "" : curveName, isNarrow ? "narrow range" : "",
    ]
    self.init(
      source: .measured(chromaticities, isNarrow ? .narrow(curve) : curve),
      name: words.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private static let primaries: [Int: (Chromaticities, String)] = [
    1: (.standard, "BT.709"),
    4: (Chromaticities((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: (0.310, 0.316)), "NTSC"),
    5: (Chromaticities((0.64, 0.33), (0.29, 0.60), (0.15, 0.06)), "BT.601 PAL"),
    6: (Chromaticities((0.630, 0.340), (0.310, 0.595), (0.155, 0.070)), "BT.601 NTSC"),
    7: (Chromaticities((0.630, 0.340), (0.310, 0.595), (0.155, 0.070)), "SMPTE 240M"),
    9: (Chromaticities((0.708, 0.292), (0.170, 0.797), (0.131, 0.046)), "BT.2020"),
    11: (
      Chromaticities((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: (0.314, 0.351)),
      "DCI-P3"
    ),
    12: (Chromaticities((0.680, 0.320), (0.265, 0.690), (0.150, 0.060)), "Display P3"),
  ]

  /// The four of television are how its cameras make numbers of light, which no screen undoes:
  /// encoders write them for sRGB, and browsers read them so.
  private static let transfers: [Int: (ToneCurve, String)] = [
    1: (.standard, "BT.709 curve"), 4: (.power(2.2), "gamma 2.2"), 5: (.power(2.8), "gamma 2.8"),
    6: (.standard, "BT.601 curve"), 8: (.power(1), "linear"), 13: (.standard, "sRGB curve"),
    14: (.standard, "BT.2020 curve"), 15: (.standard, "BT.2020 curve"),
    16: (.perceptualQuantizer, "PQ"), 18: (.hybridLogGamma, "HLG"),
  ]
}
