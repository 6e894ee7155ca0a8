package import DecoderWire

/// The metadata and the colour profile that are stored in a picture file beside the pixels.
package struct PictureExtras {
  /// A TIFF structure with EXIF tags, without the identifier "Exif"; empty for none.
  package var exif: [UInt8] = []
  /// An XMP packet; empty for none.
  package var xmp: [UInt8] = []
  /// An ICC profile for RGB; empty for sRGB.
  package var profile: [UInt8] = []
  /// The bodies of the APP13 segments of a JPEG file: Photoshop image resources, IPTC among them.
  /// Empty for other formats.
  package var photoshopSegments: [[UInt8]] = []

  package init() {}
}

extension DecodeFailure {
  /// The failure (`.tooLarge`) for a picture with a side longer than `limit` pixels, the maximum of
  /// the file format.
  package static func sideTooLong(_ format: PictureFormat, _ limit: Int) -> DecodeFailure {
    DecodeFailure(
      .tooLarge, format: format.name,
      detail: "a side of more than \(limit) pixels; export it smaller")
  }
}

/// The `size` low bytes of `value`, the most significant one first.
package func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
}

/// The `size` low bytes of `value`, the least significant one first.
package func littleEndian(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
