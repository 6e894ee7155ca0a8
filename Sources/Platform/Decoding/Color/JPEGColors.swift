/// What a JPEG says its colours are: a profile in as many segments as it needs, else what the camera
/// noted.
extension PictureColors {
  /// Bytes before the profile in each segment: its name, its place among the segments, their number.
  private static let segmentHeadBytes = 14

  init(_ header: JPEGHeader) {
    let samples: Samples =
      switch header.components {
      case 1: .gray
      // Stored as Adobe does, with its marker or without: all readers take them so.
      case 4: .inks(inverted: true)
      default: .rgb
      }
    if let profile = Self.joined(header.profileSegments),
      let colors = PictureColors(profile: profile, of: samples)
    {
      self = colors
    } else if header.components < 4, let space = header.exif?.colorSpace {
      self = space == .adobe ? .adobe : .standard
    } else {
      self = .unknown
    }
  }

  /// The profile of segments in any order; nil when one is missing.
  ///
  /// - Source: ICC.1:2022, annex B.4.
  private static func joined(_ segments: [PictureBytes]) -> [UInt8]? {
    guard let count = segments.first?.byte(13), Int(count) == segments.count else { return nil }
    let ordered = segments.sorted { ($0.byte(12) ?? 0) < ($1.byte(12) ?? 0) }
    let places = ordered.map { Int($0.byte(12) ?? 0) }
    guard places == Array(1...segments.count) else { return nil }
    return ordered.flatMap { $0.rest(from: segmentHeadBytes).raw }
  }
}

extension ExifReader {
  /// The two spaces cameras know.
  enum ColorSpace {
    case standard
    case adobe
  }

  /// The space the camera noted; nil when it noted none, or another one.
  ///
  /// - Source: Exif 2.32, ColorSpace; DCF 2.0, 5.2: who uses Adobe RGB says "not sRGB" there and
  ///   "R03" in the directory of interoperability.
  var colorSpace: ColorSpace? {
    let exif = directory(at: directory(at: firstDirectory)?.value(0x8769))
    switch exif?.value(0xA001) {
    case 1: return .standard
    case 2: return .adobe
    case 0xFFFF, nil:
      let other = directory(at: exif?.value(0xA005))?.data(0x0001)
      return other?.has("R03") ?? false ? .adobe : nil
    default: return nil
    }
  }
}
