import DecoderWire
package import DecodingSupport
import PictureMetadata

/// The colour space of a picture, as stated in its file.
package struct PictureColorSpace: Equatable {
  /// The colour model of the samples of a picture.
  package enum ColorModel: Equatable {
    case gray
    case rgb
    /// Cyan, magenta, yellow and black. When `inverted`, 255 stands for no ink, as Adobe stores it.
    case cmyk(inverted: Bool)
  }
  /// The colour space from which a conversion starts.
  package enum Source: Equatable {
    /// The colour space sRGB.
    case sRGB
    /// A validated ICC profile and the kind of its samples.
    case profile([UInt8], ColorModel)
    /// Primaries with a white point, and a tone curve common to all components.
    case chromaticities(Chromaticities, ToneCurve)
  }
  package var source = Source.sRGB
  /// The name of the colour space; "" when the file states none.
  package var name = ""

  /// Makes a colour space from its definition, by default sRGB, and its name.
  package init(source: Source = .sRGB, name: String = "") {
    self.source = source
    self.name = name
  }

  /// The colour space of a file that states none: sRGB without a name.
  package static let unknown = PictureColorSpace()
  package static let adobeRGB = PictureColorSpace(
    source: .chromaticities(.adobeRGB, .power(563.0 / 256)), name: "Adobe RGB (1998)")
  static let sRGB = PictureColorSpace(name: "sRGB")

  /// Whether the colour space is a profile for CMYK. A decoder must convert such samples to RGB by
  /// the profile, not by a formula.
  package var isCMYK: Bool {
    if case .profile(_, .cmyk) = source { true } else { false }
  }

  /// Whether the samples encode light brighter than diffuse white (PQ and HLG), so that the
  /// exposure can be changed.
  package var isHighDynamicRange: Bool {
    if case .chromaticities(_, let curve) = source { curve.isHighDynamicRange } else { false }
  }

  /// The definition of the colour space with a change of the exposure in stops; unchanged without
  /// high dynamic range.
  package func source(exposedBy stops: Int) -> Source {
    guard stops != 0, case .chromaticities(let chromaticities, let curve) = source else {
      return source
    }
    return .chromaticities(chromaticities, curve.exposed(by: stops))
  }

  /// The colour space that the file in `bytes` states for the picture `leaf` of the file, counted
  /// from 0; ``unknown`` when it states none.
  package static func read(
    _ bytes: PictureBytes, _ format: PictureFormat, leaf: Int = 0
  ) -> PictureColorSpace {
    switch format {
    case .jpeg: PictureColorSpace(JPEGHeader(bytes))
    case .png: PNGColorReader.read(bytes)
    case .webp: ContainerColorReader.webP(bytes)
    case .tiff: ContainerColorReader.tiff(bytes, page: leaf)
    case .bmp: ContainerColorReader.bmp(bytes)
    case .jpeg2000: ContainerColorReader.jpeg2000(bytes)
    // HEIFDecoder itself reads the colours of further pictures of a file, because it knows their
    // items.
    case .heif, .avif: leaf == 0 ? HEIFColorReader.read(bytes) : .unknown
    default: .unknown
    }
  }
}

extension PictureColorSpace {
  /// Maximum size of an ICC profile in bytes; profiles of printers have two million.
  package static let maxProfileBytes = 4 << 20

  /// Makes the colour space of an embedded ICC profile.
  ///
  /// - Returns: nil when the profile is invalid or for another colour model than `samples`, so that
  ///   it must be ignored.
  package init?(profile bytes: [UInt8], of samples: ColorModel) {
    guard bytes.count <= Self.maxProfileBytes else { return nil }
    let read = bytes.withUnsafeBytes {
      ICCProfile(PictureBytes(raw: $0)).map(ProfileProperties.init)
    }
    guard let properties = read else { return nil }
    switch (samples, properties.dataColorSpace) {
    case (.gray, .gray), (.rgb, .rgb), (.cmyk, .cmyk): break
    // The samples of a gray picture with an RGB profile count as three equal components.
    case (.gray, .rgb): break
    default: return nil
    }
    // The tables of a profile end at diffuse white; PQ and HLG are tone-mapped instead, as in other
    // formats.
    if let codePoints = properties.codePoints, Self.hdrTransfers.contains(codePoints.transfer) {
      self.init(primaries: codePoints.primaries, transfer: codePoints.transfer)
      if !properties.name.isEmpty { name = properties.name }
      return
    }
    let kind = properties.dataColorSpace == .rgb ? ColorModel.rgb : samples
    self.init(source: properties.isSRGB ? .sRGB : .profile(bytes, kind), name: properties.name)
  }

  /// Makes the colour space of an embedded ICC profile from a copy of `bytes`, a part of the file.
  ///
  /// - Returns: nil when the profile is invalid or for another colour model than `samples`.
  package init?(profile bytes: PictureBytes, of samples: ColorModel) {
    guard bytes.count <= Self.maxProfileBytes else { return nil }
    self.init(profile: Array(bytes.raw), of: samples)
  }

  /// The ITU-T H.273 transfer characteristics of PQ and HLG.
  package static let hdrTransfers = [16, 18]

  /// The properties of a profile that are used after its bytes are gone.
  private struct ProfileProperties {
    let dataColorSpace: ICCProfile.DataColorSpace
    let isSRGB: Bool
    let name: String
    let codePoints: (primaries: Int, transfer: Int)?

    init(_ profile: ICCProfile) {
      (dataColorSpace, isSRGB, name) = (profile.dataColorSpace, profile.isSRGB, profile.name)
      codePoints = profile.codePoints
    }
  }

  /// Makes the colour space of primaries and a white point, given by their chromaticities (x, y),
  /// with the sRGB tone curve. Implausible chromaticities count as sRGB.
  package init(
    red: (Double, Double), green: (Double, Double), blue: (Double, Double), white: (Double, Double)
  ) {
    let chromaticities = Chromaticities(red, green, blue, white: white)
    let all = [red, green, blue, white]
    let isSound = all.allSatisfy { (-1...2).contains($0.0) && (0.001...2).contains($0.1) }
    if !isSound || chromaticities.areSRGB {
      self = .unknown
    } else {
      self.init(source: .chromaticities(chromaticities, .sRGB), name: "")
    }
  }

  /// Makes the colour space for ITU-T H.273 code points, as PNG, AVIF and HEIF use them. Unknown
  /// values count as sRGB.
  ///
  /// - Parameter isNarrow: true for narrow range, in which 8-bit black is 16 and white is 235.
  package init(primaries: Int, transfer: Int, isNarrow: Bool = false) {
    let known = Self.primaries[primaries]
    let (curve, curveName) = Self.transfers[transfer] ?? (.sRGB, "")
    let chromaticities = known?.0 ?? .sRGB
    if chromaticities == .sRGB, curve == .sRGB, !isNarrow {
      self = known == nil && curveName.isEmpty ? .unknown : .sRGB
      return
    }
    let words = [
      known?.1 ?? "BT.709", curve == .sRGB ? "" : curveName, isNarrow ? "narrow range" : "",
    ]
    self.init(
      source: .chromaticities(chromaticities, isNarrow ? .narrowRange(curve) : curve),
      name: words.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private static let primaries: [Int: (Chromaticities, String)] = [
    1: (.sRGB, "BT.709"),
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

  /// The tone curves for the code points of transfer characteristics, with their names. The four of
  /// television (1, 6, 14, 15) describe cameras, and no display inverts them: encoders write these
  /// code points for sRGB, and browsers read them so.
  private static let transfers: [Int: (ToneCurve, String)] = [
    1: (.sRGB, "BT.709 curve"), 4: (.power(2.2), "gamma 2.2"), 5: (.power(2.8), "gamma 2.8"),
    6: (.sRGB, "BT.601 curve"), 8: (.power(1), "linear"), 13: (.sRGB, "sRGB curve"),
    14: (.sRGB, "BT.2020 curve"), 15: (.sRGB, "BT.2020 curve"),
    16: (.perceptualQuantizer, "PQ"), 18: (.hybridLogGamma, "HLG"),
  ]
}
