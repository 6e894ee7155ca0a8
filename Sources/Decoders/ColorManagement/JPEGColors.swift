package import DecodingSupport
package import PictureMetadata

/// The colour space of a JPEG: that of the ICC profile in the APP2 segments, else the EXIF
/// ColorSpace.
extension PictureColorSpace {
  /// Number of bytes before the profile data in each APP2 segment: identifier, sequence number,
  /// number of segments.
  private static let segmentHeadBytes = 14

  package init(_ header: JPEGHeader) {
    let samples: ColorModel =
      switch header.componentCount {
      case 1: .gray
      // CMYK counts as inverted, as Adobe stores it, with or without an APP14 segment: all readers
      // assume so.
      case 4: .cmyk(inverted: true)
      default: .rgb
      }
    if let profile = Self.joinedProfile(header.profileSegments),
      let colors = PictureColorSpace(profile: profile, of: samples)
    {
      self = colors
    } else if header.componentCount < 4, let space = header.exif?.colorSpace {
      self = space == .adobeRGB ? .adobeRGB : .sRGB
    } else {
      self = .unknown
    }
  }

  /// The colour space of the JPEG preview in a camera RAW file: that of the preview, else Adobe RGB
  /// when the EXIF tags of the RAW file record it. The EXIF tags of a DNG do not describe its
  /// preview, which the program that made the file has rendered anew.
  package init(preview: PictureBytes, ofRaw file: PictureBytes) {
    let header = JPEGHeader(preview)
    self.init(header)
    guard self == .unknown, header.profileSegments.isEmpty, header.componentCount == 3,
      let reader = ExifReader(file), reader.colorSpace == .adobeRGB,
      reader.directory(at: reader.firstDirectoryOffset)?.data(Self.dngVersion) == nil
    else { return }
    self = .adobeRGB
  }

  /// The number of the TIFF tag DNGVersion (type BYTE), which only DNG files have.
  private static let dngVersion = 0xC612

  /// The ICC profile joined from APP2 segments in any order; nil when one is missing.
  ///
  /// - Source: ICC.1:2022, annex B.4.
  private static func joinedProfile(_ segments: [PictureBytes]) -> [UInt8]? {
    guard let count = segments.first?.byte(13), Int(count) == segments.count else { return nil }
    let ordered = segments.sorted { ($0.byte(12) ?? 0) < ($1.byte(12) ?? 0) }
    let numbers = ordered.map { Int($0.byte(12) ?? 0) }
    guard numbers == Array(1...segments.count) else { return nil }
    return ordered.flatMap { $0.rest(from: segmentHeadBytes).raw }
  }
}

extension ExifReader {
  /// The colour spaces that cameras record: sRGB and Adobe RGB.
  enum ColorSpace {
    case sRGB
    case adobeRGB
  }

  /// The colour space that the camera recorded in the EXIF tags; nil when it recorded none, or
  /// another one.
  ///
  /// - Source: Exif 2.32, ColorSpace; DCF 2.0, 5.2: Adobe RGB is recorded as "uncalibrated" in
  ///   ColorSpace and as "R03" in the interoperability IFD.
  var colorSpace: ColorSpace? {
    let exif = directory(at: directory(at: firstDirectoryOffset)?.value(0x8769))
    switch exif?.value(0xA001) {
    case 1: return .sRGB
    case 2: return .adobeRGB
    case 0xFFFF, nil:
      let other = directory(at: exif?.value(0xA005))?.data(0x0001)
      return other?.hasBytes("R03") ?? false ? .adobeRGB : nil
    default: return nil
    }
  }
}
