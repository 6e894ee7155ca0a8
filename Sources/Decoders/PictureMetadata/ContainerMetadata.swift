package import DecodingSupport
package import Geometry

/// Properties of a WebP, HEIF, AVIF or ICNS file that gdk-pixbuf does not report, read from the
/// structure of the file: orientation, number of frames, end of the picture.
package struct ContainerMetadata {
  /// The orientation in the EXIF block of a WebP file; `.up` without one, and for other formats,
  /// whose loaders apply it themselves.
  package var orientation = Orientation.up
  /// Number of frames of a WebP file; 1 for a still picture and for other formats.
  package private(set) var frameCount = 1
  /// The bytes to give to a loader: the file without data behind the picture.
  package private(set) var loaderBytes: PictureBytes
  /// Whether a WebP file ends before its picture does, which loaders that get a file in pieces do
  /// not report.
  package private(set) var endsEarly = false

  /// Maximum number of chunks or boxes that are parsed.
  private static let maxChunks = 100_000
  /// Maximum number of bytes after the last chunk of a WebP file that count as padding and not as
  /// missing chunks.
  private static let maxPadding = 1 << 16

  package init(_ bytes: PictureBytes, _ format: PictureFormat) {
    loaderBytes = bytes
    switch format {
    case .webp: readWebP(bytes)
    case .heif, .avif: loaderBytes = Self.bytesOfBoxes(bytes)
    case .icns: loaderBytes = bytes.part(0..<max(8, bytes.big32(4) ?? 0))
    default: break
    }
  }

  /// The beginning of a file that consists of ISOBMFF boxes; all of it when the last box has no
  /// length or exceeds the file.
  private static func bytesOfBoxes(_ b: PictureBytes) -> PictureBytes {
    var i = 0
    for _ in 0..<maxChunks {
      guard let length = b.big32(i), b.hasChunkName(at: i + 4) else { break }
      // Length 1 means that a 64-bit length follows the name, length 0 that the box extends to the
      // end of the file.
      let size = length == 1 ? b.number(at: i + 8, size: 8, bigEndian: true) ?? 0 : length
      guard length != 0, size >= 8, size < b.count - i else { return b }
      i += size
    }
    return b.part(0..<i)
  }

  // - Source: RFC 9649 (WebP), 2.7.
  private mutating func readWebP(_ b: PictureBytes) {
    guard let size = b.little32(4) else { return }
    endsEarly = size + 8 > b.count
    loaderBytes = b.part(0..<size + 8)
    var i = 12
    var pictures = 0
    for _ in 0..<Self.maxChunks {
      guard i < size + 8, let length = b.little32(i + 4) else { break }
      guard b.hasChunkName(at: i) else {
        endsEarly = endsEarly || b.count - i > Self.maxPadding
        loaderBytes = b.part(0..<i)
        break
      }
      if b.hasBytes("ANMF", at: i) {
        pictures += 1
      } else if b.hasBytes("EXIF", at: i) {
        orientation = ExifReader(b.part(i + 8..<i + 8 + length))?.orientation ?? .up
      }
      i += 8 + length + length % 2
    }
    frameCount = max(1, pictures)
  }
}
