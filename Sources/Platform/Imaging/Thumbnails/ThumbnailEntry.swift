import CLinux
import DecoderWire
import Pixels

/// The location and the metadata of one file of the shared cache.
struct ThumbnailEntry: Sendable {
  var shared: SharedThumbnails
  var identity: FileIdentity
  var uri: CanonicalURI
  var size: ThumbnailSize
  var natural: PixelSize?
  /// The helper's name of the picture's format.
  var format: String

  /// The file name, the same in every folder: the MD5 of the URI.
  var name: String { "\(MessageDigest(of: uri.bytes).hexadecimal).png" }

  /// The tEXt chunks as keywords and values, in file order.
  var words: [(String, [UInt8])] {
    var words: [(String, [UInt8])] = [
      ("Thumb::URI", uri.bytes), ("Thumb::MTime", Array("\(identity.seconds)".utf8)),
      ("Thumb::Size", Array("\(identity.size)".utf8)),
    ]
    if let type = Self.types[format] { words.append(("Thumb::Mimetype", Array(type.utf8))) }
    if let natural {
      words.append(("Thumb::Image::Width", Array("\(natural.width)".utf8)))
      words.append(("Thumb::Image::Height", Array("\(natural.height)".utf8)))
    }
    words.append(("Software", Array(shared.program.utf8)))
    return words
  }

  /// The media types by the helper's names of formats. A helper is not trusted: unknown names are
  /// left out.
  private static let types = [
    "JPEG": "image/jpeg", "PNG": "image/png", "GIF": "image/gif", "WebP": "image/webp",
    "TIFF": "image/tiff", "BMP": "image/bmp", "AVIF": "image/avif", "HEIC": "image/heif",
    "SVG": "image/svg+xml", "ICO": "image/vnd.microsoft.icon",
    "ANI": "application/x-navi-animation",
    "ICNS": "image/x-icns", "PNM": "image/x-portable-anymap", "TGA": "image/x-tga",
    "XBM": "image/x-xbitmap", "XPM": "image/x-xpixmap", "QTIF": "image/x-quicktime",
    "QOI": "image/qoi",
  ]
}

/// The chunks of a PNG file around the compressed rows.
///
/// - Source: PNG specification, third edition.
enum PNGChunks {
  /// The bytes before the compressed rows: signature, IHDR, tEXt chunks, and the length and type of
  /// IDAT.
  ///
  /// - Parameter bodyBytes: The length of the IDAT data.
  static func head(
    _ size: PixelSize, hasAlpha: Bool, words: [(String, [UInt8])], bodyBytes: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let kind: UInt8 = hasAlpha ? 6 : 2
    bytes += chunk("IHDR", big32(size.width) + big32(size.height) + [8, kind, 0, 0, 0])
    for (keyword, value) in words { bytes += chunk("tEXt", Array(keyword.utf8) + [0] + value) }
    return bytes + big32(bodyBytes) + Array("IDAT".utf8)
  }

  /// The bytes after the compressed rows: the CRC of IDAT, and IEND.
  static func tail(body: UnsafeRawBufferPointer) -> [UInt8] {
    var sum = PNGChecksum()
    for byte in "IDAT".utf8 { sum.add(byte) }
    for byte in body { sum.add(byte) }
    return big32(Int(sum.value)) + chunk("IEND", [])
  }

  private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let summed = Array(kind.utf8) + content
    var sum = PNGChecksum()
    for byte in summed { sum.add(byte) }
    return big32(content.count) + summed + big32(Int(sum.value))
  }

  private static func big32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The zlib stream of one transparent RGBA pixel, the content of a failure entry.
  static let nothing: [UInt8] = [
    0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0, 0, 0, 0, 0, 0x00, 0x05, 0x00, 0x01,
  ]
}

/// The CRC-32 of PNG chunks.
private struct PNGChecksum {
  private static let table: [UInt32] = (0..<256).map { start in
    (0..<8).reduce(UInt32(start)) { c, _ in c & 1 == 1 ? c >> 1 ^ 0xEDB8_8320 : c >> 1 }
  }
  private var register: UInt32 = ~0

  var value: UInt32 { ~register }

  mutating func add(_ byte: UInt8) {
    register = register >> 8 ^ Self.table[Int((register ^ UInt32(byte)) & 0xFF)]
  }
}
