import Geometry

/// What a file's structure says and gdk-pixbuf does not: orientation, frames, where it ends.
struct ContainerMetadata {
  /// The orientation of an EXIF block inside, `.up` without one. HEIF and AVIF turn themselves.
  var orientation = Orientation.up
  /// Frames, 1 for a still.
  private(set) var frames = 1
  /// The bytes worth giving to a loader: what follows the picture is not.
  private(set) var body: PictureBytes
  /// True when the file ends before the picture does. Loaders that are fed piece by piece do not
  /// complain of it.
  private(set) var endsEarly = false

  /// Most chunks that are looked at.
  private static let mostChunks = 100_000
  /// The maximum of bytes behind the last chunk that are no sign of missing ones.
  private static let maxPadding = 1 << 16

  init(_ bytes: PictureBytes, _ format: PictureFormat) {
    body = bytes
    switch format {
    case .webp: readWebP(bytes)
    case .heif, .avif: body = Self.boxes(bytes)
    case .icns: body = bytes.part(0..<max(8, bytes.big32(4) ?? 0))
    default: break
    }
  }

  /// The boxes at the front of a file of ISO base media.
  private static func boxes(_ b: PictureBytes) -> PictureBytes {
    var i = 0
    for _ in 0..<mostChunks {
      guard let length = b.big32(i), b.hasChunkName(at: i + 4) else { break }
      // A length of 1 is a long one behind the name, of 0 reaches to the end.
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
    body = b.part(0..<size + 8)
    var i = 12
    var pictures = 0
    for _ in 0..<Self.mostChunks {
      guard i < size + 8, let length = b.little32(i + 4) else { break }
      guard b.hasChunkName(at: i) else {
        endsEarly = endsEarly || b.count - i > Self.maxPadding
        body = b.part(0..<i)
        break
      }
      if b.has("ANMF", at: i) {
        pictures += 1
      } else if b.has("EXIF", at: i) {
        orientation = ExifReader(b.part(i + 8..<i + 8 + length))?.orientation ?? .up
      }
      i += 8 + length + length % 2
    }
    frames = max(1, pictures)
  }
}
