package import DecoderWire

/// The data besides the pixels that are stored in a picture file.
package struct PictureExtras {
  /// A TIFF structure with EXIF tags, without the identifier "Exif"; empty for none.
  package var exif: [UInt8] = []
  /// An XMP packet; empty for none.
  package var xmp: [UInt8] = []
  /// An ICC profile for RGB; empty for sRGB.
  package var profile: [UInt8] = []
  /// The bodies of APP13 segments, which JPEG alone has; IPTC is in them.
  package var photoshop: [[UInt8]] = []

  package init() {}
}

extension DecodeFailure {
  /// The failure for a picture whose sides exceed a limit of the format of its file, in pixels.
  package static func tooLong(_ format: PictureFormat, _ limit: Int) -> DecodeFailure {
    DecodeFailure(
      .tooLarge, format: format.name,
      detail: "a side of more than \(limit) pixels; export it smaller")
  }
}

/// The bytes of a number, the most significant byte first; `size` is their count.
package func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
}

/// The bytes of a number, the least significant byte first; `size` is their count.
package func littleEndian(_ value: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
