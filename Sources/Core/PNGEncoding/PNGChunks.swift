package import Pixels

/// The chunks of a PNG file before and after the compressed rows of pixels.
///
/// - Source: PNG specification, third edition.
package enum PNGChunks {
  /// The bytes of a PNG file before the compressed rows: signature, IHDR, tEXt chunks, and the
  /// length and type of IDAT.
  ///
  /// - Parameters:
  ///   - texts: the keyword and the Latin-1 text of each tEXt chunk.
  ///   - bodyBytes: the length of the IDAT data in bytes.
  package static func head(
    _ size: PixelSize, hasAlpha: Bool, texts: [(String, [UInt8])], bodyBytes: Int
  ) -> [UInt8] {
    head(
      size, hasAlpha: hasAlpha,
      chunks: texts.map { ("tEXt", Array($0.utf8) + [0] + $1) }, bodyBytes: bodyBytes)
  }

  /// The bytes of a PNG file before the compressed rows: signature, IHDR, the given `chunks` by
  /// type and content, and the length and type of IDAT, whose data have `bodyBytes` bytes.
  package static func head(
    _ size: PixelSize, hasAlpha: Bool, chunks: [(String, [UInt8])], bodyBytes: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let kind: UInt8 = hasAlpha ? 6 : 2
    bytes += chunk("IHDR", bigEndian32(size.width) + bigEndian32(size.height) + [8, kind, 0, 0, 0])
    for (kind, content) in chunks { bytes += chunk(kind, content) }
    return bytes + bigEndian32(bodyBytes) + Array("IDAT".utf8)
  }

  /// The bytes of a PNG file after the compressed rows `body`: the CRC of IDAT, and the IEND chunk.
  package static func tail(body: UnsafeRawBufferPointer) -> [UInt8] {
    var sum = PNGChecksum()
    for byte in "IDAT".utf8 { sum.add(byte) }
    for byte in body { sum.add(byte) }
    return bigEndian32(Int(sum.value)) + chunk("IEND", [])
  }

  /// The bytes of a PNG chunk of type `kind`, with its length and its CRC.
  package static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    let summed = Array(kind.utf8) + content
    var sum = PNGChecksum()
    for byte in summed { sum.add(byte) }
    return bigEndian32(content.count) + summed + bigEndian32(Int(sum.value))
  }

  /// The lowest four bytes of a number, in big-endian order.
  package static func bigEndian32(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The zlib stream of one transparent RGBA pixel, the picture of a failure entry in the thumbnail
  /// cache shared by desktop programs.
  package static let transparentPixel: [UInt8] = [
    0x78, 0x01, 0x01, 0x05, 0x00, 0xFA, 0xFF, 0, 0, 0, 0, 0, 0x00, 0x05, 0x00, 0x01,
  ]
}

/// The CRC-32 checksum of a PNG chunk.
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
