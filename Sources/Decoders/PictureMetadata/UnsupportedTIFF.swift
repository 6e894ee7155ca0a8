package import DecodingSupport

/// The names of the kinds of TIFF that cannot be decoded, for error messages: the libraries reject
/// such files without a reason.
package enum UnsupportedTIFF {
  private static let bitsPerSampleTag = 0x0102
  private static let compressionTag = 0x0103
  private static let stripOffsetsTag = 0x0111
  private static let tileOffsetsTag = 0x0144
  private static let sampleFormatTag = 0x0153

  /// The values of the tag Compression that libtiff may support: none, fax, LZW, JPEG, Deflate,
  /// PackBits and others.
  private static let libtiffSchemes = [
    1, 2, 3, 4, 5, 6, 7, 8, 32766, 32771, 32773, 32809, 32946, 34676, 34677, 34887, 34925, 50000,
    50001,
  ]
  private static let jpegScheme = 7
  /// The names of compression schemes for messages, by the values of the tag Compression.
  ///
  /// - Source: the registry of TIFF tags (Adobe, Aperio, GDAL); DNG 1.7, chapter 4.
  private static let schemeNames = [
    33003: "JPEG 2000", 33004: "JPEG 2000", 33005: "JPEG 2000", 34712: "JPEG 2000",
    34713: "compressed camera raw (NEF)", 34887: "LERC", 34892: "lossy JPEG of a DNG",
    34925: "LZMA", 50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
    65535: "compressed camera raw (PEF)",
  ]
  private static let photometricNames = [
    32803: "raw samples of a camera (DNG)", 34892: "linear raw samples of a camera (DNG)",
    51177: "depths (DNG)", 52527: "a mask (DNG)",
  ]

  /// The feature for which gdk-pixbuf's loader rejects a TIFF, for a message; nil when no such
  /// feature is found.
  package static func unsupportedFeature(of bytes: PictureBytes) -> String? {
    guard let first = directory(bytes) else { return nil }
    if first.value(sampleFormatTag) == 3 { return "its samples are fractions" }
    if let bits = first.value(bitsPerSampleTag), ![1, 2, 4, 8, 16].contains(bits), bits <= 64 {
      return "\(bits) bits a sample"
    }
    return unsupportedCompressionName(of: bytes)
  }

  /// The name of an unsupported compression scheme, for a message; nil when libtiff may support the
  /// scheme and, for JPEG, the embedded file is of a supported kind.
  package static func unsupportedCompressionName(of bytes: PictureBytes) -> String? {
    guard let first = directory(bytes), let scheme = first.value(compressionTag) else { return nil }
    guard libtiffSchemes.contains(scheme) else { return name(ofScheme: scheme) }
    guard scheme == jpegScheme,
      let start = first.value(stripOffsetsTag) ?? first.value(tileOffsetsTag)
    else { return nil }
    return JPEGHeader(bytes.rest(from: start)).unsupportedKind.map { "JPEG, \($0)" }
  }

  package static func name(ofScheme scheme: Int) -> String {
    schemeNames[scheme] ?? "compression scheme \(scheme)"
  }

  package static func name(ofPhotometric photometric: Int) -> String {
    photometricNames[photometric] ?? "photometric interpretation \(photometric)"
  }

  private static func directory(_ bytes: PictureBytes) -> ExifReader.Directory? {
    let tiff = ExifReader(bytes)
    return tiff?.directory(at: tiff?.firstDirectoryOffset)
  }
}
